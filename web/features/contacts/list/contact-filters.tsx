import { conversationLabels, conversationStages } from '#shared/contacts/conversation.ts'
import { isSameTag } from '#shared/contacts/tags.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import type { ContactSearch } from './search-params.ts'

type Props = {
  words: string
  onWords: (words: string) => void
  search: ContactSearch
  onSearch: (search: ContactSearch) => void
  dueCount: number
  tags: readonly string[]
}

const sorts = [
  { value: undefined, label: 'Latest first' },
  { value: 'follow-up', label: 'Follow-up' },
  { value: 'rating', label: 'Rating' },
  { value: 'name', label: 'Name' },
] as const
const select = 'select h-11 w-full min-w-0 border-edge bg-sheet pe-8 text-base text-ellipsis'

/** Search text, stage, tag, due state and order, all evaluated on the device. */
export function ContactFilters({ words, onWords, search, onSearch, dueCount, tags }: Props) {
  const { stage, tag, due, sort } = search
  const update = (next: ContactSearch) => onSearch({ ...search, ...next })
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_auto]">
      <SearchField label="Search contacts" placeholder="Name, fund, place or notes" value={words} onChange={onWords} />
      <div
        className={`grid gap-2 sm:gap-3 ${tags.length > 0 ? 'grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_auto]' : 'grid-cols-[1fr_1fr_auto]'}`}
      >
        <select
          aria-label="Conversation"
          className={select}
          value={stage ?? ''}
          onChange={({ target }) => update({ stage: conversationStages.find((each) => each === target.value) })}
        >
          <option value="">All stages</option>
          {conversationStages.map((each) => (
            <option key={each} value={each}>
              {conversationLabels[each]}
            </option>
          ))}
        </select>
        {tags.length > 0 && (
          <select
            aria-label="Tag"
            className={select}
            value={tags.find((each) => isSameTag(each, tag ?? '')) ?? ''}
            onChange={({ target }) => update({ tag: target.value || undefined })}
          >
            <option value="">All tags</option>
            {tags.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
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
