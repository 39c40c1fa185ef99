import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type CalendarConnection, faultText, providerNames } from '#shared/bookings/external-calendar.ts'
import { formatDate, formatDateTime, formatDayTime } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/notice.tsx'

/** What the server knows of the calendar, and what needs its owner. */
export function CalendarStatus({ connection }: { connection: CalendarConnection }) {
  const { provider, host, busyCalendars, isWritten, readAt, failing, writeFault, knownUntil, conflicts, unread } = connection
  return (
    <>
      {conflicts.length > 0 && (
        <Notice
          tone="red"
          title={conflicts.length === 1 ? 'A call and an event at the same time' : 'Calls and events at the same time'}
        >
          <p>An event that is entered after a call was paid for does not cancel it. Propose another time if you cannot come.</p>
          <ul className="mt-2 grid gap-1">
            {conflicts.map(({ bookingId, start }) => (
              <li key={bookingId}>
                <Link to="/calls" hash={`call-${bookingId}`} className="underline underline-offset-4">
                  Call on {formatDayTime(start)}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {failing && (
        <Notice tone="red" title={`Not read since ${formatDayTime(failing.since)}`}>
          {faultText(provider, failing.fault)} Founders are offered times by what your calendar said before. Times after{' '}
          {formatDayTime(knownUntil)} are not offered.
        </Notice>
      )}
      {unread.count > 0 && (
        <Notice tone="red" title={`${unread.count} ${unread.count === 1 ? 'event' : 'events'} could not be read`}>
          {unread.count === 1 ? 'It does' : 'They do'} not make you busy: a founder can book a call at the same time.
          {unread.days.length > 0 && ` ${firstDays(unread)}`} If you do not know who invited you, remove{' '}
          {unread.count === 1 ? 'it' : 'them'} from your calendar.
        </Notice>
      )}
      {writeFault && (
        <Notice tone="red" title="A call could not be entered in your calendar">
          {faultText(provider, writeFault)} We keep trying.
        </Notice>
      )}
      <dl className="grid gap-2 text-sm">
        {provider === 'caldav' ? <Fact label="Server">{host}</Fact> : <Fact label="Account">{providerNames[provider]}</Fact>}
        <Fact label="Busy times from">
          {busyCalendars === 0 ? 'No calendar' : busyCalendars === 1 ? '1 calendar' : `${busyCalendars} calendars`}
        </Fact>
        <Fact label="Your calls">{isWritten ? 'Entered in your calendar' : 'Not entered'}</Fact>
        <Fact label="Last read">{formatDateTime(readAt)}</Fact>
      </dl>
    </>
  )
}

/** By the day on which it first took place, the owner finds an event. */
function firstDays({ count, days }: CalendarConnection['unread']): string {
  const shown = days.map((day) => formatDate(`${day}T12:00`)).join(', ')
  return `${count === 1 ? 'It begins' : 'They begin'} on ${shown}${count > days.length ? ' and on other days' : ''}.`
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-x-6 sm:grid-cols-[13rem_minmax(0,1fr)]">
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)
