import type { Availability, Slot } from '#shared/bookings/contract.ts'
import { DECLINE_WITHIN_HOURS } from '#shared/bookings/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlotPicker, SlotsSkeleton } from './slot-picker.tsx'

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

/** The slots of the next two weeks, and the contact alone as the other choice. */
export function SlotsStep({ name, availability, ownZone, slot, problem, onChoose, onContinue, onUnlockInstead }: Props) {
  if (!availability) return <SlotsSkeleton />
  if (!availability.slots.some(({ available }) => available)) return <NoSlots name={name} onUnlockInstead={onUnlockInstead} />
  return (
    <div className="grid gap-6">
      {problem && <Notice tone="red">{problem}</Notice>}
      <SlotPicker
        availability={availability}
        ownZone={ownZone}
        chosen={slot?.start}
        onChoose={onChoose}
        note={
          availability.generated && (
            <>
              {' '}
              Subject to confirmation. If <bdi>{name}</bdi> declines within {DECLINE_WITHIN_HOURS} hours, you get a full refund.
            </>
          )
        }
      />
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
