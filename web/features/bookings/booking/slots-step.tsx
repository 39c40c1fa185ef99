import { useMemo, useState } from 'react'
import type { Availability, Slot } from '#shared/bookings/contract.ts'
import { zoneAt } from '#shared/bookings/format-time.ts'
import { DECLINE_WITHIN_HOURS } from '#shared/bookings/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SideScroll } from '#web/ui/side-scroll.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { slotDays } from './slot-days.ts'

type Props = {
  name: string
  availability: Availability | undefined
  ownZone: string
  slot: Slot | undefined
  problem: string | undefined
  onChoose: (slot: Slot) => void
  onContinue: () => void
  onUnlockInstead: () => void
}

/** The slots of the next two weeks, day by day, in both time zones. */
export function SlotsStep({ name, availability, ownZone, slot, problem, onChoose, onContinue, onUnlockInstead }: Props) {
  const days = useMemo(
    () => availability && slotDays(availability.slots, ownZone, availability.timeZone),
    [availability, ownZone],
  )
  const [dayId, setDayId] = useState<string>()
  if (!days || !availability) return <SlotsSkeleton />
  const [first] = days
  if (!first) return <NoSlots name={name} onUnlockInstead={onUnlockInstead} />
  const isOn = (id: string) => days.find((one) => one.id === id)?.slots.some(({ start }) => start === slot?.start)
  const day = days.find(({ id }) => id === dayId) ?? days.find(({ id }) => isOn(id)) ?? first
  const theirs = zoneAt(availability.timeZone, first.slots[0]?.start ?? '')
  const own = zoneAt(ownZone, first.slots[0]?.start ?? '')

  return (
    <div className="grid gap-6">
      {problem && <Notice tone="red">{problem}</Notice>}
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-medium">Day</legend>
        <SideScroll label="days" className="grid gap-2">
          <div className="-mx-6 flex snap-x scroll-px-6 gap-2 overflow-x-auto px-6 py-1 sm:-mx-8 sm:scroll-px-8 sm:px-8">
            {days.map(({ id, weekday, day: number, month }) => (
              <label key={id} className={`${CHOICE} h-20 w-16 shrink-0 snap-start`}>
                <input
                  type="radio"
                  name="booking-day"
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
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Time, for 30 minutes</legend>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {day.slots.map((one) => (
            <label key={one.start} className={`${CHOICE} min-h-14`}>
              <input
                type="radio"
                name="booking-time"
                className="sr-only"
                aria-label={one.theirs ? `${one.own}, ${one.theirs} theirs` : one.own}
                checked={one.start === slot?.start}
                onChange={() => onChoose({ start: one.start, end: one.end, available: one.available })}
              />
              <span className="text-lg leading-tight">{one.own}</span>
              {one.theirs && <span className="text-xs text-soft">{one.theirs} theirs</span>}
            </label>
          ))}
        </div>
        <p className="mt-3 text-sm text-soft">
          {own === theirs ? `Times in ${own}.` : `Your time: ${own}. Theirs: ${theirs}.`}
          {availability.generated && (
            <>
              {' '}
              Subject to confirmation. If <bdi>{name}</bdi> declines within {DECLINE_WITHIN_HOURS} hours, you get a full refund.
            </>
          )}
        </p>
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Button variant="brass" onClick={onContinue}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onUnlockInstead}>
          Unlock contact instead
        </Button>
      </div>
    </div>
  )
}

const CHOICE =
  'flex cursor-pointer flex-col items-center justify-center gap-0.5 rounded-field border border-rule tabular-nums hover:border-edge has-checked:border-brass has-checked:bg-well has-checked:text-brass has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'

function NoSlots({ name, onUnlockInstead }: Pick<Props, 'name' | 'onUnlockInstead'>) {
  return (
    <div className="grid gap-5">
      <Notice title="No available times">
        <bdi>{name}</bdi> has none in the next two weeks. Unlock the contact to arrange a time directly.
      </Notice>
      <Button variant="brass" onClick={onUnlockInstead}>
        Unlock contact instead
      </Button>
    </div>
  )
}

const SlotsSkeleton = () => (
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
