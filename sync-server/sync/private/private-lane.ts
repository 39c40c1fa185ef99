import type { Database, Transaction } from '#server/database/client.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateCollection, type PrivateDocs, privateCollections } from '#shared/sync/collections.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import type { PrivateDelta, VersionedDoc } from '#shared/sync/protocol.ts'
import type { PullMe } from '#shared/sync/pull.ts'
import { hashDoc } from './doc-version.ts'
import type { PrivateMarks, SinceMark } from './private-marks.ts'
import type { PrivateChangesOf, PrivateInput, PrivateInputs, PrivateSource, PrivateSources } from './private-source.ts'

export type PrivateLane = ReturnType<typeof createPrivateLane>

/** Called with the documents of a reply before a device receives them. */
export type OnDelivered = (put: PrivateDelta['put']) => Promise<void>

type LaneDeps = {
  db: Database
  sources: PrivateSources
  /** Without marks every pull reads every document. */
  marked?: { marks: PrivateMarks; inputs: PrivateInputs; changes?: PrivateChangesOf } | undefined
  /** For tests: compares all documents of a principal with the result by mark. */
  prove?: ((principalId: PrincipalId) => Promise<void>) | undefined
  onDelivered?: OnDelivered
}

/** What a device reports about its documents. */
export type Asked = Pick<PullMe, 'have' | 'mark' | 'doubtful' | 'hashes' | 'changes'>

/** A document as its source returns it: the late part of a document that is only compared is not computed (`withLatePart`). */
type StoredDoc = { doc: { id: string }; version: number; characters: number }

const NOTHING: Have = {}

type InTurn = <Result>(read: () => Promise<Result>) => Promise<Result>
const runDirectly: InTurn = (read) => read()
/** The amount that was read and compared. */
type ReadAmount = { documents: number; characters: number }
type Changes = { put: PrivateDelta['put']; totals: Record<string, number>; read: ReadAmount }

/** A row that is only looked at, for the transaction that wrote it, costs a twentieth of one that is read and compared. */
const LOOKED_AT = 20
type Charge = (read: ReadAmount) => void
const ignoreCharge: Charge = () => undefined

/**
 * The documents of one principal, as the difference to what the device reports.
 *
 * A device that sends a mark is compared in three steps, each for what the previous one left open: by mark (`private-mark.ts`),
 * which reads no document; by a hash of each collection; by the version of each id. Only documents of collections whose tables
 * changed are read. Of a collection in `changes`, only the documents that changed since the mark are read, and all are counted.
 * A device without a mark reports everything that it has, as every app of the first releases does.
 */
