import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { listingRevocations, vcs } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { RecordCounts } from '#shared/admin/merge.ts'
import type { VcId } from '#shared/ids.ts'

/** Whether a listing has replaced a record, now or before: sales and claims of the account are bound to the record. */
export const hasProfile = async (db: Queryable, id: VcId): Promise<boolean> =>
  (await db.$count(vcs, and(eq(vcs.replacesId, id), or(isNotNull(vcs.replacedAt), isNotNull(vcs.claimRevokedAt))))) > 0

/** Claims that were never approved are claims to the other record from now on, and so is what an admin has revoked before. */
export async function moveClaims(tx: Transaction, from: VcId, into: VcId) {
  await tx.update(vcs).set({ replacesId: into }).where(eq(vcs.replacesId, from))
  await tx.update(listingRevocations).set({ recordId: into }).where(eq(listingRevocations.recordId, from))
}

/** Those who hold the contact that was bought under an id, or under that of a record that was merged into it. */
const buyersOf = (id: VcId) => sql`select principal_id from vc_unlocks
  where vc_id in (select ${id}::text union select d.id from directory_investors d where d.merged_into = ${id})
    and status = 'completed' and revoked_at is null`

const WRITTEN = ['contact_notes', 'contact_intros', 'contact_follow_ups', 'contact_deals', 'contact_entries', 'contact_photos']
const writersAbout = (id: VcId) =>
  sql.join(
    WRITTEN.map((table) => sql`select principal_id from ${sql.identifier(table)} where contact_id = ${id}`),
    sql` union `,
  )

type UserCounts = Omit<RecordCounts, 'calls'>

export async function countAbout(db: Queryable, id: VcId): Promise<UserCounts> {
  const [row] = await db.execute<UserCounts>(sql`select
    (select count(distinct principal_id) from (${buyersOf(id)}) b)::int as buyers,
    (select count(*) from (${writersAbout(id)}) w)::int as writers,
    (select count(*) from saved_investors where vc_id = ${id})::int as saved`)
  return row ?? { buyers: 0, writers: 0, saved: 0 }
}

export async function countBuyersOfBoth(db: Queryable, one: VcId, other: VcId): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ((${buyersOf(one)}) intersect (${buyersOf(other)})) buyers`,
  )
  return row?.count ?? 0
}
