import { useEffect, useState } from 'react'
import type { Availability } from '#shared/bookings/contract.ts'
import { generatedSlots } from '#shared/bookings/slots.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { findAvailability } from '#web/features/bookings/api.ts'

/**
 * When an investor can be booked; `undefined` while loading. Without an answer of the server the default hours are shown, and the
 * server checks the chosen slot again before anything is charged.
 */
export function useAvailability(investor: Investor, isOffline: boolean) {
  const [availability, setAvailability] = useState<Availability>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (isOffline) return
    let isOver = false
    setAvailability(undefined)
    findAvailability(investor)
      .catch(() => ({ slots: generatedSlots(new Date(), UTC), timeZone: UTC, generated: true }))
      .then((response) => {
        if (!isOver) setAvailability(response)
      })
    return () => {
      isOver = true
    }
  }, [investor.id, isOffline, round])
  return { availability, lookAgain: () => setRound((now) => now + 1) }
}
