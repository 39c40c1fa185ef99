import postgres from 'postgres'
import { limitConcurrency } from '#server/concurrency-limit.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { pathOf } from '#server/http/limits/client-address.ts'
import type { OfferedProof } from '#server/http/limits/proof/offered-proof.ts'
import { ProofNeeded } from '#server/http/limits/proof/proof-needed.ts'
import type { Account, Identity } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { messageOf, Problem } from '#shared/problem.ts'
import type { ProofChallenge } from '#shared/proof-of-work/contract.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import { type ParsedMutation, refused } from './parse-mutation.ts'
import { findProcessed, insertProcessed, type Refusal, setRefused } from './processed-mutations.ts'
import { createPushWork } from './push-work.ts'

export type PushDeps = {
  db: Database
  log: Log
  now: () => Date
  /** Limits the transactions of all pushes of this node. */
  gate: ReturnType<typeof mutationGate>
  identity: Pick<Identity, 'lock'>
}

/** The owner of the outbox, and its device. `hasLeft`: the connection is closed, so the reply cannot be delivered. */
export type Sender = {
  clientId: ClientId
  principalId: PrincipalId
  account: Account | undefined
  address: string
  /** Of the push. It serves one mutation. */
  proof: OfferedProof | undefined
  onChallenge: (challenge: ProofChallenge) => void
  hasLeft: () => boolean
  /** Counts the cost of the mutations as calls of the sender's address. */
  charge: (calls: number) => void
}

/** State shared by the mutations of one push. */
type Push = PushDeps & { work: ReturnType<typeof createPushWork> }

/** Concurrent transactions of one push. */
const CONCURRENCY = 5

/** Concurrent transactions of all pushes of a node: the pool of ten also has to serve everything else. */
const PUSHES_AT_ONCE = 6
/**
 * Of these, at most four belong to one address block or to one customer's blocks, and two to one principal: guests cost nothing
 * to create. Pushes of one principal are applied one at a time. A device sends the next push after the reply; a few more may
 * wait, as after a lost connection.
 */
export const mutationGate = () => limitConcurrency({ most: PUSHES_AT_ONCE, mostPer: [4, 4, 2] })
export const pushGate = () => limitConcurrency({ most: Number.POSITIVE_INFINITY, mostPer: [1], mostWaitingPer: [20] })

/** Problems that are transient and not caused by the mutation. */
const TRANSIENT_STATUSES = new Set([408, 425, 429])

/**
 * Applies mutations, each in a separate transaction. Mutations with a common ordering key keep their order.
 *
 * @throws Problem `session-lost`, `session-ended` when the sender no longer exists when a mutation starts; no later one runs
 */
export async function applyAll(deps: PushDeps, sender: Sender, mutations: ParsedMutation[]): Promise<MutationResult[]> {
  const waiting = queuesOf(mutations)
  const results: MutationResult[] = []
  const push: Push = { ...deps, work: createPushWork() }
  const applyQueues = async () => {
    for (let queue = waiting.shift(); queue; queue = waiting.shift()) {
      results.push(...(await applyInOrder(push, sender, queue)))
    }
  }
  // All of them end before the reply, so that no mutation is applied after it.
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, applyQueues))
  sender.charge(push.work.calls())
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return results
}

/** The mutations in queues, so that no two queues have a common ordering key; each queue in the order of the mutations. */
function queuesOf(mutations: ParsedMutation[]): ParsedMutation[][] {
  const queues = new Map<string, ParsedMutation[]>()
  for (const mutation of mutations) {
    const before = new Set(mutation.orderingKeys.flatMap((key) => queues.get(key) ?? []))
    const queue = [...mutations.filter((one) => before.has(one)), mutation]
    for (const key of queue.flatMap(({ orderingKeys }) => orderingKeys)) queues.set(key, queue)
  }
  return [...new Set(queues.values())]
}

/**
 * Applies mutations with a common ordering key. After a `retry`, the later ones are retried too: a late save must not be applied after
 * its unsave.
 */
