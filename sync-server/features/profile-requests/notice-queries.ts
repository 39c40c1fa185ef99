import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { directoryInvestors as listed, listingNotices, mailOutbox } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'

/** An outage of the mail server may be over after this time. */
const AGAIN_AFTER = sql`interval '7 days'`

/** A mail that could not be delivered, and is older than the retry period of the mail outbox. */
const hasFailed = sql`${listingNotices.failedAt} < now() - ${AGAIN_AFTER}`

/**
 * Listed records with a mailbox that need a notice, oldest first. A failed notice is sent again within the month that the law
 * allows. Uses the database clock.
 */
export async function listUnnotified(db: Queryable, most: number) {
  const isDue = sql`${listed.createdAt} < now() - interval '1 day'
    and not exists (select from ${listingNotices} where ${listingNotices.vcId} = ${listed.id}
      and not coalesce(${hasFailed} and ${listed.createdAt} > now() - interval '30 days', false))`
  const rows = await db
    .select({ id: listed.id, name: listed.name, email: listed.email })
    .from(listed)
    .where(and(isNull(listed.unlistedAt), isNotNull(listed.email), isDue))
    .orderBy(asc(listed.createdAt), asc(listed.id))
    .limit(most)
  return rows.map(({ email, ...row }) => ({ ...row, email: email ?? '' }))
}

/** @returns false when the record already has its notice; a failed one is replaced */
export async function insertNotice(tx: Transaction, notice: typeof listingNotices.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(listingNotices)
    .values(notice)
    .onConflictDoUpdate({
      target: listingNotices.vcId,
      set: { addressKey: notice.addressKey, queuedAt: sql`now()`, mailId: null, failedAt: null },
      setWhere: hasFailed,
    })
    .returning({ vcId: listingNotices.vcId })
  return inserted.length > 0
}

/** A mailbox that a record takes over from another one was notified, if the other one was. */
export async function copyNotice(tx: Transaction, from: VcId, into: VcId) {
  const { vcId: _, ...columns } = getTableColumns(listingNotices)
  const [notice] = await tx.select(columns).from(listingNotices).where(eq(listingNotices.vcId, from))
  if (notice)
    await tx
      .insert(listingNotices)
      .values({ ...notice, vcId: into })
      .onConflictDoNothing()
}

export async function setMail(tx: Transaction, vcId: VcId, mailId: string) {
  await tx.update(listingNotices).set({ mailId }).where(eq(listingNotices.vcId, vcId))
}

/** Copies when mails were sent, or that they failed, before the mails are deleted. */
export async function takeOverOutcomes(db: Queryable) {
  await db.execute(sql`
    update ${listingNotices} n set sent_at = m.sent_at, failed_at = m.failed_at from ${mailOutbox} m
    where m.id = n.mail_id and n.sent_at is null and n.failed_at is null and (m.sent_at is not null or m.failed_at is not null)`)
}
