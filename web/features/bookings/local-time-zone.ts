import type { Booking } from '#shared/bookings/contract.ts'
import { UTC } from '#shared/bookings/time-zone.ts'

/** The time zone of this device. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || UTC

export const otherZoneOf = ({ role, founderTimeZone, vcTimeZone }: Booking) => (role === 'founder' ? vcTimeZone : founderTimeZone)
