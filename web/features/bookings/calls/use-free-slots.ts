import { useCallback, useEffect, useState } from 'react'
import type { Availability, Booking } from '#shared/bookings/contract.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import { findHours, refusalWords } from './api.ts'

type FreeSlots = Pick<Availability, 'slots' | 'timeZone'>

const NONE: FreeSlots = { slots: [], timeZone: UTC }

/**
 * The slots that a call can be moved to, loaded when the dialog opens; `undefined` while they load, and none where they cannot be
 * loaded.
 *
 * @param onRefused  why they cannot be loaded, for the reader
 */
export function useFreeSlots({ id, vcId, start: current }: Booking, onRefused: (reason: string) => void) {
  const [free, setFree] = useState<FreeSlots>()
  const reload = useCallback(async () => {
    setFree(undefined)
    try {
      const { slots, timeZone } = await findHours(vcId, id)
      setFree({ slots: slots.filter(({ available, start }) => available && start !== current), timeZone })
    } catch (error) {
      setFree(NONE)
      onRefused(refusalWords(error))
    }
  }, [id, vcId, current, onRefused])
  useEffect(() => void reload(), [reload])
  return { free, reload }
}
