import { Button } from '#web/ui/button.tsx'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { appliedFilters, chosenValues, type FilterField, toggleValue } from './filters.ts'
import { NO_FILTERS, type ProjectFilters } from './search-params.ts'

export type FilterBarProps = {
  filters: ProjectFilters
  /** The options of each filter; the number of projects per option is `undefined` until they are on this device. */
  choices: Record<FilterField, { values: string[]; countOf: ((value: string) => number) | undefined }>
  /** Number of matches, `undefined` until it is known. */
  found: number | undefined
  onChange: (change: Partial<ProjectFilters>) => void
}

type Props = FilterBarProps & { isOpen: boolean; onClose: () => void }

/** Both filters in one sheet, where several values can be chosen. The list behind it updates with each tap. */
export function FilterPanel({ filters, choices, found, onChange, isOpen, onClose }: Props) {
  const group = (field: FilterField, legend: string) => {
    const { values, countOf } = choices[field]
    const chosen = chosenValues(field, filters[field])
    return (
      <ChipGroup
        legend={legend}
        isMultiple
        options={[...new Set([...values, ...chosen])].map((value) => [value, value, countOf?.(value)] as const)}
        isChosen={(value) => chosen.includes(value)}
        onChoose={(value) => onChange({ [field]: toggleValue(field, filters[field], value) })}
      />
    )
  }
  return (
    <Dialog title="Filters" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-6">
        {group('ecosystem', 'Ecosystems')}
        {group('vertical', 'Verticals')}
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex gap-3 border-t border-rule bg-sheet px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button
            variant="quiet"
            disabled={appliedFilters(filters).length === 0}
            onClick={() => onChange({ ecosystem: NO_FILTERS.ecosystem, vertical: NO_FILTERS.vertical })}
          >
            Clear all
          </Button>
          <Button className="flex-1" onClick={onClose}>
            {showLabel(found)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function showLabel(found: number | undefined): string {
  if (found === undefined) return 'Show projects'
  if (found === 0) return 'No matches'
  return found === 1 ? 'Show 1 project' : `Show ${found.toLocaleString('en-US')} projects`
}
