import type { Schedule } from '#web/db/schedule.ts'
import { STORAGE_TIMEOUT_MESSAGE, StorageTimeoutError } from '#web/db/storage-errors.ts'
import type { Transport } from './transport.ts'

/**
 * Timer in two halves. When a suspended tab wakes up, its timers are due before its storage has answered: one half elapses then,
 * and the storage has the other half.
 */
function afterAwake(after: Schedule, ms: number, done: () => void): () => void {
  let cancel = after(ms / 2, () => {
    cancel = after(ms / 2, done)
  })
  return () => cancel()
}

/**
 * Waits for the storage of this device, with a timeout.
 *
 * @param work  receives a signal that is aborted on timeout: it must then roll back what it has begun, because the caller has
 *   reported a failure
 * @throws StorageTimeoutError
 */
export async function withStorageTimeout<Result>(
  after: Schedule,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  let cancel: () => void = () => undefined
  const overdue = new Promise<never>((_, reject) => {
    cancel = afterAwake(after, ms, () => {
      controller.abort(new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE))
      reject(controller.signal.reason)
    })
  })
  try {
    return await Promise.race([work(controller.signal), overdue])
  } finally {
    cancel()
  }
}

/**
 * Runs one phase of a sync cycle with an idle timeout: each response of the server restarts it. Requests have their own timeouts,
 * so this one catches a storage, a lock or a bundle chunk that never answers.
 *
 * Work that was abandoned may still be written later: valid results, or rows that the next pull corrects.
 *
 * @param silenceMs  longer than the timeout of any single request in the phase
 * @throws StorageTimeoutError, also when the cycle itself is aborted
 */
export function withWatchdog<Result>(
  transport: Transport,
  silenceMs: number,
  work: (transport: Transport) => Promise<Result>,
): Promise<Result> {
  let cancel: () => void = () => undefined
  let expire: () => void = () => undefined
  const overdue = new Promise<never>((_, reject) => {
    expire = () => reject(new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE))
  })
  const wait = (ms: number) => {
    cancel()
    cancel = afterAwake(transport.after, ms, expire)
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
  transport.stop.addEventListener('abort', expire, { once: true })
  if (transport.stop.aborted) expire()
  return Promise.race([work({ ...transport, alive, uploads }), overdue]).finally(() => {
    cancel()
    transport.stop.removeEventListener('abort', expire)
  })
}
