import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { emailSubmissions } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'

/** @returns the submission; the first one when an address has several */
export async function findOrInsertSubmission(db: Queryable, submission: typeof emailSubmissions.$inferInsert) {
  await db.insert(emailSubmissions).values(submission).onConflictDoNothing()
  const [row] = await db.select().from(emailSubmissions).where(eq(emailSubmissions.email, submission.email))
  return row
}

export async function confirmSubmission(db: Queryable, id: string, confirmedAt: Date): Promise<boolean> {
  const first = sql`coalesce(${emailSubmissions.confirmedAt}, ${confirmedAt.toISOString()}::timestamptz)`
  const confirmed = await db
    .update(emailSubmissions)
    .set({ confirmedAt: first })
    .where(eq(emailSubmissions.id, id))
    .returning({ id: emailSubmissions.id })
  return confirmed.length > 0
}

export async function deleteSubmission(db: Queryable, id: string) {
  await db.delete(emailSubmissions).where(eq(emailSubmissions.id, id))
}

/** An unconfirmed address is not kept. */
export async function pruneUnconfirmed(db: Queryable, madeBefore: Date) {
  await db.delete(emailSubmissions).where(and(isNull(emailSubmissions.confirmedAt), lt(emailSubmissions.createdAt, madeBefore)))
}
