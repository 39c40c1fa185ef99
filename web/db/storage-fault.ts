import Dexie from 'dexie'

/** The sentence a person reads when this device cannot store; `undefined` when the error is of another kind. */
export function storageSentence(error: unknown): string | undefined {
  if (!(error instanceof Dexie.DexieError) && !(error instanceof DOMException)) return undefined
  const names = [error.name, 'inner' in error && error.inner instanceof Error ? error.inner.name : '']
  if (names.includes('QuotaExceededError')) return 'This device is out of space. Nothing new can be saved until some is freed.'
  if (names.includes('DatabaseClosedError') || names.includes('InvalidStateError')) {
    return 'The storage of this browser was closed. Please reload the page.'
  }
  if (names.includes('MissingAPIError') || names.includes('OpenFailedError') || names.includes('SecurityError')) {
    return 'This browser gives the page no storage, so nothing can be kept offline.'
  }
  return 'This device could not save. Please reload the page and try again.'
}
