import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { newsletterSubscriptions } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'

/** @returns the submission; the first one when an address has several */
export async function findOrInsertSubmission(db: Queryable, submission: typeof newsletterSubscriptions.$inferInsert) {
  await db.insert(newsletterSubscriptions).values(submission).onConflictDoNothing()
  const [row] = await db.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, submission.email))
  return row
}

export async function confirmSubmission(db: Queryable, id: string, confirmedAt: Date): Promise<boolean> {
  const first = sql`coalesce(${newsletterSubscriptions.confirmedAt}, ${confirmedAt.toISOString()}::timestamptz)`
  const confirmed = await db
    .update(newsletterSubscriptions)
    .set({ confirmedAt: first })
    .where(eq(newsletterSubscriptions.id, id))
    .returning({ id: newsletterSubscriptions.id })
  return confirmed.length > 0
}

export const isSubscribed = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.$count(newsletterSubscriptions, and(hasAddress(email), isNotNull(newsletterSubscriptions.confirmedAt)))) > 0

/** Submissions are stored as the sender spelled them. */
const hasAddress = (email: string) => eq(sql`lower(${newsletterSubscriptions.email})`, email.toLowerCase())

export async function deleteAddress(db: Queryable, email: string) {
  await db.delete(newsletterSubscriptions).where(hasAddress(email))
}

export async function deleteSubmission(db: Queryable, id: string) {
  await db.delete(newsletterSubscriptions).where(eq(newsletterSubscriptions.id, id))
}

/** The first confirmed one first. */
export const listConfirmed = (db: Queryable) =>
  db
    .select()
    .from(newsletterSubscriptions)
    .where(isNotNull(newsletterSubscriptions.confirmedAt))
    .orderBy(newsletterSubscriptions.confirmedAt, newsletterSubscriptions.id)

/** An unconfirmed address is not kept. */
export async function pruneUnconfirmed(db: Queryable, madeBefore: Date) {
  await db
    .delete(newsletterSubscriptions)
    .where(and(isNull(newsletterSubscriptions.confirmedAt), lt(newsletterSubscriptions.createdAt, madeBefore)))
}
