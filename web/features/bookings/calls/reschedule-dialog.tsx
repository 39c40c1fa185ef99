import { type SubmitEvent, useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { spanIn } from '#shared/bookings/format-time.ts'
import { FREE_CANCELLATION_MS } from '#shared/bookings/rules.ts'
import { SlotPicker, SlotsSkeleton } from '#web/features/bookings/booking/slot-picker.tsx'
import { ownZone } from '#web/features/bookings/local-time-zone.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { moveCall, refusalWords } from './api.ts'
import { CallTimes } from './call-times.tsx'
import { useFreeSlots } from './use-free-slots.ts'

type Props = { call: Booking; isOffline: boolean; onClose: () => void }

/** Moves a call to another slot of the same investor. It is free of charge, and only slots that are free now can be chosen. */
export default function MoveDialog({ call, isOffline, onClose }: Props) {
  const [chosen, choose] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const { free, reload } = useFreeSlots(call, setRefusal)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!chosen) return setRefusal('Please select a time slot.')
    setBusy(true)
    setRefusal(undefined)
    try {
      const { start, end } = await moveCall(call.id, chosen)
      toast({ title: 'Call moved', description: spanIn(ownZone(), { start, end }) })
      onClose()
    } catch (error) {
      setRefusal(refusalWords(error))
      setBusy(false)
      choose(undefined)
      void reload()
    }
    requestSync()
  }

  const endsFree = Boolean(call.contactFrom && chosen && Date.parse(chosen) - FREE_CANCELLATION_MS <= Date.now())

  return (
    <Dialog title="Choose another time" isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} className="grid gap-5">
        <div>
          <p className="column-head mb-1">Now</p>
          <CallTimes call={call} />
        </div>
        {free ? (
          <SlotPicker
            availability={free}
            ownZone={ownZone()}
            chosen={chosen}
            onChoose={({ start }) => {
              setRefusal(undefined)
              choose(start)
            }}
            near={call.start}
          />
        ) : (
          <SlotsSkeleton />
        )}
        {refusal && <Notice tone="red">{refusal}</Notice>}
        {isOffline && <Notice>You’re offline. Reconnect to reschedule.</Notice>}
        <p className="text-sm text-soft">
          Nothing is charged. {call.counterpart.name} is notified. If they cancel, you get a full refund.
          {endsFree && ' Moving to this time ends free cancellation and gives you the contact.'}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Keep current time
          </Button>
          <Button type="submit" isBusy={isBusy} disabled={isOffline || !free?.slots.length}>
            {isBusy ? 'Rescheduling…' : 'Reschedule'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
