import { Suspense, useId, useState } from 'react'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { ChipGroup } from '#web/ui/chip-group.tsx'
import { splitChoices, toggleChoice } from '#web/ui/choice-list.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FilterSheetFooter } from '#web/ui/filter-sheet-footer.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { appliedFilters, KINDS, NO_FILTERS } from './filters.ts'
import { PriceFilter } from './price-filter.tsx'
import type { DirectoryFilters } from './search-params.ts'
import { useLocations } from './use-facets.ts'

const SavedSearches = lazyPart(() => loadChunk(() => import('#web/features/directory/searches/saved-searches.tsx')))

type CountOf = (term: string) => number | undefined

export type FilterBarProps = {
  filters: DirectoryFilters
  onChange: (change: Partial<DirectoryFilters>) => void
  /** The page's own options, then the values found in the data. */
  choices: {
    stages: readonly string[]
    sectors: readonly string[]
    /** Number of investors for an option, where it is known. */
    countOf: { stage: CountOf; sector: CountOf }
  }
  savedCount: number
  /** Number of matches, for the button that closes the panel; `undefined` until it is known. */
  found: number | undefined
  /** The page's label for a sector. */
  sectorLabel?: string
  /** The default order of the list. */
  usualSort?: DirectoryFilters['sort']
}

type Props = FilterBarProps & { sectorLabel: string; isOpen: boolean; onClose: () => void }

/** All filters in one sheet. On a phone it opens from the bottom, and the list behind it updates with each tap. */
export function FilterPanel({ isOpen, onClose, ...props }: Props) {
  return (
    <Dialog title="Filters" isOpen={isOpen} onClose={onClose}>
      <PanelContent {...props} onClose={onClose} />
    </Dialog>
  )
}

const ANY_KIND = [[undefined, 'All'], ...KINDS] as const
const FEW_CHIPS = 11
const MAX_PLACES = 200

function PanelContent({ filters, onChange, choices, sectorLabel, found, onClose }: Omit<Props, 'isOpen'>) {
  const [areAllShown, showAll] = useState(false)
  const placesId = useId()
  const places = useLocations()
  const { stage, sector, type, location, min, max } = filters
  const isLong = choices.sectors.length > FEW_CHIPS + 1 && !areAllShown
  const [stages, chosen] = [splitChoices(stage), splitChoices(sector)]
  const sectors = isLong ? choices.sectors.filter((one, at) => at < FEW_CHIPS || chosen.includes(one)) : choices.sectors
  const asOptions = (list: readonly string[], countOf: CountOf) =>
    list.filter((one) => one !== 'All').map((one) => [one, one, countOf(one)] as const)
  return (
    <div className="grid gap-6">
      <Suspense>
        <SavedSearches filters={filters} onClose={onClose} />
      </Suspense>
      <ChipGroup
        legend="Type"
        options={ANY_KIND}
        isChosen={(kind) => kind === type}
        onChoose={(kind) => onChange({ type: kind })}
      />
      <ChipGroup
        legend="Stages"
        options={asOptions(choices.stages, choices.countOf.stage)}
        isMultiple
        isChosen={(one) => stages.includes(one)}
        onChoose={(one) => onChange({ stage: toggleChoice(stage, one) })}
      />
      <div className="grid justify-items-start">
        <ChipGroup
          legend={sectorLabel === 'Focus' ? 'Focus areas' : 'Sectors'}
          options={asOptions(sectors, choices.countOf.sector)}
          isMultiple
          isChosen={(one) => chosen.includes(one)}
          onChoose={(one) => onChange({ sector: toggleChoice(sector, one) })}
        />
        {isLong && (
          <button
            type="button"
            onClick={() => showAll(true)}
            className="mt-1 min-h-11 cursor-pointer text-sm text-soft underline underline-offset-4 hover:text-ink"
          >
            Show all {choices.sectors.length - 1}
          </button>
        )}
      </div>
      <PriceFilter bounds={{ min, max }} onChange={onChange} />
      <div>
        <TextField
          label="Location"
          placeholder="Any city or country"
          value={location ?? ''}
          maxLength={100}
          autoComplete="off"
          list={placesId}
          onChange={(event) => onChange({ location: event.target.value || undefined })}
        />
        <datalist id={placesId}>
          {places.slice(0, MAX_PLACES).map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      </div>
      <FilterSheetFooter
        nouns={['investor', 'investors']}
        found={found}
        isFiltered={appliedFilters(filters).length > 0}
        onClear={() => onChange({ ...NO_FILTERS, q: filters.q })}
        onClose={onClose}
      />
    </div>
  )
}
