import { useSyncExternalStore } from 'react'
import { DirectoryDatabase } from './directory-database.ts'
import type { PrivateDatabase } from './private-database.ts'

/** The public database of this browser: one connection for the sync and for every screen. */
export const directoryDb = new DirectoryDatabase()

let current: PrivateDatabase | undefined
const listeners = new Set<() => void>()

export const currentPrivateDb = () => current

/** Called by the sync when somebody signs in or out; `undefined` while it changes hands. */
export function setPrivateDb(next: PrivateDatabase | undefined) {
  current = next
  for (const listener of listeners) listener()
}

export function onPrivateDb(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The database of whoever uses this device now; `undefined` until it is open. */
export function usePrivateDb(): PrivateDatabase | undefined {
  return useSyncExternalStore(onPrivateDb, currentPrivateDb)
}
