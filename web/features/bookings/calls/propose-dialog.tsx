import { X } from 'lucide-react'
import { type SubmitEvent, useEffect, useState } from 'react'
import { reasonLength } from '#shared/bookings/call-actions.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { spanIn } from '#shared/bookings/format-time.ts'
import { MAX_PROPOSED_TIMES, openProposalOf } from '#shared/bookings/proposal.ts'
import { slotAt } from '#shared/bookings/slots.ts'
import { SlotPicker, SlotsSkeleton } from '#web/features/bookings/booking/slot-picker.tsx'
import { ownZone } from '#web/features/bookings/local-time-zone.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts'
import { proposeTimes, refusalWords } from './api.ts'
import { CallTimes } from './call-times.tsx'
import { useFreeSlots } from './use-free-slots.ts'

type Props = { call: Booking; isOffline: boolean; onClose: () => void }

/** Proposes other free slots of the same investor to the other side, which decides. */
export default function ProposeDialog({ call, isOffline, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { values, change, clear } = useDraft(`call:propose:${call.id}`, { note: '' })
  const { note } = values
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { name } = call.counterpart
  const focus = useFocusAfterRemoval('input[type="radio"]:checked')

  const { free, reload } = useFreeSlots(call, setRefusal)
  // A time that has been taken since is no longer chosen.
  useEffect(() => {
    if (free?.slots.length) setChosen((before) => before.filter((time) => free.slots.some(({ start }) => start === time)))
  }, [free])

  const toggle = (start: string) => {
    setRefusal(undefined)
    setChosen((before) => (before.includes(start) ? before.filter((time) => time !== start) : [...before, start].sort()))
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return setRefusal('Please select a time slot.')
    setBusy(true)
    setRefusal(undefined)
    try {
      await proposeTimes(call.id, { times: [...chosen], ...(note.trim() && { note: note.trim() }) })
      await clear()
      toast({ title: 'Proposal sent', description: 'The call stays as it is until a time is accepted.' })
      onClose()
    } catch (error) {
      setRefusal(refusalWords(error))
      setBusy(false)
      void reload()
    }
    requestSync()
  }

  return (
    <Dialog title="Propose another time" isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} className="grid gap-5">
        <div>
          <p className="column-head mb-1">Now</p>
          <CallTimes call={call} />
        </div>
        <p>
          Choose up to {MAX_PROPOSED_TIMES} times. <bdi>{name}</bdi> accepts one or declines, and the call stays as it is until
          then.
          {openProposalOf(call, Date.now()) && ' This replaces the open proposal.'}
        </p>
        {free ? (
          <SlotPicker
            availability={free}
            ownZone={ownZone()}
            chosen={chosen}
            most={MAX_PROPOSED_TIMES}
            onChoose={({ start }) => toggle(start)}
            near={call.start}
          />
        ) : (
          <SlotsSkeleton />
        )}
        {chosen.length > 0 && (
          <ul {...focus} aria-label="Chosen times" className="grid gap-1">
            {chosen.map((start) => {
              const time = spanIn(ownZone(), slotAt(Date.parse(start)))
              return (
                <li key={start} className="flex items-center justify-between gap-2 rounded-field bg-well pl-4">
                  <span>{time}</span>
                  <Button variant="quiet" className="px-3" aria-label={`Remove ${time}`} onClick={() => toggle(start)}>
                    <X className="size-4" aria-hidden="true" />
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
        <TextArea
          label={`Message to ${name}`}
          optional
          rows={2}
          maxLength={reasonLength}
          value={note}
          onChange={(event) => change('note', event.target.value)}
        />
        {refusal && <Notice tone="red">{refusal}</Notice>}
        {isOffline && <Notice>You’re offline. Your text stays here until you reconnect.</Notice>}
        <p className="text-sm text-soft">Proposed times are not reserved. If one is taken first, the others stay open.</p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Keep current time
          </Button>
          <Button type="submit" isBusy={isBusy} disabled={isOffline || !free?.slots.length}>
            {isBusy ? 'Sending…' : 'Send proposal'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
