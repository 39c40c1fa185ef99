import type { ReactNode } from 'react'
import { DELETED_PERSON_DAYS } from '#shared/people/contract.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  /** The singular of what was deleted; the plural has an s. */
  thing: string
  items: readonly { id: string; label: ReactNode; onRestore: () => void }[]
}

/** What was deleted about a contact, and can still be restored. */
export function DeletedList({ thing, items }: Props) {
  if (items.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="min-h-11 cursor-pointer content-center text-sm text-soft">
        {items.length} deleted {items.length === 1 ? thing : `${thing}s`}
      </summary>
      <p className="text-sm text-soft">
        Deleted {thing}s are removed after {DELETED_PERSON_DAYS} days.
      </p>
      <ul>
        {items.map(({ id, label, onRestore }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-4 border-b border-rule py-1">
            <span className="min-w-0">{label}</span>
            <Button variant="outline" onClick={onRestore}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
