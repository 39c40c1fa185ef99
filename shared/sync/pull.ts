import * as v from 'valibot'
import { PrincipalId } from '#shared/ids.ts'
import { Cursor, Epoch, Seen } from './protocol.ts'

/** `GET /api/sync/directory/snapshot?check=yes`: `check` asks for one that a mass removal can be checked against. */
export const PullSnapshot = v.object({ check: v.optional(v.literal('yes')) })

/** `GET /api/sync/directory?epoch=…&since=…&seen=…` */
export const PullDirectory = v.object({ epoch: Epoch, since: Cursor, seen: v.optional(Seen) })

/** The most documents one principal may say it holds. */
export const MAX_HAVE = 60_000
/** What naming them takes: an id and a version each. */
export const MAX_HAVE_BYTES = 4 * 1024 * 1024
export const MAX_HAVE_NODES = 61_000

/** Names the state of a principal's documents that a device was given. Opaque to the device. */
export const Mark = v.pipe(v.string(), v.maxLength(1200))
/** The most collections that a device says something about. */
export const MAX_COLLECTIONS = 200

const collectionName = v.pipe(v.string(), v.maxLength(64))

/**
 * `POST /api/sync/me`: ids and versions the device holds, by collection.
 *
 * A device that names a mark, or an empty one because it has none, says only as much as the server needs. A collection that the
 * mark answers for is not compared. Of the others, those in `have` are compared by id, those in `hashes` as a whole; the rest, and
 * those whose hash differs, are named in the reply, and the device asks again with more. One that names no mark holds nothing but
 * what is in `have`.
 */
export const PullMe = v.pipe(
  v.object({
    /** Whose set this is; the server answers `session-lost` when the caller is somebody else. */
    principalId: v.optional(PrincipalId),
    mark: v.optional(Mark),
    /** Collections that the mark does not answer for: this device has changed documents of them. */
    doubtful: v.optional(v.pipe(v.array(collectionName), v.maxLength(MAX_COLLECTIONS))),
    /** Of collections whose ids would be long: see `hashVersions`. */
    hashes: v.optional(
      v.pipe(
        v.record(collectionName, v.pipe(v.string(), v.maxLength(64))),
        v.check((hashes) => Object.keys(hashes).length <= MAX_COLLECTIONS, 'These are more collections than there are.'),
      ),
    ),
    have: v.optional(
      v.pipe(
        v.record(collectionName, v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.integer()))),
        v.check(
          (have) => Object.values(have).reduce((sum, ids) => sum + Object.keys(ids).length, 0) <= MAX_HAVE,
          'This is more than one device may hold.',
        ),
      ),
    ),
  }),
  v.check(({ have, mark }) => have !== undefined || mark !== undefined, 'Say what the device holds, or name a mark.'),
)
export type PullMe = v.InferOutput<typeof PullMe>
