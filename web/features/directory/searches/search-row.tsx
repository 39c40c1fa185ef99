import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '#shared/format/count.ts'
import type { SavedSearch } from '#shared/searches/contract.ts'
import { currentPrivateDb } from '#web/db/tab/databases.ts'
import { appliedFilters, SORTS } from '#web/features/directory/filters/filters.ts'
import type { DirectoryFilters } from '#web/features/directory/filters/search-params.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { changeSearch, deleteSearch, saveSearch } from './mutations.ts'
import { readSearch } from './queries.ts'
import { SearchForm } from './search-form.tsx'

type Props = {
  search: SavedSearch
  newCount: number
  isDeleted: boolean
  /** The filters of the list, where they are other ones. */
  current: string | undefined
  onOpen: () => void
  /** Receives the search as it was. */
  onDeleted: (search: SavedSearch) => void
}

const notStored = () =>
  toast({ title: 'Not saved', description: 'Couldn’t save on this device. Please try again.', variant: 'destructive' })

export function SearchRow({ search, newCount, isDeleted, current, onOpen, onDeleted }: Props) {
  const [isEdited, setEdited] = useState(false)
  const { id, name } = search
  if (isDeleted) {
    return (
      <li className="flex min-h-14 items-center justify-between gap-3 py-1">
        <p className="min-w-0 truncate text-soft">
          <bdi>{name}</bdi> deleted
        </p>
        <Button variant="quiet" ref={focusOnce} onClick={() => void saveSearch(id, search).catch(notStored)}>
          Undo
        </Button>
      </li>
    )
  }
  const filters = readSearch(search)
  const remove = async () => {
    // A change of a moment ago may not have been rendered yet.
    const last = (await currentPrivateDb()?.searches.get(id)) ?? search
    await deleteSearch({ id })
    return last
  }
  return (
    <li className="py-1">
      <div className="flex min-h-14 items-center justify-between gap-3">
        <Link to="/vcs" search={filters} onClick={onOpen} className="group min-h-11 min-w-0 flex-1 content-center">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium underline-offset-4 group-hover:underline" dir="auto">
              {name}
            </span>
            {newCount > 0 && <Badge>{formatCount(newCount)} new</Badge>}
          </span>
          <span className="block truncate text-sm text-soft">{describe(filters)}</span>
        </Link>
        <Button variant="quiet" aria-expanded={isEdited} aria-label={`Edit ${name}`} onClick={() => setEdited(!isEdited)}>
          Edit
        </Button>
      </div>
      {isEdited && (
        <div className="grid gap-3 pb-3">
          <SearchForm
            draftId={`search:${id}`}
            name={name}
            action="Rename"
            onSave={(next) => changeSearch(search, { name: next })}
            onCancel={() => setEdited(false)}
          />
          <div className="flex flex-wrap gap-3">
            {current !== undefined && current !== '' && (
              <Button variant="outline" onClick={() => void changeSearch(search, { filters: current }).catch(notStored)}>
                Use the filters of this list
              </Button>
            )}
            <Button variant="danger" onClick={() => void remove().then(onDeleted, notStored)}>
              Delete search
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

/** `“dao”, Seed, DeFi · Best fit` */
export function describe(filters: DirectoryFilters): string {
  const order = SORTS.find(([id]) => id === filters.sort)?.[1]
  const words = filters.q?.trim() ? [`“${filters.q.trim()}”`] : []
  const parts = [...words, ...appliedFilters(filters).map(({ value }) => value)].join(', ')
  return [parts, order].filter(Boolean).join(' · ') || 'All investors'
}
