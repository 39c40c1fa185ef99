import { ownZone } from '#web/features/bookings/local-time-zone.ts'

const part = (at: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: ownZone() }).format(new Date(at))

/** A calendar sheet with the date. It is hidden from screen readers, because the text beside it contains the same date. */
export function DayMark({ at, isFaint }: { at: string; isFaint: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`grid w-16 shrink-0 content-start self-start overflow-hidden rounded-field border border-rule bg-sheet text-center ${isFaint ? 'text-soft' : ''}`}
    >
      <span className="bg-well py-0.5 text-xs font-medium text-soft">{part(at, { month: 'short' })}</span>
      <span className="pt-1 font-serif text-4xl leading-9">{part(at, { day: 'numeric' })}</span>
      <span className="pb-1.5 text-xs text-soft">{part(at, { weekday: 'short' })}</span>
    </div>
  )
}
