import type { Booking } from '#shared/bookings/contract.ts'
import { clockIn, dayIn, isSameClock, zoneAt } from '#shared/bookings/format-time.ts'
import { otherZoneOf, ownZone } from '#web/features/bookings/local-time-zone.ts'

/** Time of a call in this device's zone, and in the other participant's zone where that differs. */
export function CallTimes({ call }: { call: Booking }) {
  const { start, end } = call
  const [own, other] = [ownZone(), otherZoneOf(call)]
  return (
    <div>
      <p className="text-lg">
        <time dateTime={start}>
          {dayIn(own, start)}, {clockIn(own, { start, end })}
        </time>
      </p>
      <p className="text-sm text-soft">
        {zoneAt(own, start)}
        {!isSameClock(own, other, start) && (
          <>
            {' · '}
            {otherDay(own, other, start)}
            {clockIn(other, { start, end })} in {zoneAt(other, start)}
          </>
        )}
      </p>
    </div>
  )
}

/** The date may differ in the other time zone. */
const otherDay = (own: string, other: string, start: string) => {
  const day = dayIn(other, start)
  return day === dayIn(own, start) ? '' : `${day.split(',')[0]} `
}
