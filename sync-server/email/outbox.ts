import { sql } from 'drizzle-orm'
import { mailOutbox } from '#drizzle/schema/index.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import type { OrderId } from '#shared/ids.ts'
import { type MailMessage, subjectOf, toHtml, toText } from './letter.ts'

export const SEND_MAIL = 'mail.send'

export type Mail = {
  to: string
  /** What kind of message it is, for whoever reads the table. */
  template: string
  letter: MailMessage
  /** The order it belongs to: there is one mail of a template for each. */
  orderId?: OrderId
  /** Set when the letter carries a one-time secret: it is not sent after this, and is forgotten once sent. */
  secretUntil?: Date
  /** The recipient waits at a screen for it: a code, or the link to a new password. */
  isUrgent?: boolean
  /** Who causes it, where that is not its recipient: an account, or a client address (`senderAt`). Mails of one sender wait for one another. */
  sender?: string
  /** A calendar file that mail programs offer to enter. */
  calendar?: string
}

/** The sender of mails that a client address causes: a keyed hash, because addresses are few enough to try them all. */
export const senderAt = (keyring: Pick<Keyring, 'sign'>, address: string) => keyring.sign('mail-sender', address)

/** Writes a mail in the transaction that causes it. It goes out after the commit, and never when there is none. */
export async function queueMail(
  tx: Queryable,
  { to, template, letter, orderId, secretUntil, calendar, isUrgent = false, sender = to.toLowerCase() }: Mail,
): Promise<string> {
  const id = newId<string>('mail')
  const forms = { subject: subjectOf(letter), text: toText(letter), html: toHtml(letter) }
  const extras = { orderId: orderId ?? null, secretUntil: secretUntil ?? null, calendar: calendar ?? null }
  const turn = sql<number>`(select coalesce(max(o.turn) + 1, 0) from mail_outbox o
    where o.sender = ${sender} and o.sent_at is null and o.failed_at is null and o.attempts = 0)`
  const row = { id, template, recipient: to, ...forms, ...extras, isUrgent, sender, turn }
  await tx.insert(mailOutbox).values(row).onConflictDoNothing()
  // The schedule would find it too, within seconds; whoever waits for a code sees it sooner.
  await enqueueJob(tx, { kind: SEND_MAIL, key: id })
  return id
}
