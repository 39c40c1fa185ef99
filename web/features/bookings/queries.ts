import { useEffect, useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { useOwnList } from '#web/sync/tab/use-own-list.ts'

/**
 * Without confirmation from the server for 30 days, the times remain visible, and the contact details are hidden, as contacts
 * are.
 */
export async function listCalls(db: PrivateDatabase, now = Date.now()): Promise<Booking[]> {
  const calls: Booking[] = await db.bookings.toArray()
  return (await isLeaseValid(db, now)) ? calls : calls.map(withoutContactDetails)
}

const withoutContactDetails = (call: Booking): Booking => ({
  ...call,
  meetingLink: null,
  counterpart: { ...call.counterpart, email: null },
})

/** Calls of both roles, unordered; `undefined` while they are not known. */
export const useCalls = (): Booking[] | undefined => useOwnList(listCalls)

const LOOK_AGAIN_MS = 15_000

/** Milliseconds since the epoch, updated every 15 seconds: an action can expire while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const update = () => setNow(Date.now())
    const timer = setInterval(update, LOOK_AGAIN_MS)
    // Timers are suspended while a phone sleeps.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}