export function createPrivateLane({ db, sources, marked, prove, onDelivered }: LaneDeps) {
  const list = async (tx: Transaction, principalId: PrincipalId, collection: PrivateCollection) => {
    const source: PrivateSource<PrivateDocs[typeof collection]> = sources[collection]
    return [collection, (await source(tx, principalId)).map((doc) => ({ doc, ...hashDoc(doc) }))] as const
  }
  // The queries are pipelined on the transaction's connection: one round trip, not one for each.
  const listEach = async (tx: Transaction, principalId: PrincipalId, collections: readonly PrivateCollection[]) =>
    new Map<string, StoredDoc[]>(await Promise.all(collections.map((collection) => list(tx, principalId, collection))))

  /** Everything in one snapshot, so that no reply shows half of a purchase or of a merge. */
  const listStored = (principalId: PrincipalId) => withRepeatableRead(db, (tx) => listEach(tx, principalId, privateCollections))

  const isSame = (since: SinceMark | undefined, request: Asked, collection: PrivateCollection): boolean => {
    if (!since || !marked || request.doubtful?.includes(collection)) return false
    const { tables, until }: PrivateInput<never> = marked.inputs[collection]
    return !(since.isPastUntil && until) && tables.every((table) => !since.tables.has(table))
  }
  const open = (since: SinceMark | undefined, request: Asked) =>
    privateCollections.filter((collection) => !isSame(since, request, collection))
  /** Whether only the changes since the mark of the device are read. */
  const isByChanges = (since: SinceMark | undefined, { have, changes }: Asked, collection: PrivateCollection) =>
    since !== undefined &&
    marked?.changes?.[collection] !== undefined &&
    changes?.[collection] !== undefined &&
    !have?.[collection]
  const unnamed = (collections: readonly PrivateCollection[], request: Asked, since?: SinceMark) =>
    collections.filter(
      (collection) =>
        !request.have?.[collection] && request.hashes?.[collection] === undefined && !isByChanges(since, request, collection),
    )

  /** The documents that changed since a mark, with the number of all documents of each collection. */
  async function listChanges(
    tx: Transaction,
    principalId: PrincipalId,
    collections: readonly PrivateCollection[],
    { request, since }: { request: Asked; since: SinceMark | undefined },
  ): Promise<Changes> {
    const changes: Changes = { put: {}, totals: {}, read: { documents: 0, characters: 0 } }
    const read = async (collection: PrivateCollection) => {
      const ids = request.changes?.[collection] ?? []
      const found = await marked?.changes?.[collection]?.(tx, principalId, { since: since?.mark.seen.xmin ?? 0n, ids })
      if (!found) return
      const docs = found.docs.map((doc) => ({ doc, ...hashDoc(doc) }))
      if (docs.length > 0) changes.put[collection] = docs.map(versioned)
      changes.totals[collection] = found.total
      changes.read.documents += docs.length + Math.ceil(found.total / LOOKED_AT)
      changes.read.characters += docs.reduce((sum, { characters }) => sum + characters, 0)
    }
    await Promise.all(collections.map(read))
    return changes
  }

  /** What may have changed since the mark of a device; `undefined` when it sends none, or that of another principal. */
  const lookUp = async (principalId: PrincipalId, { mark }: Asked): Promise<SinceMark | undefined> =>
    mark === undefined ? undefined : marked?.marks.since(mark, principalId)

  type PullOptions = {
    /** The result of `lookUp` for this principal, when the caller has already requested it. */
    since?: Promise<SinceMark | undefined> | undefined
    /** Runs the part that reads documents and uses a connection while it does. */
    inTurn?: InTurn
    /** Called with the amount that was read and compared, also when the reply contains none of it. @throws to end the pull */
    charge?: Charge
  }

  /** @returns `undefined` when nothing differs; an unknown client has no documents on the server */
  async function pull(
    principalId: PrincipalId | undefined,
    request: Asked,
    options: PullOptions = {},
  ): Promise<PrivateDelta | undefined> {
    if (principalId) await prove?.(principalId)
    const { inTurn = runDirectly, charge = ignoreCharge } = options
    if (principalId && marked && request.mark !== undefined) {
      const since = await (options.since ?? lookUp(principalId, request))
      return pullMarked(marked.marks, principalId, { ...request, mark: request.mark }, { inTurn, since, charge })
    }
    // An unknown client has no mark; collections that it does not report are requested from it.
    const differ = request.mark === undefined ? [] : unnamed(privateCollections, request)
    if (differ.length > 0) return { put: {}, del: {}, differ }
    const stored = principalId ? await inTurn(() => listStored(principalId)) : new Map<string, StoredDoc[]>()
    charge(measure(stored))
    const delta = difference(stored, privateCollections, request.have ?? NOTHING)
    await onDelivered?.(delta.put)
    return isEmpty(delta) ? undefined : delta
  }

  async function pullMarked(
    marks: PrivateMarks,
    principalId: PrincipalId,
    request: Asked & { mark: string },
    { inTurn, since, charge }: { inTurn: InTurn; since: SinceMark | undefined; charge: Charge },
  ): Promise<PrivateDelta | undefined> {
    const changed = open(since, request)
    if (changed.length === 0) return undefined
    const differ = unnamed(changed, request, since)
    if (differ.length > 0) return { put: {}, del: {}, differ }
    const answer = await inTurn(async () => {
      await marks.prepare()
      return withRepeatableRead(db, (tx) => readMarked(tx, marks, principalId, request, charge))
    })
    await onDelivered?.(answer.put)
    return isEmpty(answer) && !answer.mark && !answer.differ && !answer.totals ? undefined : answer
  }

  async function readMarked(
    tx: Transaction,
    marks: PrivateMarks,
    principalId: PrincipalId,
    request: Asked & { mark: string },
    charge: Charge,
  ): Promise<PrivateDelta> {
    const now = marks.now()
    // Read again in this transaction, because the mark of the reply belongs to it.
    const [write, since] = await Promise.all([marks.begin(tx, principalId), marks.sinceIn(tx, request.mark, principalId)])
    const changed = open(since, request)
    const late = unnamed(changed, request, since)
    if (late.length > 0) return { put: {}, del: {}, differ: late }
    const byChanges = changed.filter((collection) => isByChanges(since, request, collection))
    const compared = changed.filter((collection) => !byChanges.includes(collection))
    const [stored, changes] = await Promise.all([
      listEach(tx, principalId, compared),
      listChanges(tx, principalId, byChanges, { request, since }),
    ])
    charge(add(measure(stored), changes.read))
    const { have = NOTHING } = request
    const differ = compared.filter(
      (collection) => !have[collection] && request.hashes?.[collection] !== hashOf(stored.get(collection)),
    )
    if (differ.length > 0) return { put: {}, del: {}, differ }
    const delta = difference(
      stored,
      compared.filter((collection) => have[collection]),
      have,
    )
    const isPartial = since !== undefined && compared.length < privateCollections.length
    const mark = write(holdUntil(stored, compared, since, now), isPartial ? since.mark.comparedAt : now)
    return {
      put: { ...delta.put, ...changes.put },
      del: delta.del,
      ...(byChanges.length > 0 && { totals: changes.totals }),
      ...(mark !== undefined && { mark }),
    }
  }

  /**
   * The first instant at which time alone changes a document: of the documents that were read, and of the others by their mark.
   */
  function holdUntil(
    stored: Map<string, StoredDoc[]>,
    read: readonly PrivateCollection[],
    since: SinceMark | undefined,
    now: number,
  ): number | undefined {
    const instants = privateCollections.flatMap((collection) => {
      const { until }: PrivateInput<never> = marked?.inputs[collection] ?? { tables: [] }
      if (!until) return []
      const instant = read.includes(collection)
        ? until((stored.get(collection) ?? []).map(({ doc }) => doc) as never, now)
        : since?.mark.until
      return instant ?? []
    })
    return instants.length > 0 ? Math.min(...instants) : undefined
  }

  return { pull, lookUp }
}

