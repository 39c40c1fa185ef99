import { type FormEvent, useState } from 'react'
import { MAX_SEARCH_NAME } from '#shared/searches/contract.ts'
import type { DraftId } from '#web/db/private-database.ts'
import { storageSentence } from '#web/db/storage-errors.ts'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useDraft } from '#web/forms/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  draftId: DraftId
  /** Prefilled. */
  name: string
  action: string
  onSave: (name: string) => Promise<void>
  onCancel: () => void
}

/** Names a search. What was typed is a draft of this device until it is saved. */
export function SearchForm({ draftId, name, action, onSave, onCancel }: Props) {
  const { values, change, clear, status } = useDraft(draftId, { name })
  const [error, setError] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!values.name.trim()) return setError('Please enter a name.')
    setBusy(true)
    setFault(undefined)
    try {
      await onSave(values.name.trim())
      await clear()
      onCancel()
    } catch (cause) {
      setFault(`${storageSentence(cause) ?? 'Couldn’t save on this device.'} Your text is still here.`)
    }
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextField
        label="Name of the search"
        autoComplete="off"
        maxLength={MAX_SEARCH_NAME}
        value={values.name}
        error={error}
        onChange={({ target }) => {
          change('name', target.value)
          setError(undefined)
        }}
      />
      {fault && <Notice tone="red">{fault}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          {action}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          onClick={() => {
            void clear()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <DraftStatusNote {...status} />
      </div>
    </form>
  )
}
