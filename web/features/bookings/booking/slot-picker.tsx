import { useId } from 'react'
import type { Slot } from '#shared/bookings/contract.ts'
import { dayIn, zoneAt } from '#shared/bookings/format-time.ts'

function byDay(hours: readonly Slot[], zone: string): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>()
  for (const slot of hours) {
    const day = dayIn(zone, slot.start)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return days
}

type Props = { hours: readonly Slot[]; zone: string; chosen: string | undefined; onChoose: (start: string) => void }

/** Free slots by day, in the time zone `zone`. Radio buttons, so that arrow keys move through them. */
export function HourChoice({ hours, zone, chosen, onChoose }: Props) {
  const name = useId()
  const first = hours[0]
  if (!first) return <p className="text-soft">No times available right now. Try again tomorrow.</p>
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const days = byDay(hours, zone)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm text-soft">Available times, {zoneAt(zone, first.start)}</legend>
      <div className="max-h-72 overflow-y-auto border-y border-rule pr-1">
        {[...days].map(([day, slots]) => (
          <div key={day} className="border-b border-rule py-3 last:border-0">
            <p className="mb-2 text-sm font-medium">{day}</p>
            <div className="flex flex-wrap gap-2">
              {slots.map(({ start }) => (
                <label
                  key={start}
                  className="relative grid h-11 min-w-20 cursor-pointer place-items-center rounded-field border border-edge px-3 tabular-nums has-checked:border-ink has-checked:bg-ink has-checked:text-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
                >
                  <input
                    type="radio"
                    name={name}
                    value={start}
                    checked={chosen === start}
                    onChange={() => onChoose(start)}
                    aria-label={`${day}, ${clock.format(new Date(start))}`}
                    className="absolute inset-0 cursor-pointer appearance-none outline-none"
                  />
                  {clock.format(new Date(start))}
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
