import type { Transaction } from '#server/database/client.ts'
import { filledFields } from '#shared/admin/merge-records.ts'
import type { RecordContact, RecordFact } from '#shared/admin/records.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { changeRecord } from './change-record.ts'
import { requestExtent } from './extent/refresh-extent.ts'
import { deleteStatsOf, lockImports } from './import/queries.ts'
import { lockRecord, type RecordRow, redirectMerged, updateRecord } from './record-queries.ts'
import { requestStats } from './stats/refresh-stats.ts'

export type RecordPair = { from: RecordRow; into: RecordRow }

/**
 * Two records, locked in one order: of two opposite merges the second sees the first. What a device writes about one of them waits.
 *
 * @throws Problem `not-found`
 */
export async function lockPair(tx: Transaction, ids: { from: VcId; into: VcId }): Promise<RecordPair> {
  const rows = new Map<VcId, RecordRow | undefined>()
  for (const id of [ids.from, ids.into].sort()) rows.set(id, await lockRecord(tx, id))
  const [from, into] = [rows.get(ids.from), rows.get(ids.into)]
  if (!from || !into) throw new Problem('not-found')
  return { from, into }
}

/** An import that runs has already read the records that it compares. */
export const holdForMerge = (tx: Transaction) => lockImports(tx)

type ChangeDeps = Parameters<typeof changeRecord>[1]

/**
 * Fills empty fields of the record that stays, and takes the other one off the directory for good. Records that were merged into that
 * one follow it.
 *
 * @returns the fields that were filled
 * @throws Problem `records.removed-person` when a detail that would be filled is that of a removed person
 */
export async function mergeRow(tx: Transaction, deps: ChangeDeps, { from, into }: RecordPair) {
  const filled = await changeRecord(tx, deps, into, filledFields(into, from))
  // A link that was mailed before proves no mailbox any more: that of the other record may be a different one.
  await updateRecord(tx, into.id, {})
  await updateRecord(tx, from.id, { mergedInto: into.id, replacedBy: null, unlistedAt: from.unlistedAt ?? deps.now() })
  await redirectMerged(tx, from.id, into.id)
  await deleteStatsOf(tx, from.id)
  await requestExtent(tx)
  await requestStats(tx)
  return Object.keys(filled) as (RecordFact | RecordContact)[]
}
