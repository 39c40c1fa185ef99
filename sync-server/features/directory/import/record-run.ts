import { createHash } from 'node:crypto'
import type { importRuns } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { sanitise } from '#shared/listing-import/sanitise-json.ts'
import { replaceQuarantine, writeImportRun } from './queries.ts'

type Counts = Pick<
  typeof importRuns.$inferInsert,
  'source' | 'received' | 'added' | 'changed' | 'unchanged' | 'quarantined' | 'suppressed' | 'note'
>
type LeftOut = { reason: string; raw: Record<string, string> }

/**
 * Records the run of an import with records of another kind than those of the directory, and replaces the quarantine of its source.
 *
 * @returns the id of the run
 */
export async function recordRun(tx: Transaction, run: Counts, leftOut: readonly LeftOut[]): Promise<string> {
  const id = newId<string>('imp')
  await writeImportRun(tx, { id, status: 'applied', unlisted: 0, ...run })
  const idOf = (record: LeftOut) =>
    `hash_${createHash('sha256')
      .update(JSON.stringify([run.source, record]))
      .digest('hex')}`
  const records = new Map(leftOut.map((record) => [idOf(record), record]))
  await replaceQuarantine(
    tx,
    run.source,
    [...records].map(([key, { reason, raw }]) => ({ id: key, reason, raw: sanitise(raw) })),
    [],
  )
  return id
}
