import type { Transaction } from '#server/database/client.ts'
import type { Account } from '#server/http/session.ts'
import type { ClientId, MutationId, PrincipalId } from '#shared/ids.ts'
import type { MutationArgs } from '#shared/sync/mutations.ts'
import type { AddWork } from './push-work.ts'

export type MutationContext = {
  /** The transaction in which the effect and the mark that it was processed commit together. */
  tx: Transaction
  id: MutationId
  principalId: PrincipalId
  /** The device it was written on. */
  clientId: ClientId
  account: Account | undefined
  /** Whence it was sent, for limits: one guest is soon another. */
  address: string
  /** Counts what a command costs beyond what each of them does: see `push-work.ts`. */
  addWork: AddWork
  /** The server's clock; the device's own is only ever shown to people. */
  now: Date
}

/**
 * Carries out one command of the outbox.
 *
 * @param base  the version the person saw, where the command merges; unchecked
 * @throws Problem when the domain refuses; nothing of the transaction remains then
 */
export type Mutator<Args> = (context: MutationContext, args: Args, base: unknown) => Promise<void>

export type Mutators = { [Name in keyof MutationArgs]: Mutator<MutationArgs[Name]> }
