import type { ContactEntry } from '#shared/contacts/entry.ts'
import { TextVersions } from '#web/features/contacts/notes/text-versions.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatClock } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { deleteWithUndo } from './delete-entry.ts'
import { EntryEditor } from './entry-editor.tsx'
import { writeEntry } from './mutations.ts'

type Props = { entry: ContactEntry; isEdited: boolean; onEdit: (isEdited: boolean) => void }

/** One entry: its time, its text, and the texts of other devices that conflict with it. */
export function EntryItem({ entry, isEdited, onEdit }: Props) {
  const { id, contactId, text, writtenOn, clashes } = entry
  const time = formatClock(writtenOn)
  const about = `the note of ${time}`
  return (
    <article aria-label={`Note of ${time}`} className="border-b border-rule py-3">
      {isEdited ? (
        <EntryEditor entry={entry} onDone={() => onEdit(false)} onEmptied={() => void deleteWithUndo(entry)} />
      ) : (
        <div className="grid grid-cols-[1fr_auto] items-start gap-x-2 sm:grid-cols-[4rem_1fr_auto]">
          <time dateTime={writtenOn} className="content-center text-sm text-soft tabular-nums max-sm:min-h-11 sm:pt-0.5">
            {time}
          </time>
          <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
            <LongText text={text} />
          </div>
          <div className="flex sm:-mt-2">
            <Button variant="quiet" className="px-3 text-sm" aria-label={`Edit ${about}`} onClick={() => onEdit(true)}>
              Edit
            </Button>
            <Button
              variant="quiet"
              className="px-3 text-sm"
              aria-label={`Delete ${about}`}
              onClick={() => void deleteWithUndo(entry)}
            >
              Delete
            </Button>
          </div>
        </div>
      )}
      <TextVersions
        thing="note"
        text={text}
        clashes={clashes}
        onSettle={(chosen, settles) => void writeEntry({ id, contactId, text: chosen, writtenOn, settles }, entry)}
      />
    </article>
  )
}
