import { Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AppliedFilters } from '#web/ui/applied-filters.tsx'
import { FilterRows } from '#web/ui/filter-rows.tsx'
import { FILTER_CONTROL, FiltersButton } from '#web/ui/filters-button.tsx'
import { LabelledSelect } from '#web/ui/labelled-select.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type FilterBarProps, FilterPanel } from './filter-panel.tsx'
import { appliedFilters, NO_FILTERS, SORTS } from './filters.ts'

export function FilterBar(props: FilterBarProps) {
  const { filters, onChange, choices, savedCount, sectorLabel = 'Sector', usualSort = 'best' } = props
  const [isOpen, setOpen] = useState(false)
  const applied = appliedFilters(filters)
  // Typing changes neither: counting and formatting each option takes longer than the rest of the bar.
  const { stages, sectors, countOf } = choices
  const stageOptions = useMemo(() => optionsOf(stages, filters.stage, countOf.stage), [stages, filters.stage, countOf.stage])
  const sectorOptions = useMemo(
    () => optionsOf(sectors, filters.sector, countOf.sector),
    [sectors, filters.sector, countOf.sector],
  )
  return (
    <>
      <FilterRows
        label="Find investors"
        search={
          <SearchBox
            label="Search investors"
            placeholder="Name, fund, sector or place"
            value={filters.q ?? ''}
            onChange={(q) => onChange({ q: q || undefined })}
          />
        }
        filters={<FiltersButton count={applied.length} onOpen={() => setOpen(true)} />}
      >
        <LabelledSelect
          label="Stage"
          value={filters.stage ?? 'All'}
          options={stageOptions}
          onChange={(stage) => onChange({ stage: undefinedIfAll(stage) })}
        />
        <LabelledSelect
          label={sectorLabel}
          value={filters.sector ?? 'All'}
          options={sectorOptions}
          onChange={(sector) => onChange({ sector: undefinedIfAll(sector) })}
        />
        <LabelledSelect
          label="Sort"
          value={filters.sort ?? usualSort}
          options={SORTS}
          onChange={(value) => onChange({ sort: SORTS.map(([id]) => id).find((id) => id === value && id !== usualSort) })}
        />
        <button
          type="button"
          aria-pressed={filters.saved === true}
          onClick={() => onChange({ saved: filters.saved ? undefined : true })}
          className={`${FILTER_CONTROL} aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-sheet`}
        >
          <Star className="size-4" fill={filters.saved ? 'currentColor' : 'none'} aria-hidden="true" />
          Saved
          <span className="tabular-nums">{savedCount}</span>
        </button>
      </FilterRows>
      <AppliedFilters applied={applied} onChange={onChange} none={{ ...NO_FILTERS, q: filters.q }} />
      <FilterPanel {...props} sectorLabel={sectorLabel} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const undefinedIfAll = (value: string) => (value === 'All' ? undefined : value)

/**
 * The options with their counts. A value of the address that is no option is included, so that the select matches the list:
 * several values, which the panel chooses, or a term that no local record has.
 */
function optionsOf(choices: readonly string[], own: string | undefined, countOf: FilterBarProps['choices']['countOf']['stage']) {
  const options = choices.map((one) => [one, one, countOf(one)] as const)
  return own === undefined || choices.includes(own) ? options : [...options, [own, own.replaceAll(',', ', ')] as const]
}
