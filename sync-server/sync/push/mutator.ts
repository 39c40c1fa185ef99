import type { Transaction } from '#server/database/client.ts'
import type { OfferedProof } from '#server/http/limits/proof/offered-proof.ts'
import type { Account } from '#server/http/session.ts'
import type { ClientId, MutationId, PrincipalId } from '#shared/ids.ts'
import type { MutationArgs } from '#shared/sync/mutations.ts'
import type { AddWork } from './push-work.ts'

export type MutationContext = {
  /** The transaction in which the effect and its processed row commit together. */
  tx: Transaction
  id: MutationId
  principalId: PrincipalId
  /** The device on which the mutation was made. */
  clientId: ClientId
  account: Account | undefined
  /** Client address. Limits count it too, because one client can become many guests. */
  address: string
  /** What passes a full limit of the address. The device gets a challenge with the reply, and sends the mutation again. */
  proof: OfferedProof | undefined
  /** Counts the cost of a mutation beyond the fixed cost of each: see `push-work.ts`. */
  addWork: AddWork
  /** The server's clock; device clocks are only used for display. */
  now: Date
}

/**
 * Applies one mutation of the outbox.
 *
 * @param base  the version that the user saw, where the mutation merges; unchecked
 * @throws Problem when a rule refuses; the effect is then rolled back
 */
export type Mutator<Args> = (context: MutationContext, args: Args, base: unknown) => Promise<void>

export type Mutators = { [Name in keyof MutationArgs]: Mutator<MutationArgs[Name]> }
