import { useEffect, useState } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { type ContactEntry, isBlankEntry } from '#shared/contacts/entry.ts'
import { dayOf } from '#web/features/contacts/follow-ups/due.ts'
import { SavedTextStatus } from '#web/forms/saved-text-status.tsx'
import { useSavedText } from '#web/forms/use-saved-text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { onDay } from './entry-days.ts'
import { writeEntry } from './mutations.ts'

type Props = {
  entry: ContactEntry
  onDone: () => void
  /** The user has removed the text. */
  onEmptied: () => void
}

/** Text and day of an entry, in its place. Both save themselves; an empty text is not stored, the entry is deleted instead. */
export function EntryEditor({ entry, onDone, onEmptied }: Props) {
  const { id, contactId, writtenOn } = entry
  const [day, setDay] = useState(dayOf(writtenOn))
  const { text, phase, type, save, events } = useSavedText(entry.text, async (next, base) => {
    if (isBlankEntry(next)) return false
    return await writeEntry({ id, contactId, text: next, writtenOn }, { text: base, writtenOn })
  })
  const moved = onDay(writtenOn, day)
  const saveDay = async () => {
    if (!moved || moved === writtenOn) return setDay(dayOf(writtenOn))
    await writeEntry({ id, contactId, text: entry.text, writtenOn: moved }, entry).catch(() => setDay(dayOf(writtenOn)))
  }

  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (phase === 'unsaved') setLeaving(false)
    if (!isLeaving || phase !== 'saved') return
    if (isBlankEntry(text)) onEmptied()
    onDone()
  }, [isLeaving, phase])
  const leave = () => {
    save()
    setLeaving(true)
  }
  return (
    <div data-kept={phase === 'saved'} className="grid gap-3">
      <TextArea
        label="Note"
        autoFocus
        rows={4}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={({ target }) => type(target.value)}
        {...events}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <TextField
          label="Day"
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
          onBlur={() => void saveDay()}
          className="tabular-nums"
        />
        <Button variant="outline" onClick={leave}>
          Done
        </Button>
        <SavedTextStatus text={text} phase={phase} className="content-center sm:min-h-11" />
      </div>
    </div>
  )
}
