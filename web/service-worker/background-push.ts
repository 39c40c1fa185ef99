import { mutationRegistry } from '#web/app/client-mutators.ts'
import { readClientId } from '#web/sync/engine/client-id.ts'
import { listPending } from '#web/sync/engine/outbox.ts'
import { LEADER_LOCK } from '#web/sync/engine/platform.ts'
import { newPace, push } from '#web/sync/engine/push/push.ts'
import { sendPending } from '#web/sync/engine/push/send-pending.ts'
import { withWatchdog } from '#web/sync/engine/timeouts.ts'
import { IDLE_TIMEOUT_MS } from '#web/sync/engine/transport.ts'
import { type WorkerPlatform, type WorkerSession, withWorkerSession } from './worker-session.ts'

/** A tab that leads has sent everything within this time, or it hangs. */
const TAB_MS = 10_000

/**
 * Sends the outbox once the network is back. A tab that leads does so itself, and owns the lock as long as it lives. If entries
 * are still pending, the worker sends them in parallel to that tab: the server deduplicates them.
 *
 * @throws if entries are still pending: the browser then wakes the worker again
 */
export const pushPending = (device: WorkerPlatform) =>
  withWorkerSession(device, async (session) => {
    const controller = new AbortController()
    const cancel = device.after(TAB_MS, () => controller.abort(new DOMException('A tab is the leader.', 'TimeoutError')))
    const send = () => {
      cancel()
      return withWatchdog(session.transport, IDLE_TIMEOUT_MS, (transport) => pushAll({ ...session, transport }, device.now))
    }
    await device.locks.exclusively(LEADER_LOCK, send, controller.signal).catch(async (error: unknown) => {
      if (!controller.signal.aborted || !isTimeout(error)) throw error
      await send()
    })
  })

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

async function pushAll({ transport, directory, db }: WorkerSession, now: () => number): Promise<void> {
  if ((await listPending(db)).length === 0) return
  const clientId = await readClientId(directory)
  await push(transport, {
    clientId,
    db,
    keep: (store) => store(),
    now,
    pace: newPace(),
    loadOrderingKeys: async () => mutationRegistry.orderingKeys,
    loadSendPending: async () => sendPending,
  })
  if ((await listPending(db)).length > 0) throw new Error('Entries are still pending.')
}
