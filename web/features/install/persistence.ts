/** `unknown` where the browser does not report it. */
export type PersistenceState = 'kept' | 'may-be-cleared' | 'unknown'

/** Whether the storage of this device is persistent, without requesting it. */
export async function readKeeping(): Promise<PersistenceState> {
  if (!navigator.storage?.persisted) return 'unknown'
  const isKept = await navigator.storage.persisted().catch(() => false)
  return isKept ? 'kept' : 'may-be-cleared'
}

/** Requests persistent storage. Some browsers ask the user, some decide on their own. */
export async function requestPersistence(): Promise<PersistenceState> {
  if (!navigator.storage?.persist) return 'unknown'
  if ((await readKeeping()) === 'kept') return 'kept'
  const isKept = await navigator.storage.persist().catch(() => false)
  return isKept ? 'kept' : 'may-be-cleared'
}
