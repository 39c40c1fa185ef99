import { type SubmitEvent, useState } from 'react'
import { reasonLength } from '#shared/bookings/call-actions.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { Action } from '#shared/bookings/rules.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { endCall, refusalWords } from './api.ts'
import { questionOf } from './call-labels.ts'
import { CallTimes } from './call-times.tsx'

type Props = { call: Booking; action: Exclude<Action, 'reschedule'>; isOffline: boolean; onClose: () => void }

/** Asks for confirmation, shows the consequences for the money, and ends the call. */
export default function EndDialog({ call, action, isOffline, onClose }: Props) {
  // Fixed when the dialog opens: the terms that a user agrees to do not change while the dialog is open.
  const [question, setQuestion] = useState(() => questionOf(action, call, Date.now()))
  const { values, change, clear } = useDraft(`call:${action}:${call.id}`, { reason: '' })
  const { reason } = values
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(undefined)
    try {
      const { paidBack } = question
      await endCall(call.id, action, {
        ...(reason.trim() && { reason: reason.trim() }),
        ...(paidBack !== undefined && { paidBack }),
      })
      await clear()
      toast({ title: question.done })
      onClose()
    } catch (error) {
      setRefusal(refusalWords(error))
      setQuestion(questionOf(action, call, Date.now()))
      setBusy(false)
    }
    requestSync()
  }

  return (
    <Dialog title={question.title} isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} className="grid gap-5">
        <div className="rounded-field border border-rule px-4 py-3">
          <p className="font-serif text-xl break-words" dir="auto">
            {call.counterpart.name}
          </p>
          <CallTimes call={call} />
        </div>
        <p>{question.text}</p>
        <TextArea
          label={question.reason}
          optional
          rows={2}
          maxLength={reasonLength}
          value={reason}
          onChange={(event) => change('reason', event.target.value)}
        />
        {refusal && <Notice tone="red">{refusal}</Notice>}
        {isOffline && <Notice>You’re offline. Your text stays here until you reconnect.</Notice>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
          <Button disabled={isBusy} onClick={onClose}>
            {action === 'no-show' ? 'Go back' : 'Keep call'}
          </Button>
          <Button type="submit" variant={action === 'no-show' ? 'outline' : 'danger'} isBusy={isBusy} disabled={isOffline}>
            {isBusy ? question.busy : question.action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
