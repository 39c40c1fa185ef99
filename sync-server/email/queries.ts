import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type mailFailures, mailOutbox } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'

export type MailFailure = (typeof mailFailures)[number]
export type QueuedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/**
 * Claims the next mail; other nodes and other lanes of this node skip it. Urgent mails come first, then the first of each sender,
 * then the second of each, and among equals the one that has waited longest. A flood by one sender therefore delays only its own
 * mails. Mails that failed before come after those that have not: each may take as long as all timeouts together.
 *
 * Stored instants are rounded to milliseconds, so now is rounded as well: a mail of the current millisecond is due.
 *
 * @param leaseSeconds  after this time the mail can be claimed again if its node died
 */
export async function claimMail(db: Queryable, leaseSeconds: number) {
  const due = sql`(
    select id from mail_outbox
    where sent_at is null and failed_at is null and send_at <= now()::timestamptz(3) and (locked_until is null or locked_until < now())
    order by least(attempts, 1), is_urgent desc, turn, send_at limit 1 for update skip locked)`
  const [mail] = await db
    .update(mailOutbox)
    .set({ lockedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`, attempts: sql`attempts + 1` })
    .where(eq(mailOutbox.id, due))
    .returning()
  return mail
}

/**
 * A one-time secret has no use once its mail is sent, and would be valuable to an attacker who reads the table later. The sender
 * matters only while the mail waits.
 */
const forgetSecret = {
  sender: null,
  text: sql`case when secret_until is null then text else '' end`,
  html: sql`case when secret_until is null then html end`,
}

export async function markSent(db: Queryable, id: string) {
  await db
    .update(mailOutbox)
    .set({ sentAt: sql`now()`, lockedUntil: null, lastError: null, noticeOf: null, unsubscribeUrl: null, ...forgetSecret })
    .where(eq(mailOutbox.id, id))
}

/** Deletes a mail that its reader has switched off since it was written. */
export async function dropMail(db: Queryable, id: string) {
  await db.delete(mailOutbox).where(eq(mailOutbox.id, id))
}

/** Whose news it is stays: an admin may send the mail again, and its reader may have switched it off. */
export async function markFailed(db: Queryable, id: string, failure: MailFailure, reason: string) {
  await db
    .update(mailOutbox)
    .set({ failedAt: sql`now()`, failure, lockedUntil: null, lastError: reason, ...forgetSecret })
    .where(eq(mailOutbox.id, id))
}

export async function reschedule(db: Queryable, id: string, seconds: number, reason: string) {
  await db
    .update(mailOutbox)
    .set({ sendAt: sql`now() + make_interval(secs => ${seconds})`, lockedUntil: null, lastError: reason })
    .where(eq(mailOutbox.id, id))
}

/** Keeps sent mails for a month, as evidence of delivery. Receipts are kept with their orders. */
export async function pruneMail(db: Queryable) {
  const monthAgo = sql`now() - interval '30 days'`
  const isOver = or(lt(mailOutbox.sentAt, monthAgo), lt(mailOutbox.failedAt, monthAgo))
  await deleteInBatches(db, mailOutbox, and(isOver, isNull(mailOutbox.orderId)))
}
