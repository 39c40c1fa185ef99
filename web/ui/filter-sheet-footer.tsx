import { formatCount } from '#shared/format/count.ts'
import { Button } from './button.tsx'

type Props = {
  /** What is found, in the singular and the plural. */
  nouns: readonly [one: string, many: string]
  /** Number of matches, `undefined` until it is known. */
  found: number | undefined
  isFiltered: boolean
  onClear: () => void
  onClose: () => void
}

/** The end of a sheet of filters: clears them, or closes the sheet with the number of matches. It stays in view. */
export const FilterSheetFooter = ({ nouns, found, isFiltered, onClear, onClose }: Props) => (
  <div className="sticky -bottom-6 -mx-6 -mb-6 flex gap-3 border-t border-rule bg-sheet px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
    <Button variant="quiet" disabled={!isFiltered} onClick={onClear}>
      Clear all
    </Button>
    <Button className="flex-1" onClick={onClose}>
      {showLabel(nouns, found)}
    </Button>
  </div>
)

function showLabel([one, many]: Props['nouns'], found: number | undefined): string {
  if (found === undefined) return `Show ${many}`
  if (found === 0) return 'No matches'
  return `Show ${formatCount(found)} ${found === 1 ? one : many}`
}
