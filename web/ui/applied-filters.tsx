import { X } from 'lucide-react'
import { appliedFilters, NO_FILTERS } from './filters.ts'
import type { DirectoryFilters } from './search-params.ts'

type Props = { filters: DirectoryFilters; onChange: (change: Partial<DirectoryFilters>) => void }

/** The active filters as chips; a tap removes one. */
export function AppliedFilters({ filters, onChange }: Props) {
  const applied = appliedFilters(filters)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-x-2">
      {applied.map(({ label, value, without }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => onChange(without)}
            aria-label={`Remove filter: ${value}`}
            className="group inline-flex min-h-11 cursor-pointer items-center"
          >
            <span className="inline-flex items-center gap-1.5 rounded-selector border border-edge bg-sheet py-1 pr-2 pl-2.5 text-sm group-hover:bg-well">
              <bdi>{value}</bdi>
              <X className="size-3.5 text-soft" aria-hidden="true" />
            </span>
          </button>
        </li>
      ))}
      {applied.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => onChange({ ...NO_FILTERS, q: filters.q })}
            className="min-h-11 cursor-pointer px-1 text-sm text-soft underline underline-offset-4 hover:text-ink"
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
