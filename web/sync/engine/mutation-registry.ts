import * as v from 'valibot'
import type { Have } from '#shared/sync/have.ts'
import {
  type MutationArgs,
  type MutationName,
  type MutationWithBase,
  mutationArgs,
  mutationTarget,
  squashRules,
} from '#shared/sync/mutations.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { applyRows } from '#web/sync/engine/pull/apply-rows.ts'
import type { ChosenBase, ChosenBases, ClientMutator, ClientMutators } from './client-mutator.ts'

/** What a device knows of the commands themselves: their arguments, their targets, what each shows. */
export type MutationRegistry = {
  /** @throws ValiError when a screen asks for what the contract does not allow */
  parse: <Name extends MutationName>(name: Name, args: MutationArgs[Name]) => MutationArgs[Name]
  /** Shows an entry's effect. One whose command this build does not know still goes to the server, which decides. */
  show: (db: PrivateDatabase, entry: OutboxEntry) => Promise<void>
  /** The base of an entry whose writer has seen what is stored now, and sends it again. */
  chosenBase: (db: PrivateDatabase, entry: OutboxEntry) => Promise<unknown>
  /** Stores what a pull brought. It is here because a first visit pulls nothing private. */
  applyRows: (db: PrivateDatabase, delta: PrivateDelta, have: Have) => Promise<void>
  orderingKey: OrderingKey
  isFoldable: (name: string) => boolean
  /** A later entry with an earlier one's words in it, where the two can be told as one. Commands that do not fold give `undefined`. */
  fold: (earlier: OutboxEntry, later: OutboxEntry) => OutboxEntry | undefined
}

export type OrderingKey = (entry: OutboxEntry) => string

/** Contracts and mutators are for writing; a first visit reads. So they are a chunk of their own, asked for when needed. */
export type LoadMutations = () => Promise<MutationRegistry>

const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)

/** What an entry is about, as the server orders it. One that this build cannot read stands alone. */
export const orderingKey: OrderingKey = ({ id, name, args }) => {
  if (!isMutationName(name)) return id
  const parsed = v.safeParse(mutationArgs[name], args)
  // The schema and the target stand under the same name; TypeScript cannot see that through the union.
  const target = mutationTarget[name] as (args: typeof parsed.output) => string
  return parsed.success ? target(parsed.output) : id
}

export const createCommands = (mutators: ClientMutators, chosenBases: ChosenBases): MutationRegistry => ({
  parse: (name, args) => v.parse(mutationArgs[name], args) as typeof args,
  async show(db, entry) {
    if (!isMutationName(entry.name)) return
    const args = v.safeParse(mutationArgs[entry.name], entry.args)
    // The schema and the mutator stand under the same name; TypeScript cannot see that through the union.
    const mutator = mutators[entry.name] as ClientMutator<typeof args.output>
    if (args.success) await mutator(db, args.output, entry.madeAt, entry.base)
  },
  async chosenBase(db, { name, args, base }) {
    if (!isMutationName(name)) return base
    const parsed = v.safeParse(mutationArgs[name], args)
    const chosen = chosenBases[name] as ChosenBase<typeof parsed.output> | undefined
    return chosen && parsed.success ? chosen(db, parsed.output, base) : base
  },
  applyRows,
  orderingKey,
  isFoldable: (name) => Object.hasOwn(squashRules, name),
  fold(earlier, later) {
    if (earlier.name !== later.name || !isMutationName(later.name)) return undefined
    const fold = squashRules[later.name] as
      | ((one: MutationWithBase<unknown>, other: MutationWithBase<unknown>) => MutationWithBase<unknown> | undefined)
      | undefined
    const known = v.safeParse(mutationArgs[later.name], earlier.args)
    if (!fold || !known.success || orderingKey(earlier) !== orderingKey(later)) return undefined
    const folded = fold({ args: known.output, base: earlier.base }, { args: later.args, base: later.base })
    return folded && { ...later, ...folded }
  },
})
