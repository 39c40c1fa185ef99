import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { clockIn, dayIn } from '#shared/bookings/format-time.ts'
import { ownZone } from '#web/features/bookings/local-time-zone.ts'
import { useCalls, useNow } from '#web/features/bookings/queries.ts'
import { DayMark } from './date-badge.tsx'
import { splitCalls } from './split-calls.ts'

/** The next call, as a link to all calls; a short text where all calls are past; nothing for a user without calls. */
export function NextCall() {
  const calls = useCalls()
  const now = useNow()
  if (!calls || calls.length === 0) return null
  const { coming } = splitCalls(calls, now)
  const next = coming[0]
  return (
    <Link
      to="/calls"
      className="group mb-8 flex items-center gap-4 rounded-box border border-rule bg-sheet p-3 pr-4 hover:bg-well"
    >
      {next && <DayMark at={next.start} isFaint={false} />}
      <span className="min-w-0 flex-1">
        <span className="column-head block">{next ? 'Next call' : 'Calls'}</span>
        <span className="block truncate font-serif text-2xl leading-7" dir="auto">
          {next ? next.counterpart.name : 'No upcoming calls'}
        </span>
        <span className="block truncate text-sm text-soft">
          {next ? `${dayIn(ownZone(), next.start).split(',')[0]}, ${clockIn(ownZone(), next)}` : 'See past calls'}
          {coming.length > 1 && ` · ${coming.length - 1} more`}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft transition-transform group-hover:translate-x-0.5" aria-hidden="true" />
    </Link>
  )
}
