import { docVersion } from '#server/sync/private/doc-version.ts'
import type { ProveMarks } from '#server/sync/private/private-marks.ts'
import type { PrivateInput } from '#server/sync/private/private-source.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type PrivateCollection, privateCollections } from '#shared/sync/collections.ts'
import { hashVersions } from '#shared/sync/have.ts'

type Known = { mark: string; hashes: Map<PrivateCollection, string> }

/**
 * Compares, at each private pull of whatever form and at the end, all documents of a principal with those at its last look. A
 * collection that has changed although its mark and the tables it reads say that it has not is a fault.
 *
 * @param every  only one in so many pulls of a principal: a look reads all documents
 */
export function markProof(every = 1) {
  const known = new Map<string, Known>()
  const pulls = new Map<string, number>()
  const faults: string[] = []
  const looks = { count: 0, unchanged: 0 }
  /** Per principal: they are looked at one after the other, so that no later look is judged by an earlier one. */
  const running = new Map<string, Promise<void>>()
  const provers = new Set<(principalId: PrincipalId) => Promise<void>>()

  const prove: ProveMarks = ({ db, marks, inputs, sources }) => {
    const look = async (principalId: PrincipalId) => {
      await marks.prepare()
      return withRepeatableRead(db, async (tx) => {
        const now = Date.now()
        const before = known.get(principalId)
        const write = await marks.begin(tx, principalId)
        const since = before && (await marks.sinceIn(tx, before.mark, principalId))
        const hashes = new Map<PrivateCollection, string>()
        const instants: number[] = []
        for (const collection of privateCollections) {
          const docs = (await sources[collection](tx, principalId)) as { id: string }[]
          const { tables, until }: PrivateInput<never> = inputs[collection]
          const instant = until?.(docs as never, now)
          if (instant !== undefined) instants.push(instant)
          const hash = hashVersions(Object.fromEntries(docs.map((doc) => [doc.id, docVersion(doc)])))
          hashes.set(collection, hash)
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
        else known.set(principalId, { mark, hashes })
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
    /** Looks at everybody once more. @throws Error with what marks did not answer for */
    async end() {
      const [first] = provers
      if (first) for (const principalId of known.keys()) await first(principalId as PrincipalId)
    },
    assertNone() {
      const found = faults.splice(0)
      if (found.length > 0) throw new Error(`Private documents changed and no mark moved:\n${found.join('\n')}`)
    },
    /** For who changes rows without triggers. */
    forget: () => known.clear(),
  }
}
