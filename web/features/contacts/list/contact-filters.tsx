import { conversationStages } from '#shared/contacts/conversation.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import type { ContactSearch } from './search-params.ts'

type Props = {
  words: string
  onWords: (words: string) => void
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
  dueCount: number
  stages: StageLabels
}

const sorts = [
  { value: undefined, label: 'Latest first' },
  { value: 'follow-up', label: 'Follow-up' },
  { value: 'rating', label: 'Rating' },
  { value: 'name', label: 'Name' },
] as const
const select = 'select h-11 w-full min-w-0 border-edge bg-sheet pe-8 text-base text-ellipsis'

/** Search text, stage, due state and order, all evaluated on the device. */
export function ContactFilters({ words, onWords, search, onSearch, dueCount, stages }: Props) {
  const { stage, due, sort } = search
  const update = (next: ContactSearch) => onSearch({ ...search, ...next })
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_auto]">
      <SearchField label="Search contacts" placeholder="Name, fund, place or notes" value={words} onChange={onWords} />
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2 sm:gap-3">
        <select
          aria-label="Conversation"
          className={select}
          value={stage ?? ''}
          onChange={({ target }) => update({ stage: conversationStages.find((each) => each === target.value) })}
        >
          <option value="">All stages</option>
          {conversationStages.map((each) => (
            <option key={each} value={each}>
              {stages[each]}
            </option>
          ))}
        </select>
        <select
          aria-label="Sort"
          className={select}
          value={sort ?? ''}
          onChange={({ target }) => update({ sort: sorts.find(({ value }) => value === target.value)?.value })}
        >
          {sorts.map(({ value, label }) => (
            <option key={label} value={value ?? ''}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-pressed={!!due}
          // Nothing is due: the filter would show an empty list.
          disabled={dueCount === 0 && !due}
          onClick={() => update({ due: due ? undefined : true })}
          className={`btn min-h-11 border-edge px-3.5 font-medium shadow-none ${due ? 'btn-primary' : 'bg-transparent text-ink hover:bg-well'}`}
        >
          Due
          <span className="tabular-nums">{dueCount}</span>
        </button>
      </div>
    </div>
  )
}
