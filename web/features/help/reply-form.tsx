import { type FormEvent, useCallback, useMemo, useState } from 'react'
import { MAX_MESSAGE_LENGTH } from '#shared/help/contract.ts'
import type { TicketStatus } from '#shared/help/ticket.ts'
import type { TicketId } from '#shared/ids.ts'
import { cleanText } from '#shared/text.ts'
import type { DraftId, PrivateDatabase } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useLocalDraft, useRestoredDraft } from '#web/forms/use-local-draft.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { loadForm, saveForm } from './help-draft.ts'
import { writeOnTicket } from './mutations.ts'

const labels: Record<TicketStatus, { label: string; action: string }> = {
  open: { label: 'Add to it', action: 'Send' },
  answered: { label: 'Reply', action: 'Send' },
  closed: { label: 'Not settled? Write on', action: 'Reopen and send' },
}

/** A reply on a ticket, stored as a draft while typing, and sent through the outbox. */
export function ReplyForm({ ticketId, status }: { ticketId: string; status: TicketStatus }) {
  const db = usePrivateDb()
  const [typed, setTyped] = useState<string>()
  const [sendFault, setSendFault] = useState<string>()
  const draftId: DraftId = `ticket:${ticketId}`
  const load = useCallback(
    async (db: PrivateDatabase) => loadForm((await db.drafts.get(draftId))?.values, { text: '' }).text,
    [draftId],
  )
  const write = useMemo(() => db && ((next: string) => saveForm(db, draftId, { text: next }, ['text'])), [db, draftId])
  const restored = useRestoredDraft(db, load, '')
  const { status: draftStatus, keep } = useLocalDraft(write)
  // Text that the user has typed in the meantime is newer.
  const text = typed ?? restored ?? ''
  const fault = draftStatus.fault ?? sendFault

  const change = (next: string) => {
    setTyped(next)
    void keep(next).then((isStored) => isStored && setSendFault(undefined))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await writeOnTicket({ ticketId: ticketId as TicketId, id: uuid7<TicketId>(Date.now()), text })
      change('')
    } catch (error) {
      setSendFault(storageSentence(error) ?? 'This device could not save it.')
    }
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
        error={fault && `${fault} Your words are still here.`}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" variant="outline" disabled={cleanText(text) === ''} className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}
