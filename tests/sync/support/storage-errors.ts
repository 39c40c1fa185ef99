import Dexie from 'dexie'
import { STORAGE_TIMEOUT_MESSAGE, StorageTimeoutError } from '#web/db/storage-errors.ts'

/**
 * Ways in which a browser's storage fails.
 * `full`: a write is refused, and so is every later write that needs space. `unreadable`: a stored row is damaged. `gone`: the
 * storage process died, and every connection with it.
 * `closed`: this connection was closed by other code. `silent`: no call is answered until the storage recovers.
 */
export type Fault = 'full' | 'unreadable' | 'gone' | 'closed' | 'silent'

const errors: Record<Fault, () => Error> = {
  full: () => new DOMException('The current transaction exceeded its quota limitations.', 'QuotaExceededError'),
  unreadable: () => new DOMException('Failed to read large IndexedDB value', 'NotReadableError'),
  gone: () => new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError'),
  closed: () => new Dexie.DatabaseClosedError(),
  // A silent storage reports no error. The client raises this one after its timeout.
  silent: () => new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE),
}

/** The error that the caller of the storage receives. */
export const faultOf = (fault: Fault): Error => errors[fault]()
