import { useState } from 'react'
import type { ContactEntry, EntryId } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts'
import { DeletedEntries } from './deleted-entries.tsx'
import { EntryComposer } from './entry-composer.tsx'
import { dayLabel } from './entry-days.ts'
import { EntryItem } from './entry-item.tsx'
import { COMPOSER } from './focus-composer.ts'

type Props = {
  contactId: VcId
  /** The latest first, with the deleted ones. */
  entries: readonly ContactEntry[]
  now: number
}

/** How many are shown before the user asks for more: a phone renders them in one frame. */
const PAGE = 50

/** What was said to a contact and when: a field for a new entry, then all of them, the latest first, each under its day. */
export function Timeline({ contactId, entries, now }: Props) {
  const [limit, setLimit] = useState(PAGE)
  const [edited, setEdited] = useState<EntryId>()
  const focus = useFocusAfterRemoval(`textarea[name=${COMPOSER}]`)
  const kept = entries.filter(({ deletedAt }) => deletedAt === null)
  const shown = kept.slice(0, limit).map((entry) => ({ entry, day: dayLabel(entry.writtenOn, now) }))
  return (
    <>
      <h2 className="mb-3 text-[1.375rem]">Dated notes</h2>
      <EntryComposer contactId={contactId} />
      {shown.length > 0 && (
        <ol className="mt-4" {...focus}>
          {shown.map(({ entry, day }, at) => (
            <li key={entry.id}>
              {day !== shown[at - 1]?.day && <h3 className="column-head border-b border-rule pt-5 pb-2">{day}</h3>}
              <EntryItem
                entry={entry}
                isEdited={edited === entry.id}
                onEdit={(isEdited) => setEdited(isEdited ? entry.id : undefined)}
              />
            </li>
          ))}
        </ol>
      )}
      {kept.length > limit && (
        <Button variant="outline" className="mt-4" onClick={() => setLimit(limit + PAGE)}>
          Show older notes
        </Button>
      )}
      <DeletedEntries entries={entries.filter(({ deletedAt }) => deletedAt !== null)} />
    </>
  )
}
