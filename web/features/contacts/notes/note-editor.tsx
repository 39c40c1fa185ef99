import { type ContactNote, MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { SavedTextStatus } from '#web/forms/saved-text-status.tsx'
import { useSavedText } from '#web/forms/use-saved-text.ts'
import { TextArea } from '#web/ui/field.tsx'
import { writeNote } from './mutations.ts'
import { TextVersions } from './text-versions.tsx'

/** The user's own note on a contact. "Saved" is shown only once the write has completed. */
export function NoteEditor({ id, saved }: { id: VcId; saved: string }) {
  const { text, phase, type, events } = useSavedText(saved, (text, base) => writeNote({ contactId: id, text }, base))
  return (
    <div data-kept={phase === 'saved'}>
      <TextArea
        label="Your note"
        rows={5}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="What you discussed and what to do next. Visible only to you."
        value={text}
        onChange={(event) => type(event.target.value)}
        {...events}
      />
      <SavedTextStatus text={text} phase={phase} className="mt-1.5" />
    </div>
  )
}

/** Conflicting texts that other devices wrote for the same note. */
export function NoteVersions({ note: { id, text, clashes = [] } }: { note: ContactNote }) {
  return (
    <TextVersions
      thing="note"
      text={text}
      clashes={clashes}
      onSettle={(chosen, settles) => void writeNote({ contactId: id, text: chosen, settles }, text)}
    />
  )
}
