import * as v from 'valibot'
import { Cursor, type Doc, docsByCollection, Epoch, idsByCollection, Seen } from './protocol.ts'

/**
 * `GET /api/sync/live?deltas=1` opts in to deltas: a change of the directory then arrives as a binary message, `LiveDelta` as
 * JSON in deflate-raw (RFC 1951). Everything else is a text message, `Poke`. A client without the parameter, or with another
 * value, receives pokes only, and a node that does not know the parameter sends pokes only.
 */
export const LiveQuery = v.object({ deltas: v.optional(v.string()) })
export const OPTS_IN = '1'

/** How far a reader has read the public lane: the cursor, and what it has seen above it. */
export const Position = v.object({ cursor: Cursor, seen: v.optional(Seen) })
export type Position = v.InferOutput<typeof Position>

/** The changes of the directory between two positions: what `GET /api/sync/directory` answers to a device at `from`. */
export const LiveDelta = v.object({ epoch: Epoch, from: Position, to: Position, put: docsByCollection, del: idsByCollection })
export type LiveDelta = v.InferOutput<typeof LiveDelta>

export type OwnPosition = Position & { epoch: string }
export type DeltaVerdict = 'apply' | 'ignore' | 'pull'

const isSame = (one: Position, other: Position) => one.cursor === other.cursor && one.seen === other.seen

/**
 * What a device does with a delta that arrives without having been requested.
 *
 * Every position comes from one snapshot of the database. Snapshots of one cluster are ordered: a later one sees everything that
 * an earlier one sees, and its cursor is not smaller. A delta may be applied when the device's snapshot lies between both ends:
 * - not before `from`, or a change below it would be missing;
 * - not after `to`, or a newer row would be replaced by an older one.
 *
 * A cursor that is strictly greater proves a later snapshot. Equal cursors prove nothing: while a transaction is open anywhere in
 * the cluster, every cursor stays at its id, and only `seen` differs, which is opaque here. So `from.cursor <= cursor < to.cursor`
 * is not sufficient. With an equal cursor the device also has to have seen what `from` has seen above it: the same value, or
 * nothing at all. Rows between the device and `from` that the delta repeats change nothing.
 *
 * Within one cursor the end is proven by `seen` as well. Where the server names no `seen` although transactions are open (a
 * snapshot that was downloaded then, more than 40 open transactions), the device may have a newer row than a delta that was
 * overtaken by its own pull. The commit of that row comes after `to`, so the next message repeats it.
 */
export function judgeDelta(own: OwnPosition, { epoch, from, to }: Pick<LiveDelta, 'epoch' | 'from' | 'to'>): DeltaVerdict {
  if (epoch !== own.epoch) return 'pull'
  const [first, cursor, last] = [BigInt(from.cursor), BigInt(own.cursor), BigInt(to.cursor)]
  if (cursor > last || isSame(own, to)) return 'ignore'
  if (isSame(own, from)) return 'apply'
  const isPastFrom = cursor > first || (cursor === first && from.seen === undefined)
  return isPastFrom && cursor < last ? 'apply' : 'pull'
}

type Changes = Pick<LiveDelta, 'put' | 'del'>
export type FoldedDelta = Position & Changes & { epoch: string }
type Fold = {
  delta: FoldedDelta | undefined
  /** Whether a later delta does not continue here: the device pulls. */
  isBehind: boolean
}

/** Several deltas as one, in their order: it ends at the first one that the device may not apply. */
export function foldDeltas(own: OwnPosition, deltas: readonly LiveDelta[]): Fold {
  let position: OwnPosition = own
  const applied: LiveDelta[] = []
  for (const delta of deltas) {
    const verdict = judgeDelta(position, delta)
    if (verdict === 'ignore') continue
    if (verdict === 'pull') return { delta: fold(position, applied), isBehind: true }
    position = { epoch: own.epoch, ...delta.to }
    applied.push(delta)
  }
  return { delta: fold(position, applied), isBehind: false }
}

function fold(to: OwnPosition, deltas: Changes[]): FoldedDelta | undefined {
  const [only] = deltas
  if (!only) return undefined
  if (deltas.length === 1) return { ...to, put: only.put, del: only.del }
  const last = new Map<string, Map<string, Doc | undefined>>()
  const rowsOf = (collection: string) => {
    const rows = last.get(collection) ?? new Map<string, Doc | undefined>()
    last.set(collection, rows)
    return rows
  }
  for (const { put, del } of deltas) {
    for (const [collection, docs] of Object.entries(put)) for (const doc of docs) rowsOf(collection).set(doc.id, doc)
    for (const [collection, ids] of Object.entries(del)) for (const id of ids) rowsOf(collection).set(id, undefined)
  }
  const changes: Changes = { put: {}, del: {} }
  for (const [collection, rows] of last) {
    const docs = [...rows.values()].filter((doc) => doc !== undefined)
    const ids = [...rows].flatMap(([id, doc]) => (doc ? [] : [id]))
    if (docs.length > 0) changes.put[collection] = docs
    if (ids.length > 0) changes.del[collection] = ids
  }
  return { ...to, ...changes }
}
