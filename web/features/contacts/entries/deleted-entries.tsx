import type { ContactEntry } from '#shared/contacts/entry.ts'
import { DELETED_PERSON_DAYS } from '#shared/people/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/dates.ts'
import { restoreEntry } from './delete-entry.ts'

/** Entries whose deletion can still be undone. */
export function DeletedEntries({ entries }: { entries: readonly ContactEntry[] }) {
  if (entries.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="min-h-11 cursor-pointer content-center text-sm text-soft">
        {entries.length === 1 ? '1 deleted note' : `${entries.length} deleted notes`}
      </summary>
      <p className="text-sm text-soft">Deleted notes are removed after {DELETED_PERSON_DAYS} days.</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className="flex min-h-11 items-center justify-between gap-4 border-b border-rule py-1">
            <span className="min-w-0">
              <span className="block truncate" dir="auto">
                {entry.text}
              </span>
              <span className="text-sm text-soft">{formatDate(entry.writtenOn)}</span>
            </span>
            <Button variant="outline" onClick={() => void restoreEntry(entry)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
