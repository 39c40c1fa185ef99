import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { ticketAnswered } from '#server/email/messages/help.ts'
import { queueMail } from '#server/email/outbox.ts'
import { isReserved } from '#server/features/accounts/service.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { type AdminTicket, MAX_MESSAGES, type ReplyToTicket } from '#shared/help/admin.ts'
import { ticketNumber } from '#shared/help/ticket.ts'
import { Problem } from '#shared/problem.ts'
import {
  countDue,
  insertMessage,
  listForQueue,
  listMessages,
  lockTicket,
  type MessageRow,
  type QueueRow,
  updateTicket,
} from './queries.ts'
import { pageOf } from './service.ts'
import { presentMessage } from './sync-source.ts'

type TeamDeps = { db: Database; now: () => Date }

const MAX_LISTED = 300

/** The address for an answer: the one entered with the ticket, otherwise the account's verified address. */
function addressOf({ ticket, account }: QueueRow): string | null {
  if (ticket.email && !isReserved(ticket.email)) return ticket.email
  return account?.emailVerifiedAt ? account.email : null
}

function present(row: QueueRow, messages: MessageRow[]): AdminTicket {
  const { ticket, account } = row
  const doc: Omit<AdminTicket, 'version'> = {
    id: ticket.id,
    ticketNumber: ticketNumber(ticket.number),
    kind: ticket.kind,
    category: ticket.category,
    subject: ticket.subject,
    message: ticket.message,
    name: ticket.name ?? fullName(account),
    email: addressOf(row),
    hasAccount: account?.emailVerifiedAt != null,
    isSuspect: ticket.isSuspect,
    status: ticket.status,
    answerBy: ticket.replyDueAt?.toISOString() ?? null,
    createdAt: ticket.createdAt.toISOString(),
    messages: messages.map(presentMessage),
  }
  return { ...doc, version: docVersion(doc) }
}

async function presentAll(db: Parameters<typeof listForQueue>[0], id?: string): Promise<AdminTicket[]> {
  const rows = await listForQueue(db, MAX_LISTED, id)
  const messages = await listMessages(
    db,
    rows.map(({ ticket }) => ticket.id),
    MAX_MESSAGES,
  )
  return rows.map((row) => present(row, messages.get(row.ticket.id) ?? []))
}

export const listForAdmin = ({ db }: TeamDeps) => presentAll(db)

/** Tickets that have waited longer than promised to their authors. */
export const countOverdue = ({ db, now }: TeamDeps): Promise<number> => countDue(db, now())

type Reply = { id: string; given: ReplyToTicket; admin: Account; base: string }

/**
 * Answers a ticket, closes it, or both: the author's devices receive it through the private lane, and their mailbox gets a mail
 * when there is a text and an address. Message, audit entry and mail commit together.
 *
 * @throws Problem `not-found`, and `review.moved-on` when it is not what the admin saw: another admin has answered
 */
export const replyToTicket = ({ db, now }: TeamDeps, { id, given, admin, base }: Reply): Promise<AdminTicket> =>
  db.transaction(async (tx) => {
    const locked = await lockTicket(tx, id)
    const [seen] = locked ? await presentAll(tx, id) : []
    if (!locked || !seen) throw new Problem('not-found')
    if (given.version !== undefined && given.version !== seen.version) {
      throw new Problem('review.moved-on', undefined, undefined, seen)
    }
    const { text, close } = given
    if (!text && locked.status === 'closed') return seen
    const status = close ? 'closed' : 'answered'
    const at = now()
    const messageId = newId<string>('msg')
    if (text) await insertMessage(tx, { id: messageId, ticketId: id, from: 'team', text, createdAt: at })
    await updateTicket(tx, id, { status, replyDueAt: null, updatedAt: at, ...(text && { repliedAt: at }) })
    await writeAuditEntry(tx, {
      actorId: admin.id,
      action: text ? 'answered' : 'closed',
      targetType: 'ticket',
      targetId: id,
      before: { status: locked.status },
      // The text is not copied: it is deleted with the ticket.
      after: { status, ...(text && { messageId }) },
    })
    if (text && locked.principalId)
      await writeNotice(
        tx,
        { principalId: locked.principalId },
        { kind: 'ticket-answered', subject: messageId, facts: { ticketId: id, about: locked.kind }, now: at },
      )
    if (text && seen.email) {
      const mailMessage = ticketAnswered({
        ...seen,
        text,
        isClosed: close,
        link: `${base}${pageOf(seen.kind)}`,
      })
      await queueMail(tx, { to: seen.email, template: 'ticket-answered', message: mailMessage })
    }
    const [after] = await presentAll(tx, id)
    if (!after) throw new Error(`Ticket ${id} disappeared within its own transaction`)
    return after
  })
