import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { directoryInvestors as listed, listingNotices, mailOutbox } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/db.ts'
import type { VcId } from '#shared/ids.ts'

/** Listed records with a mailbox that nobody was written to about, the oldest first. By the clock of the database. */
export async function listUnnotified(db: Queryable, most: number) {
  const isDue = sql`${listed.createdAt} < now() - interval '1 day'
    and not exists (select from ${listingNotices} n where n.vc_id = ${listed.id})`
  const rows = await db
    .select({ id: listed.id, name: listed.name, email: listed.email })
    .from(listed)
    .where(and(isNull(listed.unlistedAt), isNotNull(listed.email), isDue))
    .orderBy(asc(listed.createdAt), asc(listed.id))
    .limit(most)
  return rows.map(({ email, ...row }) => ({ ...row, email: email ?? '' }))
}

/** @returns false when the record has its notice already */
export async function insertNotice(tx: Transaction, notice: typeof listingNotices.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(listingNotices).values(notice).onConflictDoNothing().returning({ vcId: listingNotices.vcId })
  return inserted.length > 0
}

export async function setMail(tx: Transaction, vcId: VcId, mailId: string) {
  await tx.update(listingNotices).set({ mailId }).where(eq(listingNotices.vcId, vcId))
}

/** Writes down when letters went out, or that they could not, before the letters are forgotten. */
export async function takeOverOutcomes(db: Queryable) {
  await db.execute(sql`
    update ${listingNotices} n set sent_at = m.sent_at, failed_at = m.failed_at from ${mailOutbox} m
    where m.id = n.mail_id and n.sent_at is null and n.failed_at is null and (m.sent_at is not null or m.failed_at is not null)`)
}
