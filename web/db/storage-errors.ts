import Dexie from 'dexie'

/** An operation on this device did not respond in time. It may still complete, but no caller waits for it. */
export class StorageTimeoutError extends Error {
  override readonly name = 'Overdue'
}

export const STORAGE_TIMEOUT_MESSAGE = 'Browser storage isn’t responding. Please reload the page.'

/** Names of an error and of its causes: a database that failed to open reports that in all later errors. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.name, ...namesOf('inner' in error ? error.inner : undefined)]
}

export const isOutOfSpace = (error: unknown) => namesOf(error).includes('QuotaExceededError')

const NO_STORAGE = ['MissingAPIError', 'SecurityError']
const CLOSED = ['DatabaseClosedError', 'InvalidStateError']
const UNREADABLE = ['NotReadableError', 'DataError']

const NOT_OPENED = 'Couldn’t open browser storage. Please reload the page.'

/** Private windows of some browsers, and browsers in which the user has blocked storage. */
export const NO_STORAGE_HERE = 'This browser blocks storage, so nothing can be saved offline.'

/** The message for the user when this device cannot store; `undefined` for errors of another kind. */
export function storageSentence(error: unknown): string | undefined {
  if (error instanceof StorageTimeoutError) return error.message
  if (!(error instanceof Dexie.DexieError) && !(error instanceof DOMException)) return undefined
  const names = namesOf(error)
  const isOne = (kinds: string[]) => kinds.some((kind) => names.includes(kind))
  if (isOutOfSpace(error)) return 'This device is out of space. Free some space to save changes.'
  const isUnopened = isOne(['OpenFailedError']) || (names[0] === 'DatabaseClosedError' && names.at(-1) !== 'DatabaseClosedError')
  // A private window of some browsers reports it this way.
  if (isUnopened && !isOne([...NO_STORAGE, 'InvalidStateError'])) return NOT_OPENED
  if (isUnopened || isOne(NO_STORAGE)) return NO_STORAGE_HERE
  if (isOne(CLOSED)) return 'Browser storage was closed. Please reload the page.'
  if (isOne(UNREADABLE)) return 'Couldn’t read data on this device. Please reload the page.'
  return 'Couldn’t save on this device. Please reload the page and try again.'
}
