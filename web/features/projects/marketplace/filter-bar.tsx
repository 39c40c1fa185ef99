import { LabelledSelect } from '#web/ui/labelled-select.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { PROJECT_SORTS, type ProjectFilters } from './search-params.ts'

type Props = {
  filters: ProjectFilters
  ecosystems: string[]
  verticals: string[]
  onChange: (change: Partial<ProjectFilters>) => void
}

export function FilterBar({ filters, ecosystems, verticals, onChange }: Props) {
  const sortOf = (value: string) => PROJECT_SORTS.map(([id]) => id).find((id) => id === value) ?? 'votes'
  return (
    <search className="grid gap-2 pb-6 lg:flex" aria-label="Find projects">
      <SearchBox
        label="Search projects"
        placeholder="Name, founder, place or product"
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      {/* A horizontally scrolling row on a phone, so that the list begins in the first viewport. */}
      <div className="-mx-5 flex gap-2 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">
        <LabelledSelect
          label="Ecosystem"
          value={filters.ecosystem}
          options={valuesOf(ecosystems, filters.ecosystem)}
          onChange={(ecosystem) => onChange({ ecosystem })}
        />
        <LabelledSelect
          label="Vertical"
          value={filters.vertical}
          options={valuesOf(verticals, filters.vertical)}
          onChange={(vertical) => onChange({ vertical })}
        />
        <LabelledSelect
          label="Sort"
          value={filters.sort}
          options={PROJECT_SORTS}
          onChange={(sort) => onChange({ sort: sortOf(sort) })}
        />
      </div>
    </search>
  )
}

/** A value from the address is offered as well, so that the select always matches the list. */
const valuesOf = (present: string[], chosen: string) => [
  ['all', 'All'] as const,
  ...new Set([...present, ...(chosen === 'all' ? [] : [chosen])]),
]
