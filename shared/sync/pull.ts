import * as v from 'valibot'
import { PrincipalId } from '#shared/ids.ts'
import { Cursor, Epoch, Seen } from './protocol.ts'

/** `GET /api/sync/directory/snapshot?check=yes`: `check` requests one that a mass removal can be checked against. */
export const PullSnapshot = v.object({ check: v.optional(v.literal('yes')) })

/**
 * `GET /api/sync/directory/parts/{sha256}?form=columns`: the chunk by fields (`column-part.ts`). A server that has no such form of
 * it replies with its JSON, as an earlier release does.
 */
export const PullPart = v.object({ form: v.optional(v.literal('columns')) })

/** `GET /api/sync/directory?epoch=…&since=…&seen=…` */
export const PullDirectory = v.object({ epoch: Epoch, since: Cursor, seen: v.optional(Seen) })

/** Maximum number of documents that one principal may report. */
export const MAX_HAVE = 60_000
/** The size of that report: an id and a version each. */
export const MAX_HAVE_BYTES = 4 * 1024 * 1024
export const MAX_HAVE_NODES = 61_000

/** Identifies the state of a principal's documents that a device received. Opaque to the device. */
export const Mark = v.pipe(v.string(), v.maxLength(1200))
/** Maximum number of collections that a device reports. */
export const MAX_COLLECTIONS = 200

/** Maximum number of ids in `changes`, in all collections together. */
export const MAX_WANTED = 1000

const collectionName = v.pipe(v.string(), v.maxLength(64))

/**
 * `POST /api/sync/me`: the ids and versions of the device's documents, by collection.
 *
 * A device that sends a mark, or an empty one because it has none, reports only as much as the server needs. A collection that
 * the mark covers is not compared. Of the others, those in `have` are compared by id, those in `hashes` as a whole. The rest, and
 * those whose hash differs, are listed in the reply, and the device repeats the request with more data. A device without a mark
 * has only the documents in `have`.
 *
 * Of a collection in `changes`, the reply has the documents that changed since the mark, and the number of all (`totals`). The
 * device compares that number with its own, because it is not told which documents were deleted. A server that does not know
 * `changes` lists the collection in the reply.
 */
export const PullMe = v.pipe(
  v.object({
    /** The owner of the documents; the server replies `session-lost` when the caller is another principal. */
    principalId: v.optional(PrincipalId),
    mark: v.optional(Mark),
    /** Collections that the mark does not cover, because this device has changed documents of them. */
    doubtful: v.optional(v.pipe(v.array(collectionName), v.maxLength(MAX_COLLECTIONS))),
    /** For collections whose ids would be long: see `hashVersions`. */
    hashes: v.optional(
      v.pipe(
        v.record(collectionName, v.pipe(v.string(), v.maxLength(64))),
        v.check((hashes) => Object.keys(hashes).length <= MAX_COLLECTIONS, 'These are more collections than there are.'),
      ),
    ),
    /** For collections whose ids would be long: the ids of documents that are wanted in any case. */
    changes: v.optional(
      v.pipe(
        v.record(collectionName, v.array(v.pipe(v.string(), v.maxLength(64)))),
        v.check(
          (changes) => Object.keys(changes).length <= MAX_COLLECTIONS && Object.values(changes).flat().length <= MAX_WANTED,
          'These are more documents than a device may ask for.',
        ),
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
