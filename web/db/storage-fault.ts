import Dexie from 'dexie'

/** Of an error and of what caused it: a database that could not be opened says so of everything asked of it later. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.name, ...namesOf('inner' in error ? error.inner : undefined)]
}

export const isOutOfSpace = (error: unknown) => namesOf(error).includes('QuotaExceededError')

const NO_STORAGE = ['MissingAPIError', 'OpenFailedError', 'SecurityError']
const CLOSED = ['DatabaseClosedError', 'InvalidStateError']
const UNREADABLE = ['NotReadableError', 'DataError']

/** The sentence a person reads when this device cannot store; `undefined` when the error is of another kind. */
export function storageSentence(error: unknown): string | undefined {
  if (!(error instanceof Dexie.DexieError) && !(error instanceof DOMException)) return undefined
  const names = namesOf(error)
  const isOne = (kinds: string[]) => kinds.some((kind) => names.includes(kind))
  if (isOutOfSpace(error)) return 'This device is out of space. Nothing new can be saved until some is freed.'
  if (isOne(NO_STORAGE)) return 'This browser gives the page no storage, so nothing can be kept offline.'
  if (isOne(CLOSED)) return 'The storage of this browser was closed. Please reload the page.'
  if (isOne(UNREADABLE)) return 'Something stored on this device cannot be read. Please reload the page.'
  return 'This device could not save. Please reload the page and try again.'
}