async function applyInOrder(push: Push, sender: Sender, queue: ParsedMutation[]): Promise<MutationResult[]> {
  const results: MutationResult[] = []
  for (const mutation of queue) {
    const isBlocked = () => results.at(-1)?.status === 'retry' || sender.hasLeft() || push.work.isUsedUp()
    const again: MutationResult = { id: mutation.mutation.id, status: 'retry' }
    // Checked again when it starts: other mutations of the push ran while it waited.
    const inTurn = async () => (isBlocked() ? again : applyMutation(push, sender, mutation))
    results.push(isBlocked() ? again : await push.gate(inTurn, ...pathOf(sender.address), sender.principalId))
  }
  return results
}

/**
 * 0. The sender is locked: its account may have been deleted, or its session ended, while the mutation waited.
 * 1. The processed row is inserted first, with those of the mutations that this one replaces: a duplicate request waits for it,
 * and then finds the result.
 * 2. The effect runs behind a savepoint, so that a refusal rolls back the effect and keeps the processed rows. It is also the
 * result of the mutations that this one replaces, unless they were processed before.
 * 3. Both commit together. A fault rolls back both, and the device retries.
 */
async function applyMutation(push: Push, sender: Sender, { mutation, apply }: ParsedMutation): Promise<MutationResult> {
  const { db, log, now, identity, work } = push
  const { id, name } = mutation
  const { principalId, clientId, account, address } = sender
  const proof = sender.proof && { ...sender.proof }
  let isLocked = false
  try {
    return await db.transaction(async (tx) => {
      await identity.lock(tx, sender)
      isLocked = true
      const row = { principalId, clientId, name, status: 'applied' } as const
      const inserted = await insertProcessed(tx, [id, ...(mutation.replaces ?? [])], row)
      const isNew = inserted.has(id)
      if (!isNew) return await previousResult(tx, sender, mutation)
      try {
        const context = { id, principalId, clientId, account, address, proof, addWork: work.add, now: now() }
        await tx.transaction((effect) => apply({ tx: effect, ...context }))
        return { id, status: 'applied' }
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        await setRefused(tx, [...inserted], refusal)
        return { id, status: 'refused', ...refusal }
      }
    })
  } catch (error) {
    if (!isLocked && error instanceof Problem) throw error
    if (error instanceof ProofNeeded) sender.onChallenge(error.challenge)
    if (!(error instanceof Problem)) log.error({ err: error, mutation: name }, 'mutation failed')
    return { id, status: 'retry' }
  }
}

async function previousResult(tx: Transaction, sender: Sender, mutation: ParsedMutation['mutation']): Promise<MutationResult> {
  const mark = await findProcessed(tx, mutation.id)
  const isOwn = mark?.principalId === sender.principalId || mark?.mergedInto === sender.principalId || isFromBefore(mark, sender)
  if (!mark || !isOwn) return refused(mutation, 'forbidden')
  return mark.refusal ? { id: mutation.id, status: 'refused', ...mark.refusal } : { id: mutation.id, status: 'duplicate' }
}

/**
 * The reply of a sign-in was lost: the server has merged the guest, but the device does not know this. It reconnects as a new
 * guest and sends the mutations of the first one again. Their effects belong to the account, and the device has nothing left to
 * send.
 */
const isFromBefore = (mark: Awaited<ReturnType<typeof findProcessed>>, { clientId, account }: Sender) =>
  !account && !!mark?.mergedInto && mark.clientId === clientId

/**
 * A refusal by a rule, or by the database for a value that it can never store. A fault and a transient problem are not refusals.
 */
function refusalOf(error: unknown): Refusal | undefined {
  if (isUnstorable(error)) return { code: 'invalid', message: messageOf('invalid') }
  if (!(error instanceof Problem) || error.status >= 500 || TRANSIENT_STATUSES.has(error.status)) return undefined
  return { code: error.code, message: error.message }
}

/**
 * not_null_violation, foreign_key_violation, check_violation. A unique or exclusion violation may be a race: the next attempt
 * sees the other row.
 */
const PERMANENT = new Set(['23502', '23503', '23514'])

/** Class 22 of SQLSTATE, such as text with a NUL or a number out of range, or a constraint violation: a retry would not help. */
function isUnstorable(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof postgres.PostgresError && (cause.code.startsWith('22') || PERMANENT.has(cause.code))
}
