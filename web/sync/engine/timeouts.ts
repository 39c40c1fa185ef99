import type { Schedule } from '#web/db/schedule.ts'
import { STORAGE_TIMEOUT_MESSAGE, StorageTimeoutError } from '#web/db/storage-errors.ts'
import type { Transport } from './transport.ts'

/**
 * A span in two halves. A tab that was put to sleep wakes with its timers due before its storage has answered: one half passes then, and
 * the storage has the other one.
 */
function afterAwake(after: Schedule, ms: number, done: () => void): () => void {
  let callOff = after(ms / 2, () => {
    callOff = after(ms / 2, done)
  })
  return () => callOff()
}

/**
 * Waits for the storage of this device, and no longer than a person would.
 *
 * @param work  is told when nobody waits any more: what it has begun it takes back, because by then it was called undone
 * @throws Overdue
 */
export async function withStorageTimeout<Result>(
  after: Schedule,
  ms: number,
  work: (given: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const given = new AbortController()
  let callOff: () => void = () => undefined
  const overdue = new Promise<never>((_, reject) => {
    callOff = afterAwake(after, ms, () => {
      given.abort(new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE))
      reject(given.signal.reason)
    })
  })
  try {
    return await Promise.race([work(given.signal), overdue])
  } finally {
    callOff()
  }
}

/**
 * Waits for one phase of a round, and no longer than it shows signs of life: each answer of the server is one. Requests
 * have deadlines of their own, so what ends here is a storage, a lock or a chunk that never comes.
 *
 * What is given up may still be written later: results that are true, rows that the next pull sets right.
 *
 * @param silenceMs  longer than any single request of the phase may take
 * @throws Overdue, also when the round itself is given up
 */
export function withWatchdog<Result>(
  transport: Transport,
  silenceMs: number,
  work: (transport: Transport) => Promise<Result>,
): Promise<Result> {
  let callOff: () => void = () => undefined
  let giveUp: () => void = () => undefined
  const overdue = new Promise<never>((_, reject) => {
    giveUp = () => reject(new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE))
  })
  const wait = (ms: number) => {
    callOff()
    callOff = afterAwake(transport.after, ms, giveUp)
  }
  const alive = () => {
    wait(silenceMs)
    transport.alive?.()
  }
  const uploads = (ms: number) => {
    wait(silenceMs + ms)
    transport.uploads?.(ms)
  }
  alive()
  transport.stop.addEventListener('abort', giveUp, { once: true })
  if (transport.stop.aborted) giveUp()
  return Promise.race([work({ ...transport, alive, uploads }), overdue]).finally(() => {
    callOff()
    transport.stop.removeEventListener('abort', giveUp)
  })
}