/** For collections that a device reports by version, or all of them when it reports none. */
function difference(stored: Map<string, StoredDoc[]>, collections: readonly PrivateCollection[], have: Have): PrivateDelta {
  const delta: PrivateDelta = { put: {}, del: {} }
  // An unknown collection comes from a newer server that was rolled back: it is left out of the reply.
  for (const collection of collections) {
    const docs = stored.get(collection) ?? []
    const known = new Map(Object.entries(have[collection] ?? {}))
    const put = docs.filter(({ doc, version }) => known.get(doc.id) !== version).map(versioned)
    const current = new Set(docs.map(({ doc }) => doc.id))
    const del = [...known.keys()].filter((id) => !current.has(id))
    if (put.length > 0) delta.put[collection] = put
    if (del.length > 0) delta.del[collection] = del
  }
  return delta
}

const isEmpty = ({ put, del }: PrivateDelta) => Object.keys(put).length + Object.keys(del).length === 0
function measure(stored: Map<string, StoredDoc[]>): ReadAmount {
  const docs = [...stored.values()].flat()
  return { documents: docs.length, characters: docs.reduce((sum, { characters }) => sum + characters, 0) }
}
const add = (one: ReadAmount, other: ReadAmount): ReadAmount => ({
  documents: one.documents + other.documents,
  characters: one.characters + other.characters,
})
const hashOf = (docs: StoredDoc[] = []) => hashVersions(Object.fromEntries(docs.map(({ doc, version }) => [doc.id, version])))
/** Spreading the document computes its late part. */
const versioned = ({ doc, version }: StoredDoc): VersionedDoc => ({ ...doc, version })
