import type { ContactEntry } from '#shared/contacts/entry.ts'
import { DeletedList } from '#web/features/contacts/deleted-list.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { restoreEntry } from './delete-entry.ts'

/** Entries whose deletion can still be undone. */
export const DeletedEntries = ({ entries }: { entries: readonly ContactEntry[] }) => (
  <DeletedList
    thing="note"
    items={entries.map((entry) => ({
      id: entry.id,
      label: (
        <>
          <span className="block truncate" dir="auto">
            {entry.text}
          </span>
          <span className="text-sm text-soft">{formatDate(entry.writtenOn)}</span>
        </>
      ),
      onRestore: () => void restoreEntry(entry),
    }))}
  />
)
