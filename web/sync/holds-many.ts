import { type DirectoryPart, MASS_REMOVAL_SHARE } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, DirectoryState } from '#web/db/directory-database.ts'

type Removals = { del: Record<string, string[]> }

/** Whether a large share of the documents in the parts is among those that a delta removes. Reads every part: rare. */
export async function holdsMany(db: DirectoryDatabase, { del }: Removals, { parts }: DirectoryState): Promise<boolean> {
  let [held, removed] = [0, 0]
  for (const part of await db.parts.bulkGet(parts)) {
    const { put } = JSON.parse(part?.text ?? '{"put":{}}') as DirectoryPart
    for (const [collection, docs] of Object.entries(put)) {
      const gone = new Set(del[collection])
      held += docs.length
      removed += docs.filter(({ id }) => gone.has(id)).length
    }
  }
  return removed > held * MASS_REMOVAL_SHARE
}
