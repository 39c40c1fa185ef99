import * as v from 'valibot'
import type { Have } from '#shared/sync/have.ts'
import {
  type MutationArgs,
  type MutationName,
  type MutationWithBase,
  mutationArgs,
  orderingKeysOf,
  squashRules,
} from '#shared/sync/mutations.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { applyRows } from '#web/sync/engine/pull/apply-rows.ts'
import type { ChosenBase, ChosenBases, ClientMutator, ClientMutators } from './client-mutator.ts'

/** What a device knows about mutations: argument schemas, ordering keys, optimistic effects. */
export type MutationRegistry = {
  /** @throws ValiError if a screen passes arguments that the contract does not allow */
  parse: <Name extends MutationName>(name: Name, args: MutationArgs[Name]) => MutationArgs[Name]
  /**
   * Shows the effect of an entry. An entry whose mutation this build does not know has no local effect but is still sent: the
   * server decides.
   */
  show: (db: PrivateDatabase, entry: OutboxEntry) => Promise<void>
  /** Base for an entry whose author has seen the stored value and sends it again. */
  chosenBase: (db: PrivateDatabase, entry: OutboxEntry) => Promise<unknown>
  /** Stores the result of a pull. It is here because a first visit pulls no private data. */
  applyRows: (db: PrivateDatabase, delta: PrivateDelta, have: Have) => Promise<void>
  orderingKeys: OrderingKeys
  isSquashable: (name: string) => boolean
  /** The later entry with the earlier one merged into it; `undefined` for mutations that cannot be squashed. */
  squash: (earlier: OutboxEntry, later: OutboxEntry) => OutboxEntry | undefined
}

export type OrderingKeys = (entry: OutboxEntry) => string[]

/**
 * Contracts and mutators are needed only for writing, and a first visit only reads. So they are a separate bundle chunk, loaded
 * on demand.
 */
export type LoadMutations = () => Promise<MutationRegistry>

const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)

const isSquashable = (name: string): name is keyof typeof squashRules => Object.hasOwn(squashRules, name)

/** Keys by which the server orders mutations. An entry that this build cannot parse has a key of its own: its id. */
export const orderingKeys: OrderingKeys = ({ id, name, args }) => {
  if (!isMutationName(name)) return [id]
  const parsed = v.safeParse(mutationArgs[name], args)
  // The schema and the key function have the same name; TypeScript cannot infer that through the union.
  const keysOf = orderingKeysOf[name] as (args: typeof parsed.output) => string | string[]
  return [parsed.success ? keysOf(parsed.output) : id].flat()
}

export const createMutationRegistry = (mutators: ClientMutators, chosenBases: ChosenBases): MutationRegistry => ({
  parse: (name, args) => v.parse(mutationArgs[name], args) as typeof args,
  async show(db, entry) {
    if (!isMutationName(entry.name)) return
    const args = v.safeParse(mutationArgs[entry.name], entry.args)
    // The schema and the mutator have the same name; TypeScript cannot infer that through the union.
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
  orderingKeys,
  isSquashable,
  squash(earlier, later) {
    if (earlier.name !== later.name || !isSquashable(later.name)) return undefined
    const rule = squashRules[later.name] as (
      one: MutationWithBase<unknown>,
      other: MutationWithBase<unknown>,
    ) => MutationWithBase<unknown> | undefined
    const known = v.safeParse(mutationArgs[later.name], earlier.args)
    if (!known.success || orderingKeys(earlier)[0] !== orderingKeys(later)[0]) return undefined
    const squashed = rule({ args: known.output, base: earlier.base }, { args: later.args, base: later.base })
    return squashed && { ...later, ...squashed }
  },
})
