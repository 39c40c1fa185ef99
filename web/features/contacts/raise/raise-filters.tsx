import { Columns3, Rows3 } from 'lucide-react'
import type { StageLabels } from '#shared/raise/labels.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { columnLabel, stageKey } from './labels.ts'
import { raiseStages } from './raise-rows.ts'
import type { RaiseSearch } from './search-params.ts'

type Props = {
  words: string
  onWords: (words: string) => void
  search: RaiseSearch
  onSearch: (search: RaiseSearch) => void
  stages: StageLabels
  dueCount: number
}

const select = 'select h-11 w-40 shrink-0 border-edge bg-sheet pe-8 text-base text-ellipsis'
const toggle = (isOn: boolean) =>
  `btn min-h-11 shrink-0 border-edge px-3.5 font-medium shadow-none ${isOn ? 'btn-primary' : 'bg-transparent text-ink hover:bg-well'}`

/** Text, kind, stage, due state, and whether the contacts are a board or a list. All evaluated on the device. */
export function RaiseFilters({ words, onWords, search, onSearch, stages, dueCount }: Props) {
  const { kind, stage, due, view } = search
  const update = (next: Partial<RaiseSearch>) => onSearch({ ...search, ...next })
  return (
    <div className="mb-3 grid gap-2 sm:mb-5 sm:gap-3 lg:grid-cols-[minmax(14rem,1fr)_auto] print:hidden">
      <SearchField label="Search the raise" placeholder="Name, fund, next step or notes" value={words} onChange={onWords} />
      {/* On a phone one row that scrolls sideways to the edges of the window: the board begins within the first screen. */}
      <div className="-mx-[clamp(1.25rem,4vw,2.5rem)] flex gap-2 overflow-x-auto px-[clamp(1.25rem,4vw,2.5rem)] py-0.5 [scrollbar-width:none] sm:mx-0 sm:gap-3 sm:overflow-visible sm:p-0">
        <select
          aria-label="Kind"
          className={select}
          value={kind ?? ''}
          onChange={({ target: { value } }) => update({ kind: value === 'unlocked' || value === 'added' ? value : undefined })}
        >
          <option value="">All contacts</option>
          <option value="unlocked">Unlocked</option>
          <option value="added">Added by you</option>
        </select>
        <select
          aria-label="Stage"
          className={`${select} sm:w-44`}
          value={stage ?? ''}
          onChange={({ target: { value } }) =>
            update({ stage: value === 'none' ? 'none' : (raiseStages.find((each) => each === value) ?? undefined) })
          }
        >
          <option value="">All stages</option>
          {raiseStages.map((each) => (
            <option key={stageKey(each)} value={stageKey(each)}>
              {columnLabel(each, stages)}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-pressed={!!due}
          disabled={dueCount === 0 && !due}
          onClick={() => update({ due: due ? undefined : true })}
          className={`${toggle(!!due)} max-sm:order-first`}
        >
          Due
          <span className="tabular-nums">{dueCount}</span>
        </button>
        <fieldset className="flex shrink-0 max-sm:order-first">
          <legend className="sr-only">View</legend>
          <button
            type="button"
            aria-pressed={view === undefined}
            onClick={() => update({ view: undefined })}
            className={`${toggle(view === undefined)} flex-1 rounded-r-none`}
          >
            <Columns3 className="size-4" aria-hidden="true" />
            Board
          </button>
          <button
            type="button"
            aria-pressed={view === 'list'}
            onClick={() => update({ view: 'list' })}
            className={`${toggle(view === 'list')} -ml-px flex-1 rounded-l-none`}
          >
            <Rows3 className="size-4" aria-hidden="true" />
            List
          </button>
        </fieldset>
      </div>
    </div>
  )
}
