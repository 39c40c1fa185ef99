import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

/** Without the server's word for 30 days the hours stay, and the ways to each other are hidden, as contacts are. */
export async function listCalls(db: PrivateDatabase, now = Date.now()): Promise<Booking[]> {
  const calls: Booking[] = await db.bookings.toArray()
  return (await isLeaseValid(db, now)) ? calls : calls.map(withoutWays)
}

const withoutWays = (call: Booking): Booking => ({
  ...call,
  meetingLink: null,
  counterpart: { ...call.counterpart, email: null },
})

/** Calls of both sides, in no order; `undefined` until IndexedDB has answered once. */
export function useCalls(): Booking[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && listCalls(db), [db])
}

const LOOK_AGAIN_MS = 15_000

/** Milliseconds since the epoch, a little behind: what may be done with a call ends while one looks at it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, LOOK_AGAIN_MS)
    // A timer stands still while the phone is in a pocket.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
