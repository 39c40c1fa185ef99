import type { ClientId, PrincipalId } from '#shared/ids.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import type { OrderingKey } from '#web/sync/engine/mutation-registry.ts'
import { listPending } from '#web/sync/engine/outbox.ts'
import type { Transport } from '#web/sync/engine/transport.ts'

export type PushOutcome = {
  /** Whose outbox the server took it for. */
  principalId: PrincipalId | undefined
  results: MutationResult[]
}

export type PushDeps = {
  clientId: ClientId
  db: PrivateDatabase
  loadOrderingKey: () => Promise<OrderingKey>
  /** Does what stores the answers of a batch; on a full device less important things make room for it. */
  keep: (store: () => Promise<void>) => Promise<void>
  now: () => number
  pace: Pace
  loadSendPending: () => Promise<SendWaiting>
}

export type SendWaiting = (
  transport: Transport,
  deps: PushDeps,
  waiting: OutboxEntry[],
  knownAs: PrincipalId | undefined,
) => Promise<PushOutcome>

/** How much one request carries, and how much it may grow to: both follow the network. */
export type Pace = { bytes: number; most: number }

/** At 4 KB/s a batch of this size is on its way for 16 s. */
const FIRST_BATCH_BYTES = 64 * 1024
const MOST_BATCH_BYTES = 256 * 1024

export const newPace = (): Pace => ({ bytes: FIRST_BATCH_BYTES, most: MOST_BATCH_BYTES })

/**
 * Sends everything that waits. The code that sends is loaded only when something does.
 *
 * @throws HttpProblem, Unreachable: what was not answered stays queued
 */
export async function push(transport: Transport, deps: PushDeps): Promise<PushOutcome> {
  const waiting = await listPending(deps.db)
  const principalId = await serverPrincipal(deps.db)
  if (waiting.length === 0) return { principalId, results: [] }
  const sendWaiting = await deps.loadSendPending()
  return sendWaiting(transport, deps, waiting, principalId)
}

/** Whom the server knows this database's owner as; undefined for a guest it has not met. */
const serverPrincipal = async (db: PrivateDatabase) => (db.principal === 'guest' ? db.getMeta('principalId') : db.principal)
