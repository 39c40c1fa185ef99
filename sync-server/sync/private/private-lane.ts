import type { Database, Transaction } from '#server/database/client.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateCollection, type PrivateDocs, privateCollections } from '#shared/sync/collections.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import type { PrivateDelta, VersionedDoc } from '#shared/sync/protocol.ts'
import type { PullMe } from '#shared/sync/pull.ts'
import { measureDoc } from './doc-version.ts'
import type { PrivateMarks, SinceMark } from './private-marks.ts'
import type { PrivateInput, PrivateInputs, PrivateSource, PrivateSources } from './private-source.ts'

export type PrivateLane = ReturnType<typeof createPrivateLane>

/** Called with the documents of a reply before a device receives them. */
export type OnDelivered = (put: PrivateDelta['put']) => Promise<void>

type LaneDeps = {
  db: Database
  sources: PrivateSources
  /** Without them every pull reads every document. */
  marked?: { marks: PrivateMarks; inputs: PrivateInputs } | undefined
  /** Of tests: compares all documents of a principal with what marks say of them. */
  prove?: ((principalId: PrincipalId) => Promise<void>) | undefined
  onDelivered?: OnDelivered
}

/** What a device says of what it holds. */
export type Asked = Pick<PullMe, 'have' | 'mark' | 'doubtful' | 'hashes'>

/** A document as its source gives it: what is only compared is not completed (`withLatePart`). */
type HeldDoc = { doc: { id: string }; version: number; characters: number }

const NOTHING: Have = {}

type InTurn = <Result>(read: () => Promise<Result>) => Promise<Result>
const atOnce: InTurn = (read) => read()
/** What was read and compared. */
type Read = { documents: number; characters: number }
type Charge = (read: Read) => void
const forNothing: Charge = () => undefined

/**
 * What one principal may hold now, as the difference to what the device says it holds.
 *
 * A device that names a mark is compared in three steps, each for what the one before left open: by mark (`private-mark.ts`), which
 * reads no document; by a hash of each collection; by the version of each id. Only documents of collections that a table changed
 * under are read. One that names no mark says all that it holds, as every app of the first releases does.
 */
