import { X } from 'lucide-react'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

/** One active value of a filter, and the change that removes it. */
export type AppliedFilter<Filters> = { label: string; value: string; without: Partial<Filters> }

type Props<Filters> = {
  applied: readonly AppliedFilter<Filters>[]
  onChange: (change: Partial<Filters>) => void
  /** The change that removes all of them. */
  none: Partial<Filters>
}

/** The active filters as chips; a tap removes one. */
export function AppliedFilters<Filters>({ applied, onChange, none }: Props<Filters>) {
  const focus = useFocusAfterRemoval('input[type="search"]')
  if (applied.length === 0) return null
  return (
    <ul {...focus} aria-label="Active filters" className="flex flex-wrap items-center gap-x-2">
      {applied.map(({ label, value, without }) => (
        <li key={`${label} ${value}`}>
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
            onClick={() => onChange(none)}
            className="min-h-11 cursor-pointer px-1 text-sm text-soft underline underline-offset-4 hover:text-ink"
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
