import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'

/**
 * Optimistic effect of a mutation on this device, before the server has applied it.
 *
 * Runs in the transaction that queues the mutation, and again after every pull that brings newer rows. So it writes private
 * tables only, sets `version` to `OPTIMISTIC`, and is idempotent.
 *
 * @param madeAt  ISO instant at which the user made the change
 * @param base  the value that the user saw, for mutations that merge
 */
export type ClientMutator<Args> = (db: PrivateDatabase, args: Args, madeAt: string, base?: unknown) => Promise<void>

/** One mutator for every mutation: a missing one does not compile. */
export type ClientMutators = { [Name in MutationName]: ClientMutator<MutationArgs[Name]> }

/**
 * Base of a refused mutation that the user sends again after seeing the stored value: the value that this device shows now. A
 * text that reaches the server after that is not overwritten.
 *
 * @param base  the base of the refused entry
 */
export type ChosenBase<Args> = (db: PrivateDatabase, args: Args, base: unknown) => Promise<unknown>

/** Only for mutations that are refused because another device changed the value first. */
export type ChosenBases = { [Name in MutationName]?: ChosenBase<MutationArgs[Name]> }
