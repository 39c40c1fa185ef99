import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { CallHours } from '#shared/bookings/call-hours.ts'
import type { Slot } from '#shared/bookings/contract.ts'
import { clockIn, dayIn, zoneAt } from '#shared/bookings/format-time.ts'
import { callLimits, offeredStarts, type Span } from '#shared/bookings/offered-hours.ts'
import { slotAt } from '#shared/bookings/slots.ts'
import { isTimeZone } from '#shared/bookings/time-zone.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { weekLines } from './hours-values.ts'

const MAX_DAYS = 3
const MAX_SHOWN = 4

/** The calls of this investor that the device knows; empty until IndexedDB has answered once. */
function useOwnCalls(): Span[] {
  const db = usePrivateDb()
  const calls = useLiveQuery(async () => {
    const rows = (await db?.bookings.toArray()) ?? []
    const taking = rows.filter(({ role, status }) => role === 'investor' && (status === 'confirmed' || status === 'disputed'))
    return taking.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
  }, [db])
  return calls ?? NO_CALLS
}
const NO_CALLS: Span[] = []

/** The next times that founders can book, by the rule of the server, also without a connection. */
export function NextSlots({ hours, now }: { hours: CallHours; now: number }) {
  const calls = useOwnCalls()
  const key = JSON.stringify(hours)
  const days = useMemo(() => nextDays(hours, calls, now), [key, calls, now])
  const first = days[0]?.slots[0]
  return (
    <div>
      <h4 className="text-sm font-medium">What founders can book next</h4>
      {first ? (
        <>
          <ul className="mt-1.5 grid gap-1 tabular-nums">
            {days.map(({ day, slots, left }) => (
              <li key={day}>
                <span className="block text-sm text-soft">{day}</span>
                {slots.map((slot) => clockIn(hours.timeZone, slot).slice(0, 5)).join(' · ')}
                {left > 0 && <span className="text-soft"> and {left} more</span>}
              </li>
            ))}
          </ul>
          <p className="mt-1.5 text-sm text-soft">Times in {zoneAt(hours.timeZone, first.start)}.</p>
        </>
      ) : (
        <p className="mt-1.5 text-soft">Nothing in the next two weeks.</p>
      )}
    </div>
  )
}

function nextDays(hours: CallHours, calls: readonly Span[], now: number) {
  if (!isTimeZone(hours.timeZone)) return []
  const { mayTake } = callLimits(hours)
  const free = offeredStarts(hours, now).filter((start) => mayTake(start, calls))
  const byDay = new Map<string, Slot[]>()
  for (const slot of free.map(slotAt)) {
    const day = dayIn(hours.timeZone, slot.start)
    byDay.set(day, [...(byDay.get(day) ?? []), slot])
  }
  return [...byDay].slice(0, MAX_DAYS).map(([day, slots]) => {
    const shown = slots.slice(0, MAX_SHOWN)
    return { day, slots: shown, left: slots.length - shown.length }
  })
}

/** Saved hours, in words. */
export function HoursSummary({ hours }: { hours: CallHours }) {
  const { timeZone, noticeHours, bufferMinutes, callsADay, daysOff } = hours
  const limits = [
    `${noticeHours} hours of notice`,
    bufferMinutes > 0 && `${bufferMinutes} minutes between calls`,
    callsADay !== null && (callsADay === 1 ? 'one call a day' : `at most ${callsADay} calls a day`),
    daysOff.length > 0 && `${daysOff.length} ${daysOff.length === 1 ? 'period' : 'periods'} off`,
  ]
  return (
    <div className="tabular-nums">
      {weekLines(hours).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="mt-1 text-sm text-soft">
        {timeZone.replaceAll('_', ' ')} · {limits.filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}
