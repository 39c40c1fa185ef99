import type { Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { hasComingOverlap, rekeyCalls } from './merge-queries.ts'

/**
 * The calls with a record take the hours of the one that it is merged into. Calls that overlapped before now stay apart.
 *
 * @throws Problem `records.calls-overlap` when calls to come overlap
 */
export async function mergeCalls(tx: Transaction, merging: { from: VcId; into: VcId; now: Date }) {
  if (await hasComingOverlap(tx, merging)) throw new Problem('records.calls-overlap')
  await rekeyCalls(tx, merging)
}
