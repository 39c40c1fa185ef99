import type { Database, Sql, Transaction } from '#server/database/client.ts'
import { createEpochs, type Epochs } from '#server/sync/epoch.ts'
import { inSharedReads } from '#server/sync/single-flight.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type Change, MAX_AGE_MS, type Mark, readChanges, readChangesIn, readMark, readState, writeMark } from './private-mark.ts'
import type { PrivateChangesOf, PrivateInputs, PrivateSources } from './private-source.ts'

/** Maximum number of marks looked up in one statement, and of marks that wait. */
const MAX_CONCURRENT = 100
const MAX_WAITING = 2000

export type PrivateMarks = ReturnType<typeof createPrivateMarks>

type ProofDeps = {
  db: Database
  marks: PrivateMarks
  inputs: PrivateInputs
  sources: PrivateSources
  changes: PrivateChangesOf
}
export type ProveMarks = (deps: ProofDeps) => (principalId: PrincipalId) => Promise<void>

/** The result of a lookup by mark. Without one, everything may have changed. */
export type SinceMark = { mark: Mark; tables: ReadonlySet<string>; isPastUntil: boolean }

type Deps = { sql: Sql; rules: () => string; epochs?: Epochs; now?: () => number }

/**
 * Reads and writes the marks of devices.
 *
 * @param rules  identifies the code and the configuration that produce documents: see `private-rules.ts`
 */
export function createPrivateMarks({ sql, rules, epochs = createEpochs(sql), now = Date.now }: Deps) {
  const changesOf = inSharedReads((marks: Mark[]) => readChanges(sql, marks), { most: MAX_CONCURRENT, mostWaiting: MAX_WAITING })
  const isOfToday = ({ comparedAt }: Mark) => Math.abs(now() - comparedAt) <= MAX_AGE_MS
  /**
   * A mark of another principal, or an expired one, is rejected without a statement. The epoch is read together with the changes.
   * So the mark is parsed with the epoch that it names, and that epoch is compared afterwards.
   */
  const read = (text: string, principalId: PrincipalId): { mark: Mark; epoch: string } | undefined => {
    const [epoch = ''] = text.split(' ', 1)
    const mark = readMark(text, epoch, rules())
    return mark?.principalId === principalId && isOfToday(mark) ? { mark, epoch } : undefined
  }
  const evaluate = (found: { mark: Mark; epoch: string }, change: Change, epoch: string | undefined): SinceMark | undefined => {
    const { mark } = found
    if (change.isPruned || epoch !== found.epoch) return undefined
    return { mark, tables: change.tables, isPastUntil: mark.until !== undefined && now() >= mark.until }
  }

  return {
    /**
     * What may have changed for a principal since its mark. `undefined`: the mark is not usable, so everything may have changed.
     */
    async since(text: string, principalId: PrincipalId): Promise<SinceMark | undefined> {
      const found = read(text, principalId)
      if (!found) return undefined
      const change = await changesOf(found.mark)
      return evaluate(found, change, await epochs.ofSeed(change.seed))
    },

    /** Must be called before the transaction of the two functions that follow, so that they need no second connection. */
    prepare: epochs.prepare,

    /** The same within the transaction that reads documents. */
    async sinceIn(tx: Transaction, text: string, principalId: PrincipalId): Promise<SinceMark | undefined> {
      const found = read(text, principalId)
      if (!found) return undefined
      const change = await readChangesIn(tx, found.mark)
      return evaluate(found, change, epochs.known(change.seed))
    },

    /**
     * The mark of the documents read in a transaction, to be written once it is known how long they are valid. Undefined when too
     * many transactions are open, or when the epoch has just changed.
     */
    async begin(tx: Transaction, principalId: PrincipalId) {
      const { seen, horizon, seed } = await readState(tx)
      const epoch = epochs.known(seed)
      return (until: number | undefined, comparedAt: number): string | undefined =>
        seen && epoch && writeMark(epoch, rules(), { principalId, comparedAt, until, seen, horizon })
    },

    now,
  }
}
