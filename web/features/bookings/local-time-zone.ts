import type { Booking } from '#shared/bookings/contract.ts'
import { UTC } from '#shared/bookings/time-zone.ts'

/** In which zone this device reads the clock. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || UTC

export const otherZoneOf = ({ role, founderTimeZone, vcTimeZone }: Booking) => (role === 'founder' ? vcTimeZone : founderTimeZone)
