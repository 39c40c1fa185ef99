import type { Database, Sql, Transaction } from '#server/db.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { inSharedReads } from './batches.ts'
import { epochOfSeed } from './epoch.ts'
import { type Change, MAX_AGE_MS, type Mark, readChanges, readChangesIn, readMark, readState, writeMark } from './private-mark.ts'
import type { PrivateInputs, PrivateSources } from './private-source.ts'

/** So many marks are looked up in one statement. */
const MOST_TOGETHER = 100

export type PrivateMarks = ReturnType<typeof createPrivateMarks>

type ProofDeps = {
  db: Database
  marks: PrivateMarks
  inputs: PrivateInputs
  sources: PrivateSources
}
export type ProveMarks = (deps: ProofDeps) => (principalId: PrincipalId) => Promise<void>

/** What is known of a mark: when it is not usable, everything may have changed. */
export type SinceMark = { mark: Mark; tables: ReadonlySet<string>; isPastUntil: boolean }

/**
 * Reads and writes the marks of devices.
 *
 * @param rules  names the code and the configuration that documents are made with: see `private-rules.ts`
 */
export function createPrivateMarks({ sql, rules, now = Date.now }: { sql: Sql; rules: () => string; now?: () => number }) {
  const epochOf = epochOfSeed(sql)
  const changesOf = inSharedReads((marks: Mark[]) => readChanges(sql, marks), MOST_TOGETHER)
  /** The epoch is read with the changes, and the mark names one: so the mark is believed first, and its epoch compared then. */
  const read = (text: string): { mark: Mark; epoch: string } | undefined => {
    const [epoch = ''] = text.split(' ', 1)
    const mark = readMark(text, epoch, rules())
    return mark && { mark, epoch }
  }
  const judge = async (found: { mark: Mark; epoch: string }, change: Change): Promise<SinceMark | undefined> => {
    const { mark } = found
    const age = now() - mark.comparedAt
    if (change.isPruned || age > MAX_AGE_MS || age < -MAX_AGE_MS || (await epochOf(change.seed)) !== found.epoch) return undefined
    return { mark, tables: change.tables, isPastUntil: mark.until !== undefined && now() >= mark.until }
  }

  return {
    /** What may have changed since a mark, for the principal it names. `undefined`: it says nothing, so everything may have. */
    async since(text: string): Promise<SinceMark | undefined> {
      const found = read(text)
      return found && judge(found, await changesOf(found.mark))
    },

    /** The same within the transaction that reads documents. */
    async sinceIn(tx: Transaction, text: string): Promise<SinceMark | undefined> {
      const found = read(text)
      return found && judge(found, await readChangesIn(tx, found.mark))
    },

    /**
     * The mark of what is read in a transaction, to be written once it is known until when that holds. Nothing where too many
     * transactions are open.
     */
    async begin(tx: Transaction, principalId: PrincipalId) {
      const { seen, horizon, seed } = await readState(tx)
      const epoch = await epochOf(seed)
      return (until: number | undefined, comparedAt: number): string | undefined =>
        seen && writeMark(epoch, rules(), { principalId, comparedAt, until, seen, horizon })
    },

    now,
  }
}