export function createPrivateLane({ db, sources, marked, prove, onDelivered }: LaneDeps) {
  const list = async (tx: Transaction, principalId: PrincipalId, collection: PrivateCollection) => {
    const source: PrivateSource<PrivateDocs[typeof collection]> = sources[collection]
    return [collection, (await source(tx, principalId)).map((doc) => ({ doc, ...measureDoc(doc) }))] as const
  }
  // Sent one behind the other on the transaction's own connection: one way there and back, not one for each.
  const listEach = async (tx: Transaction, principalId: PrincipalId, collections: readonly PrivateCollection[]) =>
    new Map<string, HeldDoc[]>(await Promise.all(collections.map((collection) => list(tx, principalId, collection))))

  /** Everything in one snapshot, so that no answer shows half of a purchase or of a merge. */
  const listHeld = (principalId: PrincipalId) => withRepeatableRead(db, (tx) => listEach(tx, principalId, privateCollections))

  const isSame = (since: SinceMark | undefined, asked: Asked, collection: PrivateCollection): boolean => {
    if (!since || !marked || asked.doubtful?.includes(collection)) return false
    const { tables, until }: PrivateInput<never> = marked.inputs[collection]
    return !(since.isPastUntil && until) && tables.every((table) => !since.tables.has(table))
  }
  const open = (since: SinceMark | undefined, asked: Asked) =>
    privateCollections.filter((collection) => !isSame(since, asked, collection))
  const unnamed = (collections: readonly PrivateCollection[], { have, hashes }: Asked) =>
    collections.filter((collection) => !have?.[collection] && hashes?.[collection] === undefined)

  /** What may have changed since the mark of a device; `undefined` where it names none, or that of another principal. */
  const lookUp = async (principalId: PrincipalId, { mark }: Asked): Promise<SinceMark | undefined> =>
    mark === undefined ? undefined : marked?.marks.since(mark, principalId)

  type How = {
    /** As `lookUp` gives it for this principal, where the caller has asked already. */
    since?: Promise<SinceMark | undefined> | undefined
    /** Runs what reads documents, and takes a connection for as long as that takes. */
    inTurn?: InTurn
    /** Called with what was read and compared, also where none of it is answered. @throws to end the pull */
    charge?: Charge
  }

  /** @returns `undefined` when nothing differs; a stranger may hold nothing */
  async function pull(principalId: PrincipalId | undefined, asked: Asked, how: How = {}): Promise<PrivateDelta | undefined> {
    if (principalId) await prove?.(principalId)
    const { inTurn = atOnce, charge = forNothing } = how
    if (principalId && marked && asked.mark !== undefined) {
      const since = await (how.since ?? lookUp(principalId, asked))
      return pullMarked(marked.marks, principalId, { ...asked, mark: asked.mark }, { inTurn, since, charge })
    }
    // A stranger has no mark; what it does not name it is asked for.
    const differ = asked.mark === undefined ? [] : unnamed(privateCollections, asked)
    if (differ.length > 0) return { put: {}, del: {}, differ }
    const held = principalId ? await inTurn(() => listHeld(principalId)) : new Map<string, HeldDoc[]>()
    charge(measure(held))
    const delta = difference(held, privateCollections, asked.have ?? NOTHING)
    await onDelivered?.(delta.put)
    return isEmpty(delta) ? undefined : delta
  }

  async function pullMarked(
    marks: PrivateMarks,
    principalId: PrincipalId,
    asked: Asked & { mark: string },
    { inTurn, since, charge }: { inTurn: InTurn; since: SinceMark | undefined; charge: Charge },
  ): Promise<PrivateDelta | undefined> {
    const wanted = open(since, asked)
    if (wanted.length === 0) return undefined
    const differ = unnamed(wanted, asked)
    if (differ.length > 0) return { put: {}, del: {}, differ }
    const answer = await inTurn(async () => {
      await marks.prepare()
      return withRepeatableRead(db, (tx) => readMarked(tx, marks, principalId, asked, charge))
    })
    await onDelivered?.(answer.put)
    return isEmpty(answer) && !answer.mark && !answer.differ ? undefined : answer
  }

  async function readMarked(
    tx: Transaction,
    marks: PrivateMarks,
    principalId: PrincipalId,
    asked: Asked & { mark: string },
    charge: Charge,
  ): Promise<PrivateDelta> {
    const now = marks.now()
    // Asked again: the mark of the answer is that of this transaction.
    const [write, since] = await Promise.all([marks.begin(tx, principalId), marks.sinceIn(tx, asked.mark, principalId)])
    const wanted = open(since, asked)
    const late = unnamed(wanted, asked)
    if (late.length > 0) return { put: {}, del: {}, differ: late }
    const held = await listEach(tx, principalId, wanted)
    charge(measure(held))
    const { have = NOTHING } = asked
    const differ = wanted.filter((collection) => !have[collection] && asked.hashes?.[collection] !== hashOf(held.get(collection)))
    if (differ.length > 0) return { put: {}, del: {}, differ }
    const delta = difference(
      held,
      wanted.filter((collection) => have[collection]),
      have,
    )
    const isPartial = since !== undefined && wanted.length < privateCollections.length
    const mark = write(holdUntil(held, wanted, since, now), isPartial ? since.mark.comparedAt : now)
    return { ...delta, ...(mark !== undefined && { mark }) }
  }

  /** The first instant at which the clock alone changes a document: of those that were read, and of the others by their mark. */
  function holdUntil(
    held: Map<string, HeldDoc[]>,
    read: readonly PrivateCollection[],
    since: SinceMark | undefined,
    now: number,
  ): number | undefined {
    const instants = privateCollections.flatMap((collection) => {
      const { until }: PrivateInput<never> = marked?.inputs[collection] ?? { tables: [] }
      if (!until) return []
      const instant = read.includes(collection)
        ? until((held.get(collection) ?? []).map(({ doc }) => doc) as never, now)
        : since?.mark.until
      return instant ?? []
    })
    return instants.length > 0 ? Math.min(...instants) : undefined
  }

  return { pull, lookUp }
}

/** For collections that a device names by their versions, or all of them where it names none. */
function difference(held: Map<string, HeldDoc[]>, collections: readonly PrivateCollection[], have: Have): PrivateDelta {
  const delta: PrivateDelta = { put: {}, del: {} }
  // A collection we do not know comes from a newer server that was rolled back: we say nothing about it.
  for (const collection of collections) {
    const docs = held.get(collection) ?? []
    const known = new Map(Object.entries(have[collection] ?? {}))
    const put = docs.filter(({ doc, version }) => known.get(doc.id) !== version).map(versioned)
    const standing = new Set(docs.map(({ doc }) => doc.id))
    const del = [...known.keys()].filter((id) => !standing.has(id))
    if (put.length > 0) delta.put[collection] = put
    if (del.length > 0) delta.del[collection] = del
  }
  return delta
}

const isEmpty = ({ put, del }: PrivateDelta) => Object.keys(put).length + Object.keys(del).length === 0
function measure(held: Map<string, HeldDoc[]>): Read {
  const docs = [...held.values()].flat()
  return { documents: docs.length, characters: docs.reduce((sum, { characters }) => sum + characters, 0) }
}
const hashOf = (docs: HeldDoc[] = []) => hashVersions(Object.fromEntries(docs.map(({ doc, version }) => [doc.id, version])))
/** A part that is made late is made here. */
const versioned = ({ doc, version }: HeldDoc): VersionedDoc => ({ ...doc, version })
