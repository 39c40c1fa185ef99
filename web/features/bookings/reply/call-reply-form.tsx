import { type SubmitEvent, useState } from 'react'
import { MAX_CALL_REPLY_LENGTH } from '#shared/bookings/call-reply.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { NotStoredNotice } from '#web/forms/not-stored-notice.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { replyToCall } from './mutations.ts'

/** The investor confirms a booked call, with a line to the founder. It works offline. */
export function CallReplyForm({ call: { id, counterpart } }: { call: Booking }) {
  const { values, change, clear } = useDraft(`call:reply:${id}`, { text: '' })
  const [state, setState] = useState<'writing' | 'saving' | 'unsaved'>('writing')

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setState('saving')
    const sent = await replyToCall({ bookingId: id, text: values.text.trim() }).catch(() => undefined)
    if (sent === undefined) return setState('unsaved')
    await clear()
    setState('writing')
  }
  return (
    <form onSubmit={send} className="mt-4 grid gap-3">
      <TextArea
        label={`A line to ${counterpart.name}`}
        optional
        rows={2}
        dir="auto"
        maxLength={MAX_CALL_REPLY_LENGTH}
        hint="For example what you want to see before the call."
        value={values.text}
        onChange={(event) => change('text', event.target.value)}
      />
      {state === 'unsaved' && <NotStoredNotice />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="outline" isBusy={state === 'saving'}>
          Confirm the call
        </Button>
        <p className="max-w-md text-sm text-soft">
          Can’t make it? Propose another time, or cancel: the founder then gets a refund. A reply can’t be changed later.
        </p>
      </div>
    </form>
  )
}
