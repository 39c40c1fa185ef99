import { DirectorySnapshot } from '#shared/sync/protocol.ts'
import type { DirectoryDatabase, DirectoryState, IncomingSnapshot, PartRow } from '#web/db/directory-database.ts'
import { HttpProblem } from '#web/net/api.ts'
import { getJson, type Transport } from '#web/sync/engine/transport.ts'
import { ChunkReceiver } from './chunk-receiver.ts'

export type Progress = (done: number, total: number) => void

/** Parallel chunk downloads. The first chunk is downloaded alone: it renders the first screen. */
const MAX_PARALLEL = 3

/**
 * Downloads a complete directory, chunk by chunk; each chunk is durable as it arrives. An interrupted download resumes.
 *
 * The first directory of a device is visible while it grows. A later one replaces the old one in a single transaction, so a
 * reader never sees half of it.
 *
 * @param isCheck  the snapshot is evidence for a mass removal, so it must be newer than the removal
 */
export async function downloadSnapshot(
  transport: Transport,
  db: DirectoryDatabase,
  onProgress: Progress,
  isCheck = false,
  isSecondTry = false,
): Promise<void> {
  const incoming = (await db.getMeta('incoming')) ?? (await begin(transport, db, isCheck))
  try {
    await download(transport, db, incoming, onProgress)
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.code !== 'not-found') throw error
    // The server has deleted these chunks since: a fresh list names others.
    await db.meta.delete('incoming')
    if (isSecondTry) throw error
    return downloadSnapshot(transport, db, onProgress, isCheck, true)
  }
  await finish(db, incoming)
}

async function begin(transport: Transport, db: DirectoryDatabase, isCheck: boolean): Promise<IncomingSnapshot> {
  const snapshot = await getJson(transport, `/api/sync/directory/snapshot${isCheck ? '?check=yes' : ''}`, DirectorySnapshot)
  const incoming: IncomingSnapshot = { ...snapshot, base: crypto.randomUUID() }
  await db.transaction('rw', db.meta, async () => {
    await db.setMeta('incoming', incoming)
    const state = await db.getMeta('directory')
    // What is on the screen stays until the new set can replace it.
    if (state && (state.isComplete || state.parts.length > 0)) return
    await db.setMeta('directory', { epoch: incoming.epoch, parts: [], base: incoming.base, isComplete: false, revision: 0 })
  })
  return incoming
}

async function download(transport: Transport, db: DirectoryDatabase, { parts, base }: IncomingSnapshot, onProgress: Progress) {
  const [first] = parts
  const stored = new Set(await db.parts.toCollection().primaryKeys())
  const present = parts.filter((hash) => stored.has(hash))
  // A page may end after a chunk was stored and before it was listed.
  if (present.length > 0) await list(db, base, present)
  const missing = parts.filter((hash) => !stored.has(hash))
  const receiver = new ChunkReceiver(transport)
  const downloads = new Map<string, Promise<PartRow | undefined>>()
  try {
    for (const [at, hash] of missing.entries()) {
      for (const next of missing.slice(at, at === 0 ? 1 : at + MAX_PARALLEL)) {
        if (downloads.has(next)) continue
        const part = receiver.receive(next, next === first)
        part.catch(() => undefined) // Awaited below, in order.
        downloads.set(next, part)
      }
      await list(db, base, [hash], await downloads.get(hash))
      downloads.delete(hash)
      onProgress(parts.length - missing.length + at + 1, parts.length)
    }
  } finally {
    // What is still on its way is not stored: the device may be full.
    receiver.end()
  }
}

/** Makes chunks visible to readers, unless the directory was replaced since. @param part  the chunk, unless it is stored */
async function list(db: DirectoryDatabase, base: string, hashes: string[], part?: PartRow) {
  await db.transaction('rw', db.parts, db.meta, async () => {
    if (part) await db.parts.put(part)
    const state = await db.getMeta('directory')
    if (state?.base !== base || state.isComplete) return
    const added = hashes.filter((hash) => !state.parts.includes(hash))
    if (added.length > 0) await db.setMeta('directory', { ...state, parts: [...state.parts, ...added] })
  })
}

async function finish(db: DirectoryDatabase, { epoch, cursor, parts, base }: IncomingSnapshot) {
  await db.transaction('rw', [db.parts, db.words, db.rows, db.meta], async () => {
    const complete: DirectoryState = { epoch, parts, base, isComplete: true, revision: 0 }
    await db.setMeta('directory', complete)
    await db.setMeta('cursor', cursor)
    await db.meta.delete('seen')
    await db.meta.delete('incoming')
    await db.rows.clear()
    await db.parts.where('key').noneOf(parts).delete()
    await db.words.where('key').noneOf(parts).delete()
  })
}
