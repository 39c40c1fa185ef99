import { ChevronDown, Search, Star } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { STAGE_FILTERS } from '#shared/catalogues.ts'
import { type DirectoryFilters, SORTS } from './filters.ts'

type Props = {
  filters: DirectoryFilters
  onChange: (change: Partial<DirectoryFilters>) => void
  /** The page's catalogue, then the values the data adds to it. */
  sectors: readonly string[]
  savedCount: number
}

export function FilterBar({ filters, onChange, sectors, savedCount }: Props) {
  return (
    <search className="grid gap-2 bg-page sm:sticky sm:top-16 sm:z-20 sm:py-3 lg:flex" aria-label="Find investors">
      <SearchBox value={filters.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      {/* One line to swipe through on a phone: the list begins above the fold. */}
      <div className="-mx-5 flex gap-2 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:px-0">
        <Choice label="Stage" value={filters.stage ?? 'All'} onChange={(stage) => onChange({ stage: unlessAll(stage) })}>
          {STAGE_FILTERS.map((stage) => (
            <option key={stage}>{stage}</option>
          ))}
        </Choice>
        <Choice label="Sector" value={filters.sector ?? 'All'} onChange={(sector) => onChange({ sector: unlessAll(sector) })}>
          {sectors.map((sector) => (
            <option key={sector}>{sector}</option>
          ))}
        </Choice>
        <Choice label="Sort" value={filters.sort ?? 'best'} onChange={(sort) => onChange({ sort: sortOf(sort) })}>
          {SORTS.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Choice>
        <button
          type="button"
          aria-pressed={filters.saved === true}
          onClick={() => onChange({ saved: filters.saved ? undefined : true })}
          className="inline-flex h-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-field border border-edge bg-sheet px-4 text-sm hover:bg-well aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-sheet"
        >
          <Star className="size-4" fill={filters.saved ? 'currentColor' : 'none'} aria-hidden="true" />
          Saved
          <span className="tabular-nums">{savedCount}</span>
        </button>
      </div>
    </search>
  )
}

const unlessAll = (value: string) => (value === 'All' ? undefined : value)
const sortOf = (value: string) => SORTS.map(([id]) => id).find((id) => id === value && id !== 'best')

/** Types into its own state, so that the letters never wait for the address or the list. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <label className="input h-11 w-full min-w-0 flex-1 border-edge bg-sheet text-base">
      <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <input
        type="search"
        className="[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale"
        aria-label="Search investors"
        placeholder="Name, fund, sector or place"
        value={typed}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.value)
        }}
      />
    </label>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

/** A select whose label stands inside its frame, as the head of a ledger's column does; as wide as its value needs. */
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
