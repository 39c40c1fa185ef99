import postgres from 'postgres'
import { fewAtOnce } from '#server/concurrency-limit.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { pathOf } from '#server/http/limits/client-address.ts'
import type { Account, Identity } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { messageOf, Problem } from '#shared/problem.ts'
import type { MutationResult } from '#shared/sync/push.ts'
import { type Command, refused } from './parse-mutation.ts'
import { findProcessed, insertMarks, markRefused, type Refusal } from './processed-mutations.ts'
import { createPushWork } from './push-work.ts'

export type PushDeps = {
  db: Database
  log: Log
  now: () => Date
  /** Bounds the transactions of all pushes of this node. */
  gate: ReturnType<typeof commandGate>
  identity: Pick<Identity, 'hold'>
}

/** Whose outbox this is, and the device it comes from. `hasLeft`: its connection is gone, and with it the reader of the answer. */
export type Sender = {
  clientId: ClientId
  principalId: PrincipalId
  account: Account | undefined
  address: string
  hasLeft: () => boolean
  /** Counts what the commands cost as calls of the sender's address. */
  charge: (calls: number) => void
}

/** What the commands of one push share. */
type Push = PushDeps & { work: ReturnType<typeof createPushWork> }

/** Transactions of one push at a time. */
const CONCURRENCY = 5

/** Transactions of all pushes of a node at a time: the pool of ten has to serve everything else too. */
const PUSHES_AT_ONCE = 6
/**
 * Of these, four are those of one address block, or of one customer's blocks, and two are one principal's: guests cost nothing. One push of a
 * principal is carried out at a time. A device sends the next one after its answer; a few more wait, as after a lost connection.
 */
export const commandGate = () => fewAtOnce({ most: PUSHES_AT_ONCE, mostPer: [4, 4, 2] })
export const pushGate = () => fewAtOnce({ most: Number.POSITIVE_INFINITY, mostPer: [1], mostWaitingPer: [20] })

/** Problems of the moment, not of the command. */
const TRANSIENT_STATUSES = new Set([408, 425, 429])

/**
 * Carries out commands, each in a transaction of its own. Those about the same thing keep their order.
 *
 * @throws Problem `session-lost`, `session-ended` when the sender is gone by the time a command has its turn; no later one runs
 */
export async function applyAll(deps: PushDeps, sender: Sender, commands: Command[]): Promise<MutationResult[]> {
  const lines = new Map<string, Command[]>()
  for (const command of commands) lines.set(command.target, [...(lines.get(command.target) ?? []), command])
  const waiting = [...lines.values()]
  const results: MutationResult[] = []
  const push: Push = { ...deps, work: createPushWork() }
  const carryOutLines = async () => {
    for (let line = waiting.shift(); line; line = waiting.shift()) {
      results.push(...(await applyInOrder(push, sender, line)))
    }
  }
  // All of them end before the reply: nothing is carried out behind its back.
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, carryOutLines))
  sender.charge(push.work.calls())
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return results
}

/** Commands about one thing. What stands behind one that comes again comes again too: a late save must not land after its unsave. */
async function applyInOrder(push: Push, sender: Sender, line: Command[]): Promise<MutationResult[]> {
  const results: MutationResult[] = []
  for (const command of line) {
    const isHeldUp = () => results.at(-1)?.status === 'retry' || sender.hasLeft() || push.work.isUsedUp()
    const again: MutationResult = { id: command.mutation.id, status: 'retry' }
    // Asked again in its turn: others of the push had theirs while it waited.
    const inTurn = async () => (isHeldUp() ? again : applyMutation(push, sender, command))
    results.push(isHeldUp() ? again : await push.gate(inTurn, ...pathOf(sender.address), sender.principalId))
  }
  return results
}

/**
 * 0. The sender is held: its account may have been deleted, or its session ended, while the command waited for its turn.
 * 1. The mark goes in first, with those of the mutations it replaces: a doubled request waits on it, and then finds the outcome.
 * 2. The effect runs behind a savepoint, so that a refusal takes back the effect and keeps the mark.
 * 3. Both commit together. A fault takes back both, and the device tries again.
 */
async function applyMutation(push: Push, sender: Sender, { mutation, carryOut }: Command): Promise<MutationResult> {
  const { db, log, now, identity, work } = push
  const { id, name } = mutation
  const { principalId, clientId, account, address } = sender
  let isHeld = false
  try {
    return await db.transaction(async (tx) => {
      await identity.hold(tx, sender)
      isHeld = true
      const mark = { principalId, clientId, name, status: 'applied' } as const
      const inserted = await insertMarks(tx, [id, ...(mutation.replaces ?? [])], mark)
      const isNew = inserted.has(id)
      if (!isNew) return await previousResult(tx, sender, mutation)
      try {
        const context = { id, principalId, clientId, account, address, addWork: work.add, now: now() }
        await tx.transaction((effect) => carryOut({ tx: effect, ...context }))
        return { id, status: 'applied' }
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        await markRefused(tx, id, refusal)
        return { id, status: 'refused', ...refusal }
      }
    })
  } catch (error) {
    if (!isHeld && error instanceof Problem) throw error
    if (!(error instanceof Problem)) log.error({ err: error, mutation: name }, 'a mutation failed')
    return { id, status: 'retry' }
  }
}

async function previousResult(tx: Transaction, sender: Sender, mutation: Command['mutation']): Promise<MutationResult> {
  const mark = await findProcessed(tx, mutation.id)
  const isOwn = mark?.principalId === sender.principalId || mark?.mergedInto === sender.principalId || isFromBefore(mark, sender)
  if (!mark || !isOwn) return refused(mutation, 'forbidden')
  return mark.refusal ? { id: mutation.id, status: 'refused', ...mark.refusal } : { id: mutation.id, status: 'duplicate' }
}

/**
 * The reply of a sign-in was lost: the server has merged the guest, and the device, which does not know, comes back as
 * a new one with what the first had sent. The effect is with the account; the device has nothing left to send.
 */
const isFromBefore = (mark: Awaited<ReturnType<typeof findProcessed>>, { clientId, account }: Sender) =>
  !account && !!mark?.mergedInto && mark.clientId === clientId

/** The domain's no, or the database's to a value it can never store. A fault, or a problem of the moment, is none. */
function refusalOf(error: unknown): Refusal | undefined {
  if (isUnstorable(error)) return { code: 'invalid', message: messageOf('invalid') }
  if (!(error instanceof Problem) || error.status >= 500 || TRANSIENT_STATUSES.has(error.status)) return undefined
  return { code: error.code, message: error.message }
}

/** not_null_violation, foreign_key_violation, check_violation. A unique or exclusion violation may be a race: the next try sees the other row. */
const LASTING = new Set(['23502', '23503', '23514'])

/** Class 22 of SQLSTATE, such as text with a NUL or a number out of range, or a constraint: trying again would not help. */
function isUnstorable(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof postgres.PostgresError && (cause.code.startsWith('22') || LASTING.has(cause.code))
}
