import { clockIn, dayIn, isSameClock, zoneAt } from '#shared/bookings/format-time.ts'

type Props = { slot: { start: string; end: string }; ownZone: string; theirZone: string }

/** Time of a call in both time zones. */
export function BothTimes({ slot, ownZone, theirZone }: Props) {
  const isSame = isSameClock(ownZone, theirZone, slot.start)
  return (
    <dl className="grid gap-x-4 gap-y-1 border-b border-rule pb-4 text-sm sm:grid-cols-[auto_1fr]">
      <Line label={isSame ? 'When' : 'Your time'} zone={ownZone} slot={slot} />
      {!isSame && <Line label="Their time" zone={theirZone} slot={slot} />}
    </dl>
  )
}

const Line = ({ label, zone, slot }: { label: string; zone: string; slot: Props['slot'] }) => (
  <>
    <dt className="text-soft">{label}</dt>
    <dd>
      <span className="font-medium">
        {dayIn(zone, slot.start)}, {clockIn(zone, slot)}
      </span>{' '}
      <span className="whitespace-nowrap text-soft">{zoneAt(zone, slot.start)}</span>
    </dd>
  </>
)
