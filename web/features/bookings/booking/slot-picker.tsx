import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Availability, Slot } from '#shared/bookings/contract.ts'
import { zoneAt } from '#shared/bookings/format-time.ts'
import { SideScroll } from '#web/ui/side-scroll.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { slotDays } from './slot-days.ts'

type Props = {
  availability: Pick<Availability, 'slots' | 'timeZone'>
  ownZone: string
  /** Start of the chosen slot; a list where several may be chosen, and choosing one again removes it. */
  chosen: string | readonly string[] | undefined
  /** The most slots that may be chosen. */
  most?: number
  onChoose: (slot: Slot) => void
  /** The day of this instant is shown first, if it has free slots; otherwise the first day. */
  near?: string | undefined
  /** After the line about the time zones. */
  note?: ReactNode
}

/**
 * The free slots, day by day, in both time zones. Radio buttons, so that arrow keys move through them; the times are checkboxes
 * where several may be chosen.
 */
export function SlotPicker({ availability: { slots, timeZone }, ownZone, chosen, most = 1, onChoose, near, note }: Props) {
  const isList = typeof chosen === 'object'
  const isChosen = (start: string) => (isList ? chosen.includes(start) : start === chosen)
  const isFull = isList && chosen.length >= most
  const name = useId()
  const days = useMemo(() => slotDays(slots, ownZone, timeZone), [slots, ownZone, timeZone])
  const nearDay = useMemo(() => near && slotDays([slotOf(near)], ownZone, timeZone)[0]?.id, [near, ownZone, timeZone])
  const [dayId, setDayId] = useState<string>()
  const [first] = days
  if (!first) return <p className="text-soft">No times available right now. Try again tomorrow.</p>
  const isOn = (id: string) => days.find((one) => one.id === id)?.slots.some(({ start }) => isChosen(start))
  const find = (isShown: (id: string) => boolean | undefined) => days.find(({ id }) => isShown(id))
  const day = find((id) => id === dayId) ?? find(isOn) ?? find((id) => id === nearDay) ?? first
  const start = first.slots[0]?.start ?? ''
  const [own, theirs] = [zoneAt(ownZone, start), zoneAt(timeZone, start)]

  return (
    <div className="grid gap-6">
      <div className="relative">
        <fieldset className="min-w-0">
          <legend className="mb-2 text-sm font-medium">Day</legend>
          {/* The arrows are beside the word, as high as a finger is wide. */}
          <SideScroll label="days" className="grid" arrows="absolute -top-4 right-0">
            <div className="-mx-6 flex snap-x scroll-px-6 gap-2 overflow-x-auto px-6 py-1 sm:-mx-8 sm:scroll-px-8 sm:px-8">
              {days.map(({ id, weekday, day: number, month }) => (
                <label key={id} className={`${CHOICE} h-20 w-16 shrink-0 snap-start`}>
                  <input
                    type="radio"
                    name={`${name}day`}
                    className="sr-only"
                    aria-label={`${weekday} ${number} ${month}`}
                    checked={id === day.id}
                    onChange={() => setDayId(id)}
                  />
                  <span className="text-xs text-soft">{weekday}</span>
                  <span className="font-serif text-2xl leading-none">{number}</span>
                  <span className="text-xs text-soft">{month}</span>
                </label>
              ))}
            </div>
          </SideScroll>
        </fieldset>
      </div>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Time, for 30 minutes</legend>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {day.slots.map((one) => (
            <label key={one.start} className={`${CHOICE} min-h-14`}>
              <input
                type={isList ? 'checkbox' : 'radio'}
                name={`${name}time`}
                className="sr-only"
                aria-label={one.theirs ? `${one.own}, ${one.theirs} theirs` : one.own}
                checked={isChosen(one.start)}
                disabled={isFull && !isChosen(one.start)}
                onChange={() => onChoose({ start: one.start, end: one.end, available: one.available })}
              />
              <span className="text-lg leading-tight">{one.own}</span>
              {one.theirs && <span className="text-xs text-soft">{one.theirs} theirs</span>}
            </label>
          ))}
        </div>
        <p className="mt-3 text-sm text-soft">
          {own === theirs ? `Times in ${own}.` : `Your time: ${own}. Theirs: ${theirs}.`}
          {note}
        </p>
      </fieldset>
    </div>
  )
}

const slotOf = (start: string): Slot => ({ start, end: start, available: true })

const CHOICE =
  'flex cursor-pointer flex-col items-center justify-center gap-0.5 rounded-field border border-rule tabular-nums hover:border-edge has-checked:border-brass has-checked:bg-well has-checked:text-brass has-disabled:cursor-default has-disabled:text-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'

export const SlotsSkeleton = () => (
  <div className="grid gap-6" role="status" aria-label="Loading available times">
    <div className="flex gap-2 overflow-hidden">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-20 w-16 shrink-0" />
      ))}
    </div>
    <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} className="h-14" />
      ))}
    </div>
  </div>
)
