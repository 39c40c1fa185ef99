import { type SubmitEvent, useState } from 'react'
import { reasonLength } from '#shared/bookings/call-actions.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { contestReport, refusalWords } from './api.ts'
import { isContestable } from './call-labels.ts'

/** For the participant who was reported missing, until they have contested it or the deadline has passed. */
export function ContestReport({ call, now, isOffline }: { call: Booking; now: number; isOffline: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { values, change, clear } = useDraft(`call:contest:${call.id}`, { reason: '' })
  const { reason } = values
  const [refusal, setRefusal] = useState<string>()
  if (!isContestable(call, now)) return null

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!reason.trim()) return setRefusal('Describe what happened.')
    setBusy(true)
    setRefusal(undefined)
    try {
      await contestReport(call.id, reason.trim())
      await clear()
      toast({ title: 'Report sent' })
      setAsking(false)
    } catch (error) {
      setRefusal(refusalWords(error))
    }
    setBusy(false)
    requestSync()
  }

  return (
    <>
      <Button variant="quiet" className="-ml-3 px-3" disabled={isOffline} onClick={() => setAsking(true)}>
        I was there
      </Button>
      <Dialog title="Were you there?" isOpen={isAsking} onClose={() => setAsking(false)} canClose={!isBusy}>
        <form onSubmit={submit} className="grid gap-5">
          <p>Our team reads it together with the report of {call.counterpart.name}. No money is moved until our team decides.</p>
          <TextArea
            label="What happened?"
            rows={3}
            maxLength={reasonLength}
            value={reason}
            onChange={(event) => {
              setRefusal(undefined)
              change('reason', event.target.value)
            }}
          />
          {refusal && <Notice tone="red">{refusal}</Notice>}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" disabled={isBusy} onClick={() => setAsking(false)}>
              Go back
            </Button>
            <Button type="submit" isBusy={isBusy} disabled={isOffline}>
              {isBusy ? 'Sending…' : 'Send report'}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
