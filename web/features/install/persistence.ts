/** `unknown` where the browser does not say. */
export type PersistenceState = 'kept' | 'may-be-cleared' | 'unknown'

/** What the browser promises of this device's storage, without asking it for anything. */
export async function readKeeping(): Promise<PersistenceState> {
  if (!navigator.storage?.persisted) return 'unknown'
  const isKept = await navigator.storage.persisted().catch(() => false)
  return isKept ? 'kept' : 'may-be-cleared'
}

/** Asks the browser not to clear what is stored here when space runs short. Some ask the person, some decide by themselves. */
export async function requestPersistence(): Promise<PersistenceState> {
  if (!navigator.storage?.persist) return 'unknown'
  if ((await readKeeping()) === 'kept') return 'kept'
  const isKept = await navigator.storage.persist().catch(() => false)
  return isKept ? 'kept' : 'may-be-cleared'
}
