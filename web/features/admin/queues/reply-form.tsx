import type { FormEvent } from 'react'
import { type AdminTicket, MAX_REPLY_LENGTH } from '#shared/help/admin.ts'
import { replyToTicket } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'

type Props = { ticket: AdminTicket; settle: Settle; isBusy: boolean }

/**
 * The team's answer to a ticket. It is a draft of this device until it is sent: the queues unmount without a connection and on a
 * change of tab, and an answered entry moves to the other list.
 */
export function ReplyBox({ ticket, settle, isBusy }: Props) {
  const { id, ticketNumber, email, status } = ticket
  const { values, change, clear, status: draftStatus } = useDraft(`admin:answer:${id}`, { text: '' })
  const { text } = values
  const reply = async (close: boolean) => {
    const message = text.trim()
    const title = message ? 'Answered' : 'Closed'
    const sentence = message
      ? `Your answer to ${ticketNumber} was sent${email ? `, also to ${email}` : ''}.`
      : `${ticketNumber} was closed without an answer.`
    // Before the queues are read again: a page that is closed by then shows the answer that was sent as a draft.
    await settle({ targetId: id, title, sentence }, () => replyToTicket(ticket, message, close).then(clear))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void reply(false)
  }
  return (
    <form onSubmit={send} className="grid gap-3">
      <TextArea
        label="Answer"
        hint={email ? `Shown in their app and emailed to ${email}.` : 'Shown in their app. There is no email address.'}
        rows={5}
        maxLength={MAX_REPLY_LENGTH}
        dir="auto"
        value={text}
        onChange={(event) => change('text', event.target.value)}
      />
      <DraftStatusNote {...draftStatus} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy} disabled={!text.trim()}>
          Send
        </Button>
        <Button variant="outline" disabled={isBusy || !text.trim()} onClick={() => void reply(true)}>
          Send and close
        </Button>
        {status !== 'closed' && (
          <Button variant="quiet" disabled={isBusy || Boolean(text.trim())} onClick={() => void reply(true)}>
            Close without an answer
          </Button>
        )}
      </div>
    </form>
  )
}
