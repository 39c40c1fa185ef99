import { Link } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { MAX_CALL_REPLY_LENGTH } from '#shared/bookings/call-reply.ts'
import { spanIn } from '#shared/bookings/format-time.ts'
import type { MailedReply, Reply } from '#shared/replies/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMailedReply } from './use-mailed-reply.ts'

type Props = {
  token: string
  call: NonNullable<MailedReply['call']>
  founderName: string
  onSent: (reply: Reply) => void
}

/** Confirms a booked call from a mail. The line is the draft of the app's own form at the call. */
export function MailedCallForm({ token, call, founderName, onSent }: Props) {
  const { text, setText, error, isBusy, send } = useMailedReply(`call:reply:${call.id}`, { token, onSent })

  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    void send('yes')
  }

  return (
    <form onSubmit={confirm} className="grid gap-5">
      <p className="tabular-nums">{spanIn(call.timeZone, call)}</p>
      <TextArea
        label={`A line to ${founderName}`}
        optional
        rows={2}
        dir="auto"
        maxLength={MAX_CALL_REPLY_LENGTH}
        hint="For example what you want to see before the call."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && <Notice tone="red">{error}</Notice>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" isBusy={isBusy}>
          Confirm the call
        </Button>
        <p className="text-sm text-soft">A reply can’t be changed later.</p>
      </div>
      <p className="text-sm text-soft">
        Can’t make it?{' '}
        <Link to="/calls" hash={`call-${call.id}`} className="text-ink underline underline-offset-4">
          Propose another time or cancel
        </Link>
        . If you cancel, the founder gets a refund.
      </p>
    </form>
  )
}
