import { type SubmitEvent, useCallback, useEffect, useState } from 'react'
import type { Availability, Booking } from '#shared/bookings/contract.ts'
import { spanIn } from '#shared/bookings/format-time.ts'
import { FREE_CANCELLATION_MS } from '#shared/bookings/rules.ts'
import { UTC } from '#shared/bookings/time-zone.ts'
import { SlotPicker, SlotsSkeleton } from '#web/features/bookings/booking/slot-picker.tsx'
import { ownZone } from '#web/features/bookings/local-time-zone.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { findHours, moveCall, refusalWords } from './api.ts'
import { CallTimes } from './call-times.tsx'

type Props = { call: Booking; isOffline: boolean; onClose: () => void }
type Hours = Pick<Availability, 'slots' | 'timeZone'>

const NO_HOURS: Hours = { slots: [], timeZone: UTC }

/** Moves a call to another slot of the same investor. It is free of charge, and only slots that are free now can be chosen. */
export default function MoveDialog({ call, isOffline, onClose }: Props) {
  const [hours, setHours] = useState<Hours>()
  const [chosen, choose] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const loadHours = useCallback(async () => {
    setHours(undefined)
    try {
      const { slots, timeZone } = await findHours(call.vcId)
      setHours({ slots: slots.filter(({ available, start }) => available && start !== call.start), timeZone })
    } catch (error) {
      setHours(NO_HOURS)
      setRefusal(refusalWords(error))
    }
  }, [call.vcId, call.start])
  useEffect(() => void loadHours(), [loadHours])

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
      void loadHours()
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
        {hours ? (
          <SlotPicker
            availability={hours}
            ownZone={ownZone()}
            chosen={chosen}
            onChoose={({ start }) => choose(start)}
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
          <Button type="submit" isBusy={isBusy} disabled={isOffline || !hours?.slots.length}>
            {isBusy ? 'Rescheduling…' : 'Reschedule'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
