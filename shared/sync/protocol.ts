import * as v from 'valibot'

type Spoken = { version: number /** The day it shipped. */; since: string; says: string }

/**
 * Every version of what is said under `/api/sync`, the latest last; a client sends its own in the `x-sync-protocol`
 * header. A field that is added and may be absent is no new version: both sides keep what they do not know. Whatever an
 * app that was installed before would misread is one, and the server goes on understanding the one before.
 */
export const protocolHistory: readonly [Spoken, ...Spoken[]] = [
  { version: 1, since: '2026-11-01', says: 'parts, cursor, `have`/`put`/`del`, push results, pokes' },
]

export const SYNC_PROTOCOL = protocolHistory.at(-1)?.version ?? 1
export const PROTOCOL_HEADER = 'x-sync-protocol'

/** Versions beside the current one that are spoken, however old they are. */
const VERSIONS_BEHIND = 2
/** And any other for so long after its successor shipped: whoever opens the app once a quarter is not shut out. */
const SPOKEN_DAYS = 90

/** @param now  milliseconds since the Unix epoch */
export function oldestSpoken(now: number, history = protocolHistory): number {
  const stillSpoken = history.find((_, at) => {
    const successor = history[at + 1]
    const isRecent = at >= history.length - 1 - VERSIONS_BEHIND
    return isRecent || !successor || now - Date.parse(successor.since) < SPOKEN_DAYS * 24 * 60 * 60 * 1000
  })
  return (stillSpoken ?? history[0]).version
}

/** Removals beyond this share of what a device holds are checked against a fresh, complete set first. */
export const MASS_REMOVAL_SHARE = 1 / 5

/** Tombstones are kept this long; a cursor from before the oldest one starts over. */
export const TOMBSTONE_DAYS = 90

/** About this many documents make one part. */
export const CHUNK_SIZE = 1000

/** A Postgres snapshot fence (an `xid8` in decimal). Opaque to the device. */
export const Cursor = v.pipe(v.string(), v.regex(/^\d{1,20}$/, 'This is not a cursor.'))
/** What a device has seen above its cursor. Opaque to the device. */
export const Seen = v.pipe(v.string(), v.maxLength(1000))
export const Epoch = v.pipe(v.string(), v.regex(/^[a-z0-9]{8,64}$/, 'This is not an epoch.'))
export const PartHash = v.pipe(v.string(), v.regex(/^[a-f0-9]{64}$/, 'This is not a part.'))

/** A document as the engines see one: an id and whatever its feature put beside it. */
export const Doc = v.looseObject({ id: v.string() })
export type Doc = v.InferOutput<typeof Doc>

const docsByCollection = v.record(v.string(), v.array(Doc))
const idsByCollection = v.record(v.string(), v.array(v.string()))

export const DirectorySnapshot = v.object({ epoch: Epoch, cursor: Cursor, parts: v.array(PartHash) })
export type DirectorySnapshot = v.InferOutput<typeof DirectorySnapshot>

/** `GET /api/sync/directory/parts/{sha256}`: best first, so that the first part alone paints the first screen. */
export const DirectoryPart = v.object({ put: docsByCollection })
export type DirectoryPart = v.InferOutput<typeof DirectoryPart>

export const DirectoryDelta = v.union([
  v.object({ reset: v.literal(true) }),
  v.object({ epoch: Epoch, cursor: Cursor, seen: v.optional(Seen), put: docsByCollection, del: idsByCollection }),
])
export type DirectoryDelta = v.InferOutput<typeof DirectoryDelta>

/** A private document also carries the version that `have` repeats: any change of content changes it. */
export const VersionedDoc = v.looseObject({ id: v.string(), version: v.pipe(v.number(), v.integer()) })
export type VersionedDoc = v.InferOutput<typeof VersionedDoc>

/**
 * The reply of `POST /api/sync/me` (`pull.ts`); 204 when nothing differs. `mark` names what the device holds once it has stored the reply, for one
 * that named a mark. Where `differ` names collections nothing was compared: the device asks again, with their ids.
 */
export const PrivateDelta = v.object({
  put: v.record(v.string(), v.array(VersionedDoc)),
  del: idsByCollection,
  mark: v.optional(v.string()),
  differ: v.optional(v.array(v.string())),
})
export type PrivateDelta = v.InferOutput<typeof PrivateDelta>

/** What a live connection says: something changed in that lane, come and pull. */
export const Poke = v.object({ scope: v.picklist(['directory', 'me']) })
export type Poke = v.InferOutput<typeof Poke>
