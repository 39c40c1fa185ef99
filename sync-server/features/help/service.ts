import type { Transaction } from '#server/database/client.ts'
import { ticketReceived } from '#server/email/messages/help.ts'
import { queueMail } from '#server/email/outbox.ts'
import type { SubmitFeedback, SubmitSupport, TicketTaken, WriteTicket } from '#shared/help/contract.ts'
import { answerDue, answerHours } from '#shared/help/sla.ts'
import { acknowledge, ticketNumber } from '#shared/help/ticket.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import {
  countWritten,
  findTicket,
  insertMessage,
  insertTicket,
  lockAuthor,
  lockTicket,
  type TicketRow,
  updateTicket,
} from './queries.ts'

/** The author, the time, and the limit per hour; the limit per day is six times as high. */
export type Author = {
  principalId: PrincipalId
  now: Date
  perHour: number
  /** Whether a mail may be sent to the address of a ticket: it may be another person's. */
  mayMail: (email: string) => Promise<boolean>
  /** Origin of the links in mails. */
  base: string
}

export const HELP_PER_HOUR = 10
const HOURS_PER_DAY = 6
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

type TicketInput = (SubmitSupport & { kind: 'support' }) | (SubmitFeedback & { kind: 'feedback' })

/**
 * Stores a new ticket. Idempotent: it may arrive through the endpoint, the outbox, or both.
 *
 * @throws Problem `too-many-requests`, on which an outbox waits; `forbidden` for an id that belongs to another author
 */
export async function openTicket(tx: Transaction, author: Author, input: TicketInput): Promise<TicketRow> {
  const { principalId, now } = author
  await lockAuthor(tx, principalId)
  const existing = await findTicket(tx, input.id)
  if (existing) return ownOf(existing, author)
  await countIn(tx, author)
  const { kind, category, homepage, ...given } = input
  const isSuspect = homepage !== ''
  const replyDueAt = isSuspect ? null : answerDue(kind, category, now)
  const written = { ...given, kind, category, principalId, isSuspect, replyDueAt, createdAt: now, updatedAt: now }
  const row = await insertTicket(tx, written)
  if (!row) throw new Problem('forbidden')
  await confirm(tx, author, row)
  return row
}

/** Mails the author that the ticket has arrived. A suspect is promised no answer. */
async function confirm(tx: Transaction, { mayMail, base }: Author, { email, kind, category, number, isSuspect }: TicketRow) {
  if (!email || isSuspect || !(await mayMail(email))) return
  const link = `${base}${pageOf(kind)}`
  const message = ticketReceived({ ticketNumber: ticketNumber(number), hours: answerHours(kind, category), link })
  await queueMail(tx, { to: email, template: 'ticket-received', message })
}

/** The page on which an author reads the tickets of a kind. */
export const pageOf = (kind: TicketRow['kind']) => (kind === 'support' ? '/support' : '/requests')

function ownOf(ticket: TicketRow, { principalId }: Author): TicketRow {
  if (ticket.principalId !== principalId) throw new Problem('forbidden')
  return ticket
}

async function countIn(tx: Transaction, { principalId, now, perHour }: Author) {
  const isOver = async (spanMs: number, most: number) =>
    (await countWritten(tx, principalId, new Date(now.getTime() - spanMs))) >= most
  if ((await isOver(HOUR_MS, perHour)) || (await isOver(DAY_MS, HOURS_PER_DAY * perHour))) {
    throw new Problem('too-many-requests', undefined, HOUR_MS / 1000)
  }
}

/**
 * Adds a message to the author's own ticket. An answered or closed ticket is reopened with a new due time; one that is still open
 * keeps its due time.
 *
 * @throws Problem `not-found`, `too-many-requests`
 */
export async function writeOnTicket(tx: Transaction, author: Author, { ticketId, id, text }: WriteTicket) {
  const { principalId, now } = author
  await lockAuthor(tx, principalId)
  const ticket = await lockTicket(tx, ticketId)
  if (ticket?.principalId !== principalId) throw new Problem('not-found')
  await countIn(tx, author)
  if (!(await insertMessage(tx, { id, ticketId, from: 'author', text, createdAt: now }))) return
  const isWaiting = ticket.status === 'open' || ticket.isSuspect
  const replyDueAt = isWaiting ? ticket.replyDueAt : answerDue(ticket.kind, ticket.category, now)
  await updateTicket(tx, ticketId, { status: 'open', replyDueAt, updatedAt: now })
}

/** The reply of the endpoints in the specification. */
export function presentTaken({ id, kind, category, number, replyDueAt }: TicketRow): TicketTaken {
  const hours = answerHours(kind, category)
  return {
    success: true,
    ticketId: id,
    ticketNumber: ticketNumber(number),
    answerWithinHours: hours,
    answerBy: replyDueAt?.toISOString() ?? null,
    message: acknowledge(kind, ticketNumber(number), hours),
  }
}
