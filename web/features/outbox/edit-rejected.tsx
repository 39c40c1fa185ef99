import { type FormEvent, useState } from 'react'
import { ValiError } from 'valibot'
import type { OutboxEntry } from '#web/db/outbox-entry.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { retryRefused } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'

type Props = { entry: OutboxEntry; field: string; label: string; words: string; onClose: () => void }

/**
 * Editor for the single text of a rejected mutation, which is then sent again. The old text remains until the new one is stored.
 */
export function EditRejected({ entry, field, label, words, onClose }: Props) {
  const { values, change, clear } = useDraft(`rejected:${entry.id}`, { text: words })
  const { text } = values
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await retryRefused(entry.id, { ...(entry.args as object), [field]: text })
      await clear()
      onClose()
    } catch (fault) {
      const sentence = fault instanceof ValiError ? fault.message : storageSentence(fault)
      setError(sentence ?? 'Couldn’t save on this device. Please try again.')
    }
    setBusy(false)
  }
  return (
    <Dialog title="Edit and send again" isOpen onClose={onClose}>
      <form onSubmit={(event) => void send(event)} className="grid gap-5">
        <p className="text-sm text-red">{entry.refusal?.message}</p>
        <TextArea
          label={label}
          rows={6}
          dir="auto"
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined)
            change('text', event.target.value)
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isBusy}>
            Save and send
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
