import { SlidersHorizontal } from 'lucide-react'

/** The look of a button in a row of filters. */
export const FILTER_CONTROL =
  'inline-flex h-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-field border border-edge bg-sheet px-4 text-sm hover:bg-well'

/** Opens the sheet of all filters. `count` is the number of active values. */
export function FiltersButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <button type="button" onClick={onOpen} className={FILTER_CONTROL} aria-haspopup="dialog">
      <SlidersHorizontal className="size-4" aria-hidden="true" />
      Filters
      {count > 0 && (
        <span className="grid size-5 place-items-center rounded-full bg-ink text-xs text-sheet">
          {count}
          <span className="sr-only"> active</span>
        </span>
      )}
    </button>
  )
}
