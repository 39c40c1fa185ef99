import { type FormEvent, useState } from 'react'
import { MAX_MESSAGE_LENGTH } from '#shared/help/contract.ts'
import type { TicketStatus } from '#shared/help/ticket.ts'
import type { TicketId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { writeOnTicket } from './mutations.ts'

const labels: Record<TicketStatus, { label: string; action: string }> = {
  open: { label: 'Add a message', action: 'Send' },
  answered: { label: 'Reply', action: 'Send' },
  closed: { label: 'Not resolved? Reply', action: 'Reopen and send' },
}

const newId = () => uuid7<TicketId>(Date.now())

/**
 * A reply on a ticket, stored as a draft while typing, and sent through the outbox.
 *
 * The draft has an id for each text: one that was sent by a page that ended before it forgot the draft is not sent twice.
 */
export function ReplyForm({ ticketId, status }: { ticketId: string; status: TicketStatus }) {
  const { values, change: changeField, clear, status: draftStatus } = useDraft(`ticket:${ticketId}`, { text: '', id: '' })
  const [isBusy, setBusy] = useState(false)
  const [sendFault, setSendFault] = useState<string>()
  const { text } = values
  const fault = draftStatus.fault ?? sendFault

  const change = (next: string) => {
    changeField('text', next)
    changeField('id', next === '' ? '' : newId())
    setSendFault(undefined)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await writeOnTicket({ ticketId: ticketId as TicketId, id: (values.id || newId()) as TicketId, text })
      await clear()
    } catch (error) {
      setSendFault(storageSentence(error) ?? 'Couldn’t save on this device.')
    }
    setBusy(false)
  }
  const { label, action } = labels[status]
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <TextArea
        label={label}
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        dir="auto"
        value={text}
        error={fault && `${fault} Your text is still here.`}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="outline" isBusy={isBusy} disabled={cleanText(text) === ''} className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}
