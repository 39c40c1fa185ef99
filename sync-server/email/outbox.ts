import { and, eq, isNull, sql } from 'drizzle-orm'
import { type MailAttachment, mailOutbox } from '#drizzle/schema/index.ts'
import { readCompany } from '#server/company.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import type { Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { mailFooter } from '#shared/company/details.ts'
import type { OrderId, PrincipalId } from '#shared/ids.ts'
import type { OptionalMail } from '#shared/notices/preferences.ts'
import { toHtml } from './mail-html.ts'
import { type MailMessage, subjectOf, toText } from './mail-message.ts'

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
  /** A document that prints well, as a file. */
  attachment?: MailAttachment
  /** Set when the mail can be withdrawn: its own id, and how long it waits. */
  held?: { id: string; seconds: number }
  /** Where its reader unsubscribes with one click, without an account. */
  unsubscribeUrl?: string
  /** Set by `queueOptionalMail` for news that can be switched off until it is sent. */
  notice?: { group: OptionalMail; of: PrincipalId | undefined }
}

/** The sender of mails that a client address causes: a keyed hash, because the address space is small enough to enumerate. */
export const senderAt = (keyring: Pick<Keyring, 'sign'>, address: string) => keyring.sign('mail-sender', address)

/** Inserts a mail in the transaction that causes it. It is sent after the commit, and never if the transaction rolls back. */
export async function queueMail(
  tx: Queryable,
  {
    to,
    template,
    message,
    orderId,
    secretUntil,
    calendar,
    attachment,
    held,
    notice,
    unsubscribeUrl,
    isUrgent = false,
    sender = to.toLowerCase(),
  }: Mail,
): Promise<string> {
  const id = held?.id ?? newId<string>('mail')
  const footer = mailFooter(await readCompany(tx))
  const forms = { subject: subjectOf(message), text: toText(message, footer), html: toHtml(message, footer) }
  const extras = { orderId: orderId ?? null, secretUntil: secretUntil ?? null }
  const files = { calendar: calendar ?? null, attachment: attachment ?? null }
  const optional = { noticeGroup: notice?.group ?? null, noticeOf: notice?.of ?? null, unsubscribeUrl: unsubscribeUrl ?? null }
  const turn = sql<number>`(select coalesce(max(o.turn) + 1, 0) from mail_outbox o
    where o.sender = ${sender} and o.sent_at is null and o.failed_at is null and o.attempts = 0)`
  const sendAt = sql<Date>`now() + make_interval(secs => ${held?.seconds ?? 0})`
  const row = { id, template, recipient: to, ...forms, ...extras, ...files, ...optional, isUrgent, sender, turn, sendAt }
  await tx.insert(mailOutbox).values(row).onConflictDoNothing()
  // The schedule would also find it within seconds. The job makes a code arrive sooner.
  if (!held?.seconds) await enqueueJob(tx, { kind: SEND_MAIL, key: id })
  return id
}

/** Deletes a mail that no node has begun to send. @returns whether there was one */
export async function withdrawMail(tx: Queryable, id: string): Promise<boolean> {
  const unsent = and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, 0), isNull(mailOutbox.sentAt), isNull(mailOutbox.failedAt))
  const withdrawn = await tx.delete(mailOutbox).where(unsent).returning({ id: mailOutbox.id })
  return withdrawn.length > 0
}

/** Whether a mail was sent, or is going to be: it was not withdrawn, and is not older than sent mails are kept. */
export const hasMail = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.$count(mailOutbox, eq(mailOutbox.id, id))) > 0
