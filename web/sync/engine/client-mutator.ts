import type { MutationArgs, MutationName } from '#shared/sync/mutations.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'

/**
 * Shows on this device what a command will do, before the server has done it.
 *
 * Runs inside the transaction that queues the command, and again after every
 * pull that brings newer rows: so it writes private tables and nothing else,
 * sets `version` to `OPTIMISTIC`, and gives the same rows when it runs twice.
 *
 * @param madeAt  ISO instant of the writing
 * @param base  what the person saw, where the command merges
 */
export type ClientMutator<Args> = (db: PrivateDatabase, args: Args, madeAt: string, base?: unknown) => Promise<void>

/** One for every command: a missing one does not compile. */
export type ClientMutators = { [Name in MutationName]: ClientMutator<MutationArgs[Name]> }

/**
 * The base of a refused command that a person sends again after they saw what is stored: what this device shows of it now. A text
 * that arrives at the server after that is not overwritten.
 *
 * @param base  the base that the refused entry named
 */
export type ChosenBase<Args> = (db: PrivateDatabase, args: Args, base: unknown) => Promise<unknown>

/** For commands that are refused where another device was faster. */
export type ChosenBases = { [Name in MutationName]?: ChosenBase<MutationArgs[Name]> }
