import { sql } from 'drizzle-orm'
import { mailOutbox } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderId } from '#shared/ids.ts'
import { type MailMessage, subjectOf, toHtml, toText } from './mail-message.ts'

export const SEND_MAIL = 'mail.send'

export type Mail = {
  to: string
  /** The kind of message, for readers of the table. */
  template: string
  message: MailMessage
  /** The order it belongs to. Each order has at most one mail per template. */
  orderId?: OrderId
  /**
   * Set when the message carries a one-time secret: it is not sent after this instant, and its text is erased once it is sent.
   */
  secretUntil?: Date
  /** The recipient is waiting for it at a screen, for example for a code or a password reset link. */
  isUrgent?: boolean
  /**
   * Set when the cause is not the recipient: an account, or a client address (`senderAt`). Mails of one sender are sent in turn.
   */
  sender?: string
  /** A calendar file (iCalendar) that mail programs offer to add. */
  calendar?: string
}

/** The sender of mails that a client address causes: a keyed hash, because the address space is small enough to enumerate. */
export const senderAt = (keyring: Pick<Keyring, 'sign'>, address: string) => keyring.sign('mail-sender', address)

/** Inserts a mail in the transaction that causes it. It is sent after the commit, and never if the transaction rolls back. */
export async function queueMail(
  tx: Queryable,
  { to, template, message, orderId, secretUntil, calendar, isUrgent = false, sender = to.toLowerCase() }: Mail,
): Promise<string> {
  const id = newId<string>('mail')
  const forms = { subject: subjectOf(message), text: toText(message), html: toHtml(message) }
  const extras = { orderId: orderId ?? null, secretUntil: secretUntil ?? null, calendar: calendar ?? null }
  const turn = sql<number>`(select coalesce(max(o.turn) + 1, 0) from mail_outbox o
    where o.sender = ${sender} and o.sent_at is null and o.failed_at is null and o.attempts = 0)`
  const row = { id, template, recipient: to, ...forms, ...extras, isUrgent, sender, turn }
  await tx.insert(mailOutbox).values(row).onConflictDoNothing()
  // The schedule would also find it within seconds. The job makes a code arrive sooner.
  await enqueueJob(tx, { kind: SEND_MAIL, key: id })
  return id
}
