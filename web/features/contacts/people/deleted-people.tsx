import { Link } from '@tanstack/react-router'
import { formatLongDate } from '#web/ui/dates.ts'
import { useDeletedPeople } from './queries.ts'

/** People whose deletion can still be undone. */
export function DeletedPeople() {
  const people = useDeletedPeople()
  if (people.length === 0) return null
  return (
    <details className="mt-6 border-t border-rule pt-2">
      <summary className="min-h-11 cursor-pointer content-center text-sm text-soft">
        {people.length === 1 ? '1 deleted person' : `${people.length} deleted people`}
      </summary>
      <ul>
        {people.map(({ id, name, deletedAt }) => (
          <li key={id}>
            <Link to="/contacts/$id" params={{ id }} className="flex min-h-11 items-center justify-between gap-4 hover:bg-well">
              <span className="truncate" dir="auto">
                {name}
              </span>
              <span className="shrink-0 text-sm text-soft">{deletedAt && formatLongDate(deletedAt)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
