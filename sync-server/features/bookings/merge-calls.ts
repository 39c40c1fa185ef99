import type { Queryable, Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { countComing, hasComingOverlap, rekeyCalls } from './merge-queries.ts'

/** Calls of an investor that are not over. */
export const countComingCalls = (db: Queryable, id: VcId, now: Date): Promise<number> => countComing(db, id, now)

type Merging = { from: VcId; into: VcId; now: Date }

/**
 * The calls with a record take the hours of the one that it is merged into: nothing else is sold in them. A call keeps its investor's
 * id, under which it was paid. Calls of the past that overlap stay apart.
 *
 * @throws Problem `records.calls-overlap` when calls to come overlap
 */
export async function mergeCalls(tx: Transaction, merging: Merging) {
  if (await hasComingOverlap(tx, merging)) throw new Problem('records.calls-overlap')
  await rekeyCalls(tx, merging)
}
