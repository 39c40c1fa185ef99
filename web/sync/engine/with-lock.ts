import { StorageTimeoutError } from '#web/db/storage-errors.ts'
import { REQUEST_TIMEOUT_MS, type Transport, timeoutSignal } from './transport.ts'

/** @throws StorageTimeoutError if the owner of the lock does not release it */
export async function withLock<Result>(transport: Transport, name: string, work: () => Promise<Result>): Promise<Result> {
  const waited = timeoutSignal(transport, REQUEST_TIMEOUT_MS)
  let isOurs = false
  try {
    const begin = () => {
      isOurs = true
      return work()
    }
    return await transport.locks.exclusively(name, begin, AbortSignal.any([transport.stop, waited.signal]))
  } catch (error) {
    if (isOurs || !waited.signal.aborted) throw error
    throw new StorageTimeoutError('Another tab of this app is busy. Close it if this continues.')
  } finally {
    waited.cancel()
  }
}
