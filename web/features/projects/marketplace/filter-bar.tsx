import { ChevronDown, Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
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
      <SearchBox value={filters.q} onChange={(q) => onChange({ q })} />
      {/* A horizontally scrolling row on a phone, so that the list begins in the first viewport. */}
      <div className="-mx-5 flex gap-2 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">
        <Choice label="Ecosystem" value={filters.ecosystem} onChange={(ecosystem) => onChange({ ecosystem })}>
          <Values present={ecosystems} chosen={filters.ecosystem} />
        </Choice>
        <Choice label="Vertical" value={filters.vertical} onChange={(vertical) => onChange({ vertical })}>
          <Values present={verticals} chosen={filters.vertical} />
        </Choice>
        <Choice label="Sort" value={filters.sort} onChange={(sort) => onChange({ sort: sortOf(sort) })}>
          {PROJECT_SORTS.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
      </div>
    </search>
  )
}

/** A value from the address is offered as well, so that the select always matches the list. */
const Values = ({ present, chosen }: { present: string[]; chosen: string }) => (
  <>
    <option value="all">All</option>
    {[...new Set([...present, ...(chosen === 'all' ? [] : [chosen])])].map((value) => (
      <option key={value}>{value}</option>
    ))}
  </>
)

/** Types into local state, so that input is never delayed by the address or the list. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [input, setInput] = useState(value)
  useEffect(() => setInput(value), [value])
  return (
    <label className="input h-11 w-full min-w-0 flex-1 border-edge bg-sheet text-base">
      <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <input
        type="search"
        className="[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale"
        aria-label="Search projects"
        placeholder="Name, founder, place or product"
        value={input}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          setInput(event.target.value)
          onChange(event.target.value)
        }}
      />
    </label>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

/** A select with its label inside its frame; as wide as its value needs. */
function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="relative flex h-11 shrink-0 items-center gap-2 rounded-field border border-edge bg-sheet pl-3 focus-within:border-ink hover:bg-well">
      <label htmlFor={id} className="column-head">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-full cursor-pointer appearance-none rounded-field bg-transparent pr-8 text-base [field-sizing:content] sm:text-sm"
      >
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute right-2.5 size-4 text-soft" aria-hidden="true" />
    </div>
  )
}
