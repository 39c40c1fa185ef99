import { generatedSlots } from '#shared/bookings/slots.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import type { IsOffered } from './act.ts'

/** An hour is offered when it is one of the usual ones; whether it is free, the database says. */
export const isUsualHour: IsOffered = async (_tx, call, start, now) =>
  generatedSlots(now, call.vcTimeZone ?? UTC).some((slot) => slot.start === start.toISOString())
