import * as v from 'valibot'

type ProtocolVersion = { version: number /** Release date. */; since: string; says: string }

/**
 * Every version of the protocol under `/api/sync`, latest last; a client sends its own in the `x-sync-protocol` header. An
 * additional optional field is not a new version: both sides keep unknown fields. A change that an earlier app would misinterpret
 * is a new version, and the server continues to support the previous one.
 */
export const protocolHistory: readonly [ProtocolVersion, ...ProtocolVersion[]] = [
  { version: 1, since: '2026-11-01', says: 'parts, cursor, `have`/`put`/`del`, push results, pokes' },
]

export const SYNC_PROTOCOL = protocolHistory.at(-1)?.version ?? 1
export const PROTOCOL_HEADER = 'x-sync-protocol'

/** Number of previous versions that are supported independent of their age. */
const VERSIONS_BEHIND = 2
/**
 * Every other version is supported for this long after the release of its successor, so that a user who opens the app once a
 * quarter is not excluded.
 */
const SUPPORTED_DAYS = 90

/** @param now  milliseconds since the Unix epoch */
export function oldestSpoken(now: number, history = protocolHistory): number {
  const supported = history.find((_, at) => {
    const successor = history[at + 1]
    const isRecent = at >= history.length - 1 - VERSIONS_BEHIND
    return isRecent || !successor || now - Date.parse(successor.since) < SUPPORTED_DAYS * 24 * 60 * 60 * 1000
  })
  return (supported ?? history[0]).version
}

/** Removals beyond this share of a device's documents are first checked against a fresh, complete set. */
export const MASS_REMOVAL_SHARE = 1 / 5

/** Tombstones are kept this long; a cursor from before the oldest one starts over. */
export const TOMBSTONE_DAYS = 90

/** Approximate number of documents per chunk. */
export const CHUNK_SIZE = 1000

/** A Postgres watermark (an `xid8` in decimal). Opaque to the device. */
export const Cursor = v.pipe(v.string(), v.regex(/^\d{1,20}$/, 'This is not a cursor.'))
/** The stamps above its cursor that a device has seen. Opaque to the device. */
export const Seen = v.pipe(v.string(), v.maxLength(1000))
export const Epoch = v.pipe(v.string(), v.regex(/^[a-z0-9]{8,64}$/, 'This is not an epoch.'))
export const PartHash = v.pipe(v.string(), v.regex(/^[a-f0-9]{64}$/, 'This is not a part.'))

/** A document as the engines see it: an id and the fields of its feature. */
export const Doc = v.looseObject({ id: v.string() })
export type Doc = v.InferOutput<typeof Doc>

export const docsByCollection = v.record(v.string(), v.array(Doc))
export const idsByCollection = v.record(v.string(), v.array(v.string()))

export const DirectorySnapshot = v.object({ epoch: Epoch, cursor: Cursor, parts: v.array(PartHash) })
export type DirectorySnapshot = v.InferOutput<typeof DirectorySnapshot>

/** `GET /api/sync/directory/parts/{sha256}`: best first, so that the first chunk alone is enough for the first screen. */
export const DirectoryPart = /* @__PURE__ */ v.object({ put: docsByCollection })
export type DirectoryPart = v.InferOutput<typeof DirectoryPart>

export const DirectoryDelta = v.union([
  v.object({ reset: v.literal(true) }),
  v.object({ epoch: Epoch, cursor: Cursor, seen: v.optional(Seen), put: docsByCollection, del: idsByCollection }),
])
export type DirectoryDelta = v.InferOutput<typeof DirectoryDelta>

/** A private document also has the version that `have` repeats: any change of content changes it. */
export const VersionedDoc = v.looseObject({ id: v.string(), version: v.pipe(v.number(), v.integer()) })
export type VersionedDoc = v.InferOutput<typeof VersionedDoc>

/**
 * The reply of `POST /api/sync/me` (`pull.ts`); 204 when nothing differs. `mark` identifies the device's state after it has
 * stored the reply, for a device that sent a mark. If `differ` lists collections, nothing was compared: the device repeats the
 * request with their ids. `totals` has the number of documents of each collection of which `put` has only the changes.
 */
export const PrivateDelta = v.object({
  put: v.record(v.string(), v.array(VersionedDoc)),
  del: idsByCollection,
  mark: v.optional(v.string()),
  differ: v.optional(v.array(v.string())),
  totals: v.optional(v.record(v.string(), v.number())),
})
export type PrivateDelta = v.InferOutput<typeof PrivateDelta>

/** A text message on a live connection: data in that lane has changed, and the device should pull. Deltas: `live-delta.ts`. */
export const Poke = v.object({ scope: v.picklist(['directory', 'me']) })
export type Poke = v.InferOutput<typeof Poke>
