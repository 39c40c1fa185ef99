import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { TextArea } from '#web/ui/field.tsx'
import { writeNote } from './mutations.ts'
import { saveStateLabel } from './save-state-label.ts'
import { useSavedText } from './use-autosave.ts'

/** The user's own note on a contact. "Saved" is shown only once the write has completed. */
export function NoteEditor({ id, saved }: { id: VcId; saved: string }) {
  const { text, state, type, saveNow } = useSavedText(saved, (text, base) => writeNote({ contactId: id, text }, base))
  return (
    <div data-kept={state === 'saved'}>
      <TextArea
        label="Your note"
        rows={5}
        maxLength={MAX_NOTE_LENGTH}
        placeholder="What you talked about, what you promised, when to write again. Shown to you alone."
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={saveNow}
      />
      <p role="status" className={`mt-1.5 min-h-5 text-sm ${state === 'unsaved' ? 'text-red' : 'text-soft'}`}>
        {saveStateLabel(text, state)}
      </p>
    </div>
  )
}
