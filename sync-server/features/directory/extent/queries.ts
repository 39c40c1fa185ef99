import { inArray, type SQL, sql } from 'drizzle-orm'
import { directoryExtents, directoryInvestors, vcs } from '#drizzle/schema/index.ts'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { idList } from '#server/database/id-list.ts'
import type { DirectoryExtent } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import type { Graded } from './choose-places.ts'

const EXTENT_WAIT_MS = 60_000

/** Refreshes on several nodes run one after the other. */
export const lockExtent = (tx: Transaction) => lockOverNodes(tx, 'extent', EXTENT_WAIT_MS)

/** The extents that devices show, and ids of those that they do not show any more. */
export async function listExtents(db: Queryable, where?: SQL) {
  const rows = await db.select().from(directoryExtents).where(where)
  const put = rows
    .filter(({ isPartial }) => isPartial)
    .map(({ id, total, onDevices }): DirectoryExtent => ({ id, total, onDevices }))
  return { put, del: rows.filter(({ isPartial }) => !isPartial).map(({ id }) => id) }
}

/** Writes only a difference: each change of a partial extent is sent to every device. */
export async function writeExtent(
  tx: Transaction,
  { deviceLimit, isPartial, total, onDevices }: Omit<DirectoryExtent, 'id'> & { deviceLimit: number; isPartial: boolean },
) {
  await tx.execute(sql`
    update directory_extents
    set device_limit = ${deviceLimit}, is_partial = ${isPartial}, total = ${total}, on_devices = ${onDevices}
    where (device_limit, is_partial, total, on_devices)
      is distinct from (${deviceLimit}::int, ${isPartial}::boolean, ${total}::int, ${onDevices}::int)`)
}

/** Lets new records wait for a place from here on, when this many investors are more than devices hold. */
export async function announceTotal(tx: Transaction, { total, onDevices }: Omit<DirectoryExtent, 'id'>) {
  await tx.execute(sql`
    update directory_extents set is_partial = true, total = ${total}, on_devices = ${onDevices}
    where not is_partial and device_limit < ${total}`)
}

/** Numbers of listed investors on devices, and elsewhere. The former are counted in partial indexes. */
export async function countPlaces(db: Queryable): Promise<{ onDevices: number; elsewhere: number }> {
  const [row] = await db.execute<{ onDevices: number; elsewhere: number }>(sql`
    select (select count(*) from directory_investors where on_devices and unlisted_at is null)::int
      + (select count(*) from vcs where on_devices and is_verified and is_active)::int as "onDevices",
      (select count(*) from directory_search)::int as elsewhere`)
  return row ?? { onDevices: 0, elsewhere: 0 }
}

/** The grade of a record that is neither verified nor ranked. Grades are the beginning of `best_key`. */
const LOWEST_GRADE = '19999999999'
const gradeLength = LOWEST_GRADE.length

/** The best records outside the devices' part; of equal grade the newest. */
export const listBestElsewhere = (tx: Transaction, most: number): Promise<Graded[]> =>
  tx.execute<Graded>(sql`
    select id, left(best_key, ${gradeLength}) as grade from directory_search
    order by left(best_key, ${gradeLength}), newest_key, best_key limit ${most}`)

/** Those that are verified or ranked, which an index finds. */
export const listGradedElsewhere = (tx: Transaction, most: number): Promise<Graded[]> =>
  tx.execute<Graded>(sql`
    select id, left(best_key, ${gradeLength}) as grade from directory_search
    where best_key < ${LOWEST_GRADE} order by best_key limit ${most}`)

/** The last records of the devices' part, the worst first; of equal grade the oldest. */
export const listWorstOnDevices = (tx: Transaction, most: number): Promise<Graded[]> =>
  tx.execute<Graded>(sql`
    select id, (case when is_verified then '0' else '1' end) || lpad(coalesce(rank, 9999999999)::text, 10, '0') as grade
    from (
      select id, is_verified, coalesce(source_created_at, created_at) as listed_at from directory_investors
      where on_devices and unlisted_at is null
      union all select id, is_verified, created_at from vcs where on_devices and is_verified and is_active) as member
    left join investor_stats using (id)
    order by is_verified, rank desc nulls first, listed_at, id limit ${most}`)

/** Adds records to the devices' part, or removes them. Triggers stamp the rows, so that the next delta carries them. */
export async function placeOnDevices(tx: Transaction, ids: readonly VcId[], onDevices: boolean) {
  if (ids.length === 0) return
  await tx
    .update(directoryInvestors)
    .set({ onDevices })
    .where(inArray(directoryInvestors.id, idList(ids)))
  await tx
    .update(vcs)
    .set({ onDevices })
    .where(inArray(vcs.id, idList(ids)))
}
