import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fromColumns, toColumns } from '#shared/sync/column-part.ts'
import { CHUNK_SIZE } from '#shared/sync/protocol.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Number of documents of each following collection that the first chunk already contains: more than one screen. */
const FIRST_SCREEN = 100

/** The first chunk is small, because a device paints only after reading all of it: several screens of the best investors. */
const FIRST_PART = 250

/** An investor's figures are at least this much smaller than an investor. */
const SMALLER_BY = 4

/** 9 is 3 % larger than 11 and twenty times as fast. */
const PART_QUALITY = 9

export type Collections = Record<string, { id: string }[]>
export type PackedPart = {
  sha256: string
  brotli: Uint8Array
  gzip: Uint8Array
  columns: Uint8Array | null
  documents: string[]
}

/** The key under which a chunk lists a document. */
export const documentKey = (collection: string, id: string) => `${collection}/${id}`

/**
 * Splits a directory into chunks, the best first, so that the first one alone is enough for every first screen.
 *
 * The first collection leads. Its best documents are in the first chunk, with the documents of other collections for them (an
 * investor's figures) and a first few of those without a leader. Everything else is split by a hash of its id: a changed document
 * changes only the chunk that contains it, independent of its new rank. Documents that belong to the leaders are in separate
 * chunks, because figures change every few seconds and investors hardly ever.
 */
export function splitIntoChunks(collections: Collections, size = CHUNK_SIZE): Collections[] {
  const [leading, ...following] = Object.entries(collections)
  if (!leading) return []
  const [name, leaders] = leading
  const best = leaders.slice(0, Math.min(FIRST_PART, size))
  const first: Collections = best.length > 0 ? { [name]: best } : {}
  const isBest = idsOf(best)
  const isLed = idsOf(leaders)
  const later: { led: Collections[]; alone: Collections[] } = { led: [], alone: [] }

  for (const [collection, docs] of following) {
    const alone = docs.filter(({ id }) => !isLed.has(id))
    const initial = [...docs.filter(({ id }) => isBest.has(id)), ...alone.slice(0, FIRST_SCREEN)]
    if (initial.length > 0) first[collection] = initial
    const led = docs.filter(({ id }) => isLed.has(id) && !isBest.has(id))
    for (const part of cutByHash(led, size * SMALLER_BY)) later.led.push({ [collection]: part })
    for (const part of cutByHash(alone.slice(FIRST_SCREEN), size)) later.alone.push({ [collection]: part })
  }
  const rest = cutByHash(leaders.slice(best.length), size).map((part): Collections => ({ [name]: part }))
  // Figures first: they are small, and each investor that follows is then shown with its own.
  return [first, ...later.led, ...rest, ...later.alone]
}

const idsOf = (docs: { id: string }[]) => new Set(docs.map(({ id }) => id))

const HASH_BITS = 32

/**
 * A group of more than `size` is halved by the next bit of its hashes, so an added or removed document affects only one group.
 */
function cutByHash<Doc extends { id: string }>(docs: Doc[], size: number): Doc[][] {
  const placed = docs.map((doc) => ({ doc, place: createHash('sha256').update(doc.id).digest().readUInt32BE() }))
  placed.sort((one, other) => one.place - other.place || (one.doc.id < other.doc.id ? -1 : 1))
  const cut = (group: typeof placed, bit: number): Doc[][] => {
    if (group.length === 0) return []
    if (group.length <= size || bit < 0) return [group.map(({ doc }) => doc)]
    const isHigh = ({ place }: { place: number }) => ((place >>> bit) & 1) === 1
    const half = group.findIndex(isHigh)
    const at = half < 0 ? group.length : half
    return [...cut(group.slice(0, at), bit - 1), ...cut(group.slice(at), bit - 1)]
  }
  return cut(placed, HASH_BITS - 1)
}

/** A chunk as it is stored and sent: named by its content hash, compressed off the main thread. */
export async function packPart(put: Collections): Promise<PackedPart> {
  const json = JSON.stringify({ put })
  const bytes = Buffer.from(json)
  const columns = toColumns(put)
  // A device would refuse what does not result in the same bytes: it loads the chunk by documents.
  const isExact = fromColumns(columns).json === json
  const [brotli, gzipped, packedColumns] = await Promise.all([
    compress(bytes),
    gzipAsync(bytes),
    isExact ? compress(Buffer.from(columns)) : null,
  ])
  const documents = Object.entries(put).flatMap(([collection, docs]) => docs.map(({ id }) => documentKey(collection, id)))
  return { sha256: createHash('sha256').update(bytes).digest('hex'), brotli, gzip: gzipped, columns: packedColumns, documents }
}

const compress = (bytes: Buffer): Promise<Uint8Array> =>
  brotliAsync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: PART_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
