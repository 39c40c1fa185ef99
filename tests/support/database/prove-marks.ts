import { docVersion } from '#server/sync/private/doc-version.ts'
import type { ProveMarks } from '#server/sync/private/private-marks.ts'
import type { PrivateInput } from '#server/sync/private/private-source.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateCollection, privateCollections } from '#shared/sync/collections.ts'
import { hashVersions } from '#shared/sync/have.ts'

type Versions = Record<string, number>
type Known = { mark: string; hashes: Map<PrivateCollection, string>; versions: Map<PrivateCollection, Versions> }

/**
 * Compares, at each private pull of any form and at the end, all documents of a principal with those of its last check. A
 * collection that has changed although its mark and the tables it reads report no change is a fault. So is a document that has
 * changed since the mark and that is not among the changes of its collection.
 *
 * @param every  checks only one in so many pulls of a principal, because a check reads all documents
 */
export function markProof(every = 1) {
  const known = new Map<string, Known>()
  const pulls = new Map<string, number>()
  const faults: string[] = []
  const looks = { count: 0, unchanged: 0, parts: 0 }
  /** Per principal: checks run one after the other, so that no later check is compared with an earlier one. */
  const running = new Map<string, Promise<void>>()
  const provers = new Set<(principalId: PrincipalId) => Promise<void>>()

  const prove: ProveMarks = ({ db, marks, inputs, sources, changes }) => {
    const look = async (principalId: PrincipalId) => {
      await marks.prepare()
      return withRepeatableRead(db, async (tx) => {
        const now = Date.now()
        const before = known.get(principalId)
        const write = await marks.begin(tx, principalId)
        const since = before && (await marks.sinceIn(tx, before.mark, principalId))
        const hashes = new Map<PrivateCollection, string>()
        const versions = new Map<PrivateCollection, Versions>()
        const instants: number[] = []
        for (const collection of privateCollections) {
          const docs = (await sources[collection](tx, principalId)) as { id: string }[]
          const { tables, until }: PrivateInput<never> = inputs[collection]
          const instant = until?.(docs as never, now)
          if (instant !== undefined) instants.push(instant)
          const current: Versions = Object.fromEntries(docs.map((doc) => [doc.id, docVersion(doc)]))
          const hash = hashVersions(current)
          hashes.set(collection, hash)
          versions.set(collection, current)
          const earlier = before?.versions.get(collection)
          const part = since && (await changes[collection]?.(tx, principalId, { since: since.mark.seen.xmin, ids: [] }))
          if (part && earlier) {
            const read = new Map(part.docs.map((doc) => [doc.id, docVersion(doc)]))
            const missed = docs.filter(({ id }) => earlier[id] !== current[id] && !read.has(id)).map(({ id }) => id)
            const other = [...read].filter(([id, version]) => current[id] !== version).map(([id]) => id)
            looks.parts += 1
            if (missed.length + other.length > 0 || part.total !== docs.length) {
              faults.push(
                `${collection} of ${principalId}: ${missed} changed and ${other} differ, ${part.total} of ${docs.length}`,
              )
            }
          }
          looks.count += 1
          const saysSame = since && !(since.isPastUntil && until) && tables.every((table) => !since.tables.has(table))
          if (saysSame) looks.unchanged += 1
          if (saysSame && hash !== before?.hashes.get(collection)) {
            faults.push(
              `${collection} of ${principalId} changed, and only these tables are named: ${[...since.tables].join(', ')}`,
            )
          }
        }
        const mark = write(instants.length > 0 ? Math.min(...instants) : undefined, now)
        if (mark === undefined) known.delete(principalId)
        else known.set(principalId, { mark, hashes, versions })
      })
    }
    const inTurn = (principalId: PrincipalId) => {
      const pull = pulls.get(principalId) ?? 0
      pulls.set(principalId, pull + 1)
      if (pull % every !== 0) return Promise.resolve()
      const next = (running.get(principalId) ?? Promise.resolve()).then(() => look(principalId))
      running.set(
        principalId,
        next.catch(() => undefined),
      )
      return next
    }
    provers.add(inTurn)
    return inTurn
  }

  return {
    prove,
    faults,
    looks,
    /** Checks every principal once more. @throws Error with the changes that marks did not report */
    async end() {
      const [first] = provers
      if (first) for (const principalId of known.keys()) await first(principalId as PrincipalId)
    },
    assertNone() {
      const found = faults.splice(0)
      if (found.length > 0) throw new Error(`Private documents changed and no mark moved:\n${found.join('\n')}`)
    },
    /** For tests that change rows without triggers. */
    forget: () => known.clear(),
  }
}
