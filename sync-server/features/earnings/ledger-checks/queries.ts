import { and, asc, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { ledgerCheckRuns, ledgerEntries, ledgerViolations, orders } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'

export type Found = { rule: string; subject: string; detail: string; happenedAt?: Date }

export const runRule = (db: Queryable, find: SQL) => db.execute<{ subject: string; detail: string }>(sql`${find} limit 100`)

export const listOpenViolations = (db: Queryable) =>
  db.select().from(ledgerViolations).where(isNull(ledgerViolations.clearedAt)).orderBy(asc(ledgerViolations.foundAt))

export const countOpenViolations = (db: Queryable) => db.$count(ledgerViolations, isNull(ledgerViolations.clearedAt))

/** Records current violations, and clears earlier ones of these rules that are no longer found. @returns the new violations */
export async function recordViolations(tx: Transaction, rules: string[], found: Found[], now: Date): Promise<Found[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-violations', 0))`)
  const open = await listOpenViolations(tx)
  const isOpen = ({ rule, subject }: Found) => open.some((one) => one.rule === rule && one.subject === subject)
  const newViolations = found.filter((one) => !isOpen(one))
  for (const { happenedAt = null, ...one } of found) {
    const again = { detail: one.detail, seenAt: now, clearedAt: null }
    const foundAt = sql`case when ${ledgerViolations.clearedAt} is null then ${ledgerViolations.foundAt} else ${now.toISOString()}::timestamptz end`
    await tx
      .insert(ledgerViolations)
      .values({ ...one, happenedAt, foundAt: now, seenAt: now })
      .onConflictDoUpdate({ target: [ledgerViolations.rule, ledgerViolations.subject], set: { ...again, foundAt } })
  }
  const subjectsOf = (rule: string) => found.filter((one) => one.rule === rule).map(({ subject }) => subject)
  for (const rule of rules) {
    const subjects = subjectsOf(rule)
    const isGone = subjects.length > 0 ? notInArray(ledgerViolations.subject, subjects) : undefined
    await tx
      .update(ledgerViolations)
      .set({ clearedAt: now })
      .where(and(sql`${ledgerViolations.rule} = ${rule}`, isNull(ledgerViolations.clearedAt), isGone))
  }
  return newViolations
}

export async function readRun(db: Queryable) {
  const [run] = await db.select().from(ledgerCheckRuns)
  return run
}

export async function finishRun(db: Queryable, change: Partial<typeof ledgerCheckRuns.$inferInsert>) {
  await db.update(ledgerCheckRuns).set(change)
}

const MAX_ALERTS = 100

/**
 * Orders that require manual review, oldest first. An undeliverable order is refunded automatically, and is listed only when the
 * refund fails. Double refunds come last: nothing resolves them, so they must not hide the others.
 */
export const listAlerts = (db: Queryable) =>
  db
    .select({
      id: orders.id,
      snapshot: orders.snapshot,
      alertCode: orders.alertCode,
      alertDetail: orders.alertDetail,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(isNotNull(orders.alertCode))
    .orderBy(sql`${orders.alertCode} = 'paid-back-twice'`, asc(orders.createdAt))
    .limit(MAX_ALERTS)

export const sumAccounts = (db: Queryable) =>
  db
    .select({
      account: ledgerEntries.accountKind,
      currency: ledgerEntries.currency,
      amount: sql<string>`sum(${ledgerEntries.amount})`,
    })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.accountKind, ledgerEntries.currency)
    .orderBy(ledgerEntries.accountKind, ledgerEntries.currency)
