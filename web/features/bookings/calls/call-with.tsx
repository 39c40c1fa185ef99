import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockIn, dayIn } from '#shared/bookings/format-time.ts'
import type { VcId } from '#shared/ids.ts'
import { AddToCalendar } from '#web/features/bookings/add-to-calendar.tsx'
import { ownZone } from '#web/features/bookings/local-time-zone.ts'
import { useCalls, useNow } from '#web/features/bookings/queries.ts'
import { splitCalls } from './split-calls.ts'

type Props = { vcId: VcId; className?: string; children?: ReactNode }

/** The next call with one investor, as a link to it and as a calendar file, and what belongs below it; nothing where there is none. */
export function CallWith({ vcId, className = '', children }: Props) {
  const calls = useCalls()
  const now = useNow()
  const next = splitCalls(calls?.filter((call) => call.role === 'founder' && call.vcId === vcId) ?? [], now).coming[0]
  if (!next) return null
  return (
    <div className={`grid gap-3 ${className}`}>
      <Link
        to="/calls"
        className="flex min-h-11 items-center gap-3 rounded-field border border-rule px-4 py-2 text-sm hover:bg-well"
      >
        <CalendarClock className="size-4 shrink-0 text-soft" aria-hidden="true" />
        <span className="min-w-0">
          <span className="column-head block">Your call</span>
          {dayIn(ownZone(), next.start)}, {clockIn(ownZone(), next)}
          {next.contactFrom && <span className="block text-soft">Includes the contact: see when, or show it now.</span>}
        </span>
      </Link>
      {next.status === 'confirmed' && <AddToCalendar call={next} />}
      {children}
    </div>
  )
}
