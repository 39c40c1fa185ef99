import type { ClientId, PrincipalId } from '#shared/ids.ts'
import { MAX_PUSH, type MutationResult, PushReply } from '#shared/sync/push.ts'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { GUEST_LOCK } from '#web/net/guest-lock.ts'
import type { TargetOf } from './commands.ts'
import { listWaiting } from './outbox.ts'
import { isRefusal, tell, type Wire, withLock } from './wire.ts'

export type PushOutcome = {
  /** Whose outbox the server took it for. */
  principalId: PrincipalId | undefined
  results: MutationResult[]
}

/**
 * Sends everything that waits, in the order of writing. Nothing on the device
 * changes yet: the results are applied together with the pull that follows.
 *
 * @throws HttpProblem, Unreachable: what was sent stays queued, and the server's marks make a second sending harmless
 */
export async function push(
  wire: Wire,
  clientId: ClientId,
  db: PrivateDatabase,
  loadTargetOf: () => Promise<TargetOf>,
): Promise<PushOutcome> {
  const waiting = await listWaiting(db)
  let principalId = await serverPrincipal(db)
  if (waiting.length === 0) return { principalId, results: [] }
  const targetOf = await loadTargetOf()
  const results: MutationResult[] = []
  const heldUp = new Set<string>()
  principalId ??= await becomeGuest(wire, clientId)
  for (let at = 0; at < waiting.length; at += MAX_PUSH) {
    results.push(...(await send(wire, { clientId, principalId, targetOf }, waiting.slice(at, at + MAX_PUSH), heldUp)))
  }
  return { principalId, results }
}

/** Whom the server knows this database's owner as; undefined for a guest it has not met. */
const serverPrincipal = async (db: PrivateDatabase) => (db.principal === 'guest' ? db.getMeta('principalId') : db.principal)

type Sender = { clientId: ClientId; principalId: PrincipalId | undefined; targetOf: TargetOf }

/**
 * A stranger becomes a guest before their words are sent. Were both one request
 * and its reply lost, the words would belong to a guest whose cookie never arrived.
 */
async function becomeGuest(wire: Wire, clientId: ClientId): Promise<PrincipalId | undefined> {
  const ask = () => tell(wire, '/api/sync/push', { clientId, mutations: [] }, PushReply)
  return (await withLock(wire, GUEST_LOCK, ask)).principalId
}

/** @param heldUp  targets of commands that are to come again: what stands behind one of them stays behind it, in whatever batch */
async function send(wire: Wire, sender: Sender, entries: OutboxEntry[], heldUp: Set<string>): Promise<MutationResult[]> {
  const { clientId, principalId, targetOf } = sender
  const batch = entries.filter((entry) => !heldUp.has(targetOf(entry)))
  if (batch.length === 0) return []
  const mutations = batch.map(({ id, name, args, base, madeAt }) => ({ id, name, args, base, madeAt }))
  try {
    const { results } = await tell(wire, '/api/sync/push', { clientId, principalId, mutations }, PushReply)
    const again = new Set(results.filter(({ status }) => status === 'retry').map(({ id }) => id))
    for (const entry of batch) if (again.has(entry.id)) heldUp.add(targetOf(entry))
    return results
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [only, ...others] = batch
    if (only && others.length === 0) {
      return [{ id: only.id, status: 'refused', code: error.problem.code, message: error.problem.message }]
    }
    // One entry spoils the batch: halves find it, and the others go on.
    const middle = Math.ceil(batch.length / 2)
    return [
      ...(await send(wire, sender, batch.slice(0, middle), heldUp)),
      ...(await send(wire, sender, batch.slice(middle), heldUp)),
    ]
  }
}
