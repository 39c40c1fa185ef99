import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { OrderingKeys } from '#web/sync/engine/mutation-registry.ts'
import { listPending } from '#web/sync/engine/outbox.ts'
import type { Transport } from '#web/sync/engine/transport.ts'
import type { PushProof } from './push-proof.ts'

export type PushOutcome = {
  /** The principal for which the server accepted the outbox. */
  principalId: PrincipalId | undefined
  results: MutationResult[]
}

export type PushDeps = {
  clientId: ClientId
  db: PrivateDatabase
  loadOrderingKeys: () => Promise<OrderingKeys>
  /** Runs the transaction that stores the results of a batch; on a full device less important data is evicted first. */
  keep: (store: () => Promise<void>) => Promise<void>
  now: () => number
  pace: Pace
  loadSendPending: () => Promise<SendWaiting>
  /** Passes full limits; a service worker has none. */
  proof?: PushProof
}

export type SendWaiting = (
  transport: Transport,
  deps: PushDeps,
  waiting: OutboxEntry[],
  knownAs: PrincipalId | undefined,
) => Promise<PushOutcome>

/** Current batch size and its upper limit, in bytes: both adapt to the network. */
export type Pace = { bytes: number; most: number }

/** At 4 KB/s, a batch of this size uploads in 16 s. */
const FIRST_BATCH_BYTES = 64 * 1024
const MAX_BATCH_BYTES = 256 * 1024

export const newPace = (): Pace => ({ bytes: FIRST_BATCH_BYTES, most: MAX_BATCH_BYTES })

/**
 * Sends all pending entries. The sending code is loaded only if there are any.
 *
 * @throws HttpProblem, Unreachable: entries without a result stay queued
 */
export async function push(transport: Transport, deps: PushDeps): Promise<PushOutcome> {
  const waiting = await listPending(deps.db)
  const principalId = await serverPrincipal(deps.db)
  if (waiting.length === 0) return { principalId, results: [] }
  const sendWaiting = await deps.loadSendPending()
  return sendWaiting(transport, deps, waiting, principalId)
}

/** The principal id that the server knows for the owner of this database; undefined for a guest that the server does not know. */
const serverPrincipal = async (db: PrivateDatabase) => (db.principal === 'guest' ? db.getMeta('principalId') : db.principal)
