import { useState } from 'react'
import { AppliedFilters } from '#web/ui/applied-filters.tsx'
import { FilterRows } from '#web/ui/filter-rows.tsx'
import { FiltersButton } from '#web/ui/filters-button.tsx'
import { LabelledSelect } from '#web/ui/labelled-select.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { type FilterBarProps, FilterPanel } from './filter-panel.tsx'
import { appliedFilters, chosenValues, type FilterField } from './filters.ts'
import { NO_FILTERS, type ProjectSort } from './search-params.ts'

const SORTS: readonly (readonly [ProjectSort, string])[] = [
  ['votes', 'Most votes'],
  ['newest', 'Newest'],
  ['raising', 'Raising most'],
]

export function FilterBar(props: FilterBarProps) {
  const { filters, choices, onChange } = props
  const [isOpen, setOpen] = useState(false)
  const applied = appliedFilters(filters)
  const sortOf = (value: string) => SORTS.map(([id]) => id).find((id) => id === value) ?? 'votes'
  const select = (field: FilterField, label: string) => (
    <LabelledSelect
      label={label}
      value={chosenValues(field, filters[field]).join(',') || 'all'}
      options={optionsOf(choices[field], chosenValues(field, filters[field]))}
      onChange={(value) => onChange({ [field]: value })}
    />
  )
  return (
    <>
      <FilterRows
        label="Find projects"
        search={
          <SearchBox
            label="Search projects"
            placeholder="Name, founder, place or product"
            value={filters.q}
            onChange={(q) => onChange({ q })}
          />
        }
        filters={<FiltersButton count={applied.length} onOpen={() => setOpen(true)} />}
      >
        {select('ecosystem', 'Ecosystem')}
        {select('vertical', 'Vertical')}
        <LabelledSelect label="Sort" value={filters.sort} options={SORTS} onChange={(sort) => onChange({ sort: sortOf(sort) })} />
      </FilterRows>
      <div className="pb-6">
        <AppliedFilters
          applied={applied}
          onChange={onChange}
          none={{ ecosystem: NO_FILTERS.ecosystem, vertical: NO_FILTERS.vertical }}
        />
      </div>
      <FilterPanel {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** What the address chooses is offered as well, so that the select always matches the list: several values, or an unknown one. */
function optionsOf({ values, countOf }: FilterBarProps['choices'][FilterField], chosen: readonly string[]) {
  const options = values.map((value) => [value, value, countOf?.(value)] as const)
  const isOption = chosen.every((value) => values.includes(value)) && chosen.length < 2
  return [['all', 'All'] as const, ...options, ...(isOption ? [] : [[chosen.join(','), chosen.join(', ')] as const])]
}
