import * as v from 'valibot'
import { type MutationArgs, type MutationName, mutationArgs } from '#shared/sync/mutations.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'

/**
 * Shows on this device what a command will do, before the server has done it.
 *
 * Runs inside the transaction that queues the command, and again after every
 * pull that brings newer rows: so it writes private tables and nothing else,
 * sets `version` to `OPTIMISTIC`, and gives the same rows when it runs twice.
 *
 * @param madeAt  ISO instant of the writing
 */
export type ClientMutator<Args> = (db: PrivateDatabase, args: Args, madeAt: string) => Promise<void>

/** One for every command: a missing one does not compile. */
export type ClientMutators = { [Name in MutationName]: ClientMutator<MutationArgs[Name]> }

export const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutationArgs, name)

/** Shows an entry's effect. One whose command this build does not know still goes to the server, which decides. */
export async function showEntry(mutators: ClientMutators, db: PrivateDatabase, entry: OutboxEntry): Promise<void> {
  if (!isMutationName(entry.name)) return
  const args = v.safeParse(mutationArgs[entry.name], entry.args)
  // The schema and the mutator stand under the same name; TypeScript cannot see that through the union.
  const mutator = mutators[entry.name] as ClientMutator<typeof args.output>
  if (args.success) await mutator(db, args.output, entry.madeAt)
}
