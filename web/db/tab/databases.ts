import { useSyncExternalStore } from 'react'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'

/** The public database of this browser: one connection for the sync and all screens. */
export const directoryDb = new DirectoryDatabase()

let current: PrivateDatabase | undefined
/**
 * The principal whose database was open last, and the number of accounts that have left this device since this page was loaded.
 */
let last: LocalPrincipal | undefined
let departureCount = 0
const listeners = new Set<() => void>()

export const currentPrivateDb = () => current

/** Called by the sync after a sign-in or sign-out; `undefined` during the switch. */
export function setPrivateDb(next: PrivateDatabase | undefined) {
  current = next
  if (next && last !== undefined && last !== 'guest' && last !== next.principal) departureCount++
  last = next?.principal ?? last
  for (const listener of listeners) listener()
}

export function onPrivateDb(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The database of the current principal; `undefined` until it is open. */
export function usePrivateDb(): PrivateDatabase | undefined {
  return useSyncExternalStore(onPrivateDb, currentPrivateDb, currentPrivateDb)
}

/**
 * Changes when an account leaves this device, in any tab. A page that is keyed by it keeps none of that account's data in memory,
 * such as form values. A guest who signs in is the same user, and the page continues.
 */
export const useDepartureCount = () => useSyncExternalStore(onPrivateDb, currentDepartureCount, currentDepartureCount)
const currentDepartureCount = () => departureCount

/**
 * Captures the current principal. The returned function reports whether that principal's content may still be stored: content of
 * an account that has left since must not be stored for another principal. A guest who has signed in is the same user.
 */
export function captureWriter(): () => boolean {
  const writer = current?.principal
  return () => writer === undefined || writer === 'guest' || current?.principal === writer
}
