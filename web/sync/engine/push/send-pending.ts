import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { MAX_PUSH, MAX_PUSH_REPLACED, type MutationResult, PushReply } from '#shared/sync/push.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { Unreachable } from '#web/net/api.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import type { OrderingKeys } from '#web/sync/engine/mutation-registry.ts'
import { markSent } from '#web/sync/engine/outbox.ts'
import { isUnderstood, postJson, type Transport } from '#web/sync/engine/transport.ts'
import { withLock } from '#web/sync/engine/with-lock.ts'
import { applyResults } from './apply-push-results.ts'
import type { Pace, PushDeps, PushOutcome } from './push.ts'
import type { PushProof } from './push-proof.ts'

const MIN_BATCH_BYTES = 4 * 1024
const MAX_BATCH_BYTES = 256 * 1024

/** A request that fails sooner did not fail because of its size. */
const SLOW_MS = 3000

function speedUp(pace: Pace) {
  pace.bytes = Math.min(pace.most, pace.bytes * 2)
  pace.most = Math.min(MAX_BATCH_BYTES, pace.most * 1.1)
}

function slowDown(pace: Pace) {
  pace.most = Math.max(MIN_BATCH_BYTES, pace.bytes * 0.75)
  pace.bytes = Math.max(MIN_BATCH_BYTES, pace.bytes / 2)
}

/**
 * Sends outbox entries in the order in which they were made. The results of each batch are stored before the next one is sent.
 *
 * @throws HttpProblem, Unreachable: entries without a result stay queued; the server deduplicates by mutation id, so sending
 *   twice is harmless
 */
export async function sendPending(
  transport: Transport,
  { clientId, db, loadOrderingKeys, keep, now, pace, proof }: PushDeps,
  waiting: OutboxEntry[],
  knownAs: PrincipalId | undefined,
): Promise<PushOutcome> {
  const orderingKeys = await loadOrderingKeys()
  const results: MutationResult[] = []
  const principalId = knownAs ?? (await becomeGuest(transport, clientId))
  const sender: Sender = {
    clientId,
    principalId,
    orderingKeys,
    pace,
    now,
    proof,
    blockedKeys: new Set(),
    onAnswer: async (answered) => {
      results.push(...answered)
      // Immediately: a processed mutation must not be sent again because a later batch fails.
      await keep(() => applyResults(db, { principalId, results: answered }, now()))
    },
  }
  for (let rest = waiting; rest.length > 0; ) {
    const size = batchSize(rest, pace.bytes)
    await send(transport, sender, await markSent(db, rest.slice(0, size), now()))
    rest = rest.slice(size)
  }
  return { principalId, results }
}

/** How many of the first entries fit into a request; at least one. */
function batchSize(entries: OutboxEntry[], bytes: number): number {
  let sum = 0
  let replaced = 0
  const limit = entries.slice(0, MAX_PUSH).findIndex(({ args, base, replaces = [] }) => {
    sum += JSON.stringify({ args, base, replaces }).length + ENTRY_OVERHEAD
    replaced += replaces.length
    return sum > bytes || replaced > MAX_PUSH_REPLACED
  })
  return limit === -1 ? Math.min(entries.length, MAX_PUSH) : Math.max(1, limit)
}

/** Id, name and time of an entry, in bytes. */
const ENTRY_OVERHEAD = 120

type Sender = {
  clientId: ClientId
  principalId: PrincipalId | undefined
  orderingKeys: OrderingKeys
  pace: Pace
  now: () => number
  proof: PushProof | undefined
  /** Ordering keys of mutations to retry: later entries with the same key stay behind them, in any batch. */
  blockedKeys: Set<string>
  onAnswer: (results: MutationResult[]) => Promise<void>
}

/**
 * Creates the guest before the mutations are sent. With one request for both, a lost reply would leave the mutations with a guest
 * whose cookie never arrived.
 */
async function becomeGuest(transport: Transport, clientId: ClientId): Promise<PrincipalId | undefined> {
  const ask = () => postJson(transport, '/api/sync/push', { clientId, mutations: [] }, PushReply)
  return (await withLock(transport, GUEST_LOCK, ask)).principalId
}

async function send(transport: Transport, sender: Sender, entries: OutboxEntry[]): Promise<void> {
  const { clientId, principalId, orderingKeys, pace, now, proof, blockedKeys, onAnswer } = sender
  const block = (keys: string[]) => {
    for (const key of keys) blockedKeys.add(key)
    return false
  }
  const batch = entries.filter((entry) => {
    const keys = orderingKeys(entry)
    // What follows an entry that stays behind stays behind as well.
    return keys.some((key) => blockedKeys.has(key)) ? block(keys) : true
  })
  if (batch.length === 0) return
  const mutations = batch.map(({ id, name, args, base, replaces, madeAt }) => ({ id, name, args, base, replaces, madeAt }))
  let results: MutationResult[]
  const began = now()
  try {
    const body = { clientId, principalId, mutations }
    const reply = await postJson(transport, '/api/sync/push', body, PushReply, proof?.takeHeaders())
    if (reply.challenge) void proof?.onChallenge(reply.challenge)
    results = reply.results
    speedUp(pace)
  } catch (error) {
    // The next attempt carries less: a slow network may have cut this one off.
    if (error instanceof Unreachable && now() - began > SLOW_MS) slowDown(pace)
    if (!isUnderstood(error)) throw error
    const [only] = batch
    if (only && batch.length === 1) {
      return onAnswer([{ id: only.id, status: 'refused', code: error.problem.code, message: error.problem.message }])
    }
    // One entry invalidates the batch: bisection finds it, and the others are applied.
    const middle = Math.ceil(batch.length / 2)
    await send(transport, sender, batch.slice(0, middle))
    return send(transport, sender, batch.slice(middle))
  }
  const again = new Set(results.filter(({ status }) => status === 'retry').map(({ id }) => id))
  for (const entry of batch) if (again.has(entry.id)) block(orderingKeys(entry))
  await onAnswer(results)
}
