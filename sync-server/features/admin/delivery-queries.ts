import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { jobs, mailOutbox } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { MAX_DELIVERIES, MAX_RETRIED } from '#shared/admin/bounds.ts'

/** The mails of an erased person keep no address: they are not listed. */
const hasFailed = and(isNotNull(mailOutbox.failedAt), ne(mailOutbox.recipient, ''))
const mayRetry = and(hasFailed, isNull(mailOutbox.sentAt), isNull(mailOutbox.secretUntil))

/** A completed run leaves no error, or an empty one. */
const isFailing = and(isNull(jobs.doneAt), ne(jobs.lastError, ''))
const isIdle = or(isNull(jobs.lockedUntil), lt(jobs.lockedUntil, sql`now()`))

const count = sql<number>`count(*)::int`

/** Without the texts: only what an admin sees. */
export const listFailedMails = (db: Queryable) =>
  db
    .select({
      id: mailOutbox.id,
      template: mailOutbox.template,
      recipient: mailOutbox.recipient,
      failure: mailOutbox.failure,
      lastError: mailOutbox.lastError,
      attempts: mailOutbox.attempts,
      failedAt: sql<Date>`${mailOutbox.failedAt}`.mapWith(mailOutbox.failedAt),
      sentAt: mailOutbox.sentAt,
      secretUntil: mailOutbox.secretUntil,
    })
    .from(mailOutbox)
    .where(hasFailed)
    .orderBy(desc(mailOutbox.failedAt), desc(mailOutbox.id))
    .limit(MAX_DELIVERIES)

export const countFailedMails = (db: Queryable) => db.$count(mailOutbox, hasFailed)

export const countMailsByKind = (db: Queryable) =>
  db
    .select({ kind: mailOutbox.template, count })
    .from(mailOutbox)
    .where(mayRetry)
    .groupBy(mailOutbox.template)
    .orderBy(mailOutbox.template)
    .limit(MAX_DELIVERIES)

export const listFailingJobs = (db: Queryable) =>
  db
    .select({
      id: jobs.id,
      kind: jobs.kind,
      key: jobs.key,
      attempts: jobs.attempts,
      lastError: jobs.lastError,
      runAt: jobs.runAt,
      isRunning: sql<boolean>`coalesce(${jobs.lockedUntil} >= now(), false)`,
    })
    .from(jobs)
    .where(isFailing)
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(MAX_DELIVERIES)

export const countFailingJobs = (db: Queryable) => db.$count(jobs, isFailing)

export const countJobsByKind = (db: Queryable) =>
  db
    .select({ kind: jobs.kind, count })
    .from(jobs)
    .where(and(isFailing, isIdle, gte(jobs.runAt, sql`now()`)))
    .groupBy(jobs.kind)
    .orderBy(jobs.kind)
    .limit(MAX_DELIVERIES)

/** Makes failed mails due again, as if they were new. @returns how many */
export async function retryMails(tx: Transaction, which: { id: string } | { kind: string }): Promise<number> {
  const isMeant = 'id' in which ? eq(mailOutbox.id, which.id) : eq(mailOutbox.template, which.kind)
  const chosen = tx
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(mayRetry, isMeant))
    .orderBy(mailOutbox.failedAt)
    .limit(MAX_RETRIED)
    .for('update')
  const due = { failedAt: null, failure: null, lastError: null, lockedUntil: null, attempts: 0, turn: 0, sendAt: sql`now()` }
  const retried = await tx.update(mailOutbox).set(due).where(inArray(mailOutbox.id, chosen)).returning({ id: mailOutbox.id })
  return retried.length
}

/** Makes failed jobs due now; one that runs at the moment is left alone. @returns how many */
export async function retryJobs(tx: Transaction, which: { id: string } | { kind: string }): Promise<number> {
  const isMeant = 'id' in which ? eq(jobs.id, which.id) : eq(jobs.kind, which.kind)
  const chosen = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isFailing, isIdle, isMeant))
    .orderBy(jobs.runAt)
    .limit(MAX_RETRIED)
    .for('update', { skipLocked: true })
  const retried = await tx.update(jobs).set({ runAt: sql`now()` }).where(inArray(jobs.id, chosen)).returning({ id: jobs.id })
  return retried.length
}
