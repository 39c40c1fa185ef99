import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { drainSearchQueue, reindexInvestors } from '#server/features/directory/search/reindex.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { choosePlaces } from './choose-places.ts'
import {
  countPlaces,
  listBestElsewhere,
  listGradedElsewhere,
  listWorstOnDevices,
  lockExtent,
  placeOnDevices,
  writeExtent,
} from './queries.ts'

export const REFRESH_EXTENT = 'directory.extent'
export const EXTENT_EVERY_SECONDS = 60

/** Records that join or leave the devices in one run, so that a delta stays small. Devices pull between two runs. */
const MAX_MOVED = 500
/** Changes that the search takes over in one run: half a second of this node. */
const MAX_DRAINED = 500

export type ExtentDeps = { db: Database; deviceLimit: number }

/**
 * Decides which listed investors are on devices. While there are at most `deviceLimit`, all are. Above it the verified are, then the
 * best ranked, then those that are there already: a record at the boundary does not move back and forth.
 *
 * @returns `continue` while more records have to move than one run may
 */
export const refreshExtent = ({ db, deviceLimit }: ExtentDeps): Promise<'continue' | undefined> =>
  db.transaction(async (tx) => {
    await lockExtent(tx)
    const drained = await drainSearchQueue(tx, MAX_DRAINED)
    const { joining, leaving } = await chooseMoves(tx, deviceLimit)
    await placeOnDevices(tx, joining, true)
    await placeOnDevices(tx, leaving, false)
    // In this transaction, so that a record is always on devices or in the search.
    await reindexInvestors(tx, [...joining, ...leaving])
    const { onDevices, elsewhere } = await countPlaces(tx)
    const total = onDevices + elsewhere
    await writeExtent(tx, { deviceLimit, isPartial: elsewhere > 0 || total > deviceLimit, total, onDevices })
    return joining.length + leaving.length > 0 || drained === MAX_DRAINED ? 'continue' : undefined
  })

async function chooseMoves(tx: Transaction, deviceLimit: number) {
  const { onDevices, elsewhere } = await countPlaces(tx)
  const excess = onDevices - deviceLimit
  if (excess > 0) return { joining: [], leaving: (await listWorstOnDevices(tx, Math.min(excess, MAX_MOVED))).map(({ id }) => id) }
  if (elsewhere === 0) return { joining: [], leaving: [] }
  if (excess < 0) return { joining: (await listBestElsewhere(tx, Math.min(-excess, MAX_MOVED))).map(({ id }) => id), leaving: [] }
  const candidates = await listGradedElsewhere(tx, MAX_MOVED)
  return choosePlaces(candidates, candidates.length > 0 ? await listWorstOnDevices(tx, candidates.length) : [])
}

/** Runs soon: an import has changed the directory. In the transaction of the import. */
export const requestExtent = (db: Queryable) => enqueueJob(db, { kind: REFRESH_EXTENT, key: 'import' })
