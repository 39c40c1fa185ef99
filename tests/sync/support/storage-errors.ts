import Dexie from 'dexie'
import { STORAGE_TIMEOUT_MESSAGE, StorageTimeoutError } from '#web/db/storage-errors.ts'

/**
 * What a browser's storage does to a page.
 * `full`: a write is refused, and whatever takes space after it. `unreadable`: a stored row is damaged. `gone`: the storage process died, and every connection with it.
 * `closed`: somebody closed this connection. `silent`: nothing is answered any more, until the storage comes to itself.
 */
export type Fault = 'full' | 'unreadable' | 'gone' | 'closed' | 'silent'

const errors: Record<Fault, () => Error> = {
  full: () => new DOMException('The current transaction exceeded its quota limitations.', 'QuotaExceededError'),
  unreadable: () => new DOMException('Failed to read large IndexedDB value', 'NotReadableError'),
  gone: () => new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError'),
  closed: () => new Dexie.DatabaseClosedError(),
  // A storage that is silent says nothing: so it is told, once nobody waits any more.
  silent: () => new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE),
}

/** What whoever asked the storage hears. */
export const faultOf = (fault: Fault): Error => errors[fault]()
