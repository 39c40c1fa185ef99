import { ChipGroup } from '#web/ui/chip-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FilterSheetFooter } from '#web/ui/filter-sheet-footer.tsx'
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
        <FilterSheetFooter
          nouns={['project', 'projects']}
          found={found}
          isFiltered={appliedFilters(filters).length > 0}
          onClear={() => onChange({ ecosystem: NO_FILTERS.ecosystem, vertical: NO_FILTERS.vertical })}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
