import { useState } from 'react'
import { AppliedFilters } from '#web/ui/applied-filters.tsx'
import { FiltersButton } from '#web/ui/filters-button.tsx'
import { LabelledSelect } from '#web/ui/labelled-select.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type FilterBarProps, FilterPanel } from './filter-panel.tsx'
import { appliedFilters, chosenValues, type FilterField } from './filters.ts'
import { NO_FILTERS, PROJECT_SORTS } from './search-params.ts'

export function FilterBar(props: FilterBarProps) {
  const { filters, choices, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const applied = appliedFilters(filters)
  const sortOf = (value: string) => PROJECT_SORTS.map(([id]) => id).find((id) => id === value) ?? 'votes'
  const select = (field: FilterField, label: string) => (
    <LabelledSelect
      label={label}
      value={chosenValues(field, filters[field]).join(',') || 'all'}
      options={optionsOf(choices[field], chosenValues(field, filters[field]))}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
  return (
    <div className="pb-6">
      <search className="grid gap-2 lg:flex" aria-label="Find projects">
        <SearchBox
          label="Search projects"
          placeholder="Name, founder, place or product"
          value={filters.q}
          onChange={(q) => onChange({ q })}
        />
        {/* A horizontally scrolling row on a phone, so that the list begins in the first viewport. */}
        <div className="-mx-5 flex gap-2 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">
          <FiltersButton count={applied.length} onOpen={() => setOpen(true)} />
          {select('ecosystem', 'Ecosystem')}
          {select('vertical', 'Vertical')}
          <LabelledSelect
            label="Sort"
            value={filters.sort}
            options={PROJECT_SORTS}
            onChange={(sort) => onChange({ sort: sortOf(sort) })}
          />
        </div>
      </search>
      <AppliedFilters
        applied={applied}
        onChange={onChange}
        none={{ ecosystem: NO_FILTERS.ecosystem, vertical: NO_FILTERS.vertical }}
      />
      <FilterPanel {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

/** What the address chooses is offered as well, so that the select always matches the list: several values, or an unknown one. */
function optionsOf({ values, countOf }: FilterBarProps['choices'][FilterField], chosen: readonly string[]) {
  const options = values.map((value) => [value, value, countOf?.(value)] as const)
  const isOption = chosen.every((value) => values.includes(value)) && chosen.length < 2
  return [['all', 'All'] as const, ...options, ...(isOption ? [] : [[chosen.join(','), chosen.join(', ')] as const])]
}
