import { useState } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { type EntryId, isBlankEntry } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { COMPOSER } from './focus-composer.ts'
import { newEntryId, writeEntry } from './mutations.ts'

/**
 * Adds an entry about a contact with one press. What is typed is a draft until then.
 *
 * The draft has the id of its entry: one that was added by a page that ended before it forgot the draft is not added twice.
 */
export function EntryComposer({ contactId }: { contactId: VcId }) {
  const { values, change, clear, status } = useDraft(`entry:${contactId}`, { text: '', id: '' })
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isAdded, setAdded] = useState(false)
  const isBlank = isBlankEntry(values.text)

  const type = (text: string) => {
    setAdded(false)
    change('text', text)
    if (values.id === '') change('id', newEntryId(Date.now()))
  }
  const add = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const id = (values.id || newEntryId(Date.now())) as EntryId
      await writeEntry({ id, contactId, text: values.text.trim(), writtenOn: new Date().toISOString() })
      await clear()
      setAdded(true)
    } catch (error) {
      setFault(`${storageSentence(error) ?? 'Couldn’t save on this device.'} Your text is still here.`)
    }
    setBusy(false)
  }
  return (
    <div>
      <TextArea
        label="New note"
        name={COMPOSER}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="What was said just now. The date is added."
        value={values.text}
        onChange={({ target }) => type(target.value)}
      />
      {fault && (
        <div className="mt-3">
          <Notice tone="red">{fault}</Notice>
        </div>
      )}
      <div className="mt-3 flex min-h-11 flex-wrap items-center gap-3">
        <Button isBusy={isBusy} disabled={isBlank} className="max-sm:w-full" onClick={() => void add()}>
          Add a note
        </Button>
        <DraftStatusNote {...status} isKept={status.isKept && !isBlank} />
        <p role="status" className="text-sm text-soft empty:hidden">
          {isAdded && 'Saved on this device'}
        </p>
      </div>
    </div>
  )
}
