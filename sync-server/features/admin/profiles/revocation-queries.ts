import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { directoryInvestors, listingRevocations, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { UserId, VcId } from '#shared/ids.ts'

export type RevocationRow = Awaited<ReturnType<typeof listRevocations>>[number]

/** Search keys for earlier revocations: their owners, records and mailboxes. */
export type Concerned = { userIds: UserId[]; recordIds: VcId[]; addressKeys: string[] }

export async function insertRevocation(tx: Transaction, revocation: typeof listingRevocations.$inferInsert) {
  await tx.insert(listingRevocations).values(revocation)
}

/** Active revocations of a listing and of every other listing by which its account had claimed the same record. */
const holding = (listingId: VcId) => {
  const same = sql`(select same.id from ${vcs} same join ${vcs} this on this.id = ${listingId}
    and same.user_id = this.user_id and same.replaces_id = this.replaces_id)`
  const { listingId: listing, liftedAt } = listingRevocations
  return and(or(eq(listing, listingId), sql`${listing} in ${same}`), isNull(liftedAt))
}

export async function liftRevocations(tx: Transaction, listingId: VcId) {
  await tx.update(listingRevocations).set({ liftedAt: sql`now()` }).where(holding(listingId))
}

/** Latest first, each with the account that the listing belongs to now. */
export const listRevocations = (db: Queryable, { userIds, recordIds, addressKeys }: Concerned) =>
  db
    .select({ revocation: listingRevocations, userId: vcs.userId, recordName: directoryInvestors.name })
    .from(listingRevocations)
    .leftJoin(vcs, eq(vcs.id, listingRevocations.listingId))
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, listingRevocations.recordId))
    .where(
      or(
        inArray(vcs.userId, userIds),
        inArray(listingRevocations.recordId, recordIds),
        inArray(listingRevocations.addressKey, addressKeys),
      ),
    )
    .orderBy(desc(listingRevocations.revokedAt), desc(listingRevocations.id))

/** Whether an active revocation bars a mailbox from a record. */
export async function isAddressBarred(db: Queryable, recordId: VcId, addressKey: string): Promise<boolean> {
  const { recordId: record, addressKey: key, liftedAt } = listingRevocations
  return (await db.$count(listingRevocations, and(eq(record, recordId), eq(key, addressKey), isNull(liftedAt)))) > 0
}

/** Whether an account has a listing whose claim to a record is revoked. */
export async function isAccountBarred(db: Queryable, recordId: VcId, userId: UserId): Promise<boolean> {
  return (
    (await db.$count(vcs, and(eq(vcs.replacesId, recordId), eq(vcs.userId, userId), sql`${vcs.claimRevokedAt} is not null`))) > 0
  )
}

/** Active revocations of an account's listings, including those made manually, which have no entry. */
export const listHoldingOf = (tx: Transaction, userId: UserId) =>
  tx
    .select({ listingId: vcs.id, recordId: vcs.replacesId, claimRevokedAt: vcs.claimRevokedAt, revokedAt: vcs.revokedAt })
    .from(vcs)
    .where(and(eq(vcs.userId, userId), or(isNotNull(vcs.revokedAt), isNotNull(vcs.claimRevokedAt))))

export async function forgetReasons(tx: Transaction, of: { userId: UserId } | { recordId: VcId }) {
  const { listingId, recordId } = listingRevocations
  const own = (userId: UserId) => inArray(listingId, tx.select({ id: vcs.id }).from(vcs).where(eq(vcs.userId, userId)))
  await tx
    .update(listingRevocations)
    .set({ reason: null })
    .where('userId' in of ? own(of.userId) : eq(recordId, of.recordId))
}
