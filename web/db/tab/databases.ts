import { useSyncExternalStore } from 'react'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import type { LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'

/** The public database of this browser: one connection for the sync and for every screen. */
export const directoryDb = new DirectoryDatabase()

let current: PrivateDatabase | undefined
/** Whose database was open last, and how many accounts have left this device while this page stood. */
let last: LocalPrincipal | undefined
let departureCount = 0
const listeners = new Set<() => void>()

export const currentPrivateDb = () => current

/** Called by the sync when somebody signs in or out; `undefined` while it changes hands. */
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

/** The database of whoever uses this device now; `undefined` until it is open. */
export function usePrivateDb(): PrivateDatabase | undefined {
  return useSyncExternalStore(onPrivateDb, currentPrivateDb)
}

/**
 * Changes when an account leaves this device, in whatever tab: a page that begins anew with it keeps nothing of theirs in
 * memory, such as words in a form. A guest who signs in is the same person, and goes on.
 */
export const useDepartureCount = () => useSyncExternalStore(onPrivateDb, () => departureCount)

/**
 * Remembers who is writing. What it gives says whether their words may still be stored, before they are: those of an account
 * that has left meanwhile are written down as nobody else's. A guest who has signed in is the same person.
 */
export function captureWriter(): () => boolean {
  const writer = current?.principal
  return () => writer === undefined || writer === 'guest' || current?.principal === writer
}
