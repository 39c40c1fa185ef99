import { type DeleteSearch, filterNames, type SavedSearch, type SearchId, type WriteSearch } from '#shared/searches/contract.ts'
import { chosenSearchBase, type SearchTexts, searchBaseOf, writtenSearch } from '#shared/searches/merge-search.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'

/** @param now  milliseconds since the Unix epoch */
export const newSearchId = (now: number) => `sch_${uuid7(now)}` as SearchId

/** The filters of an address, as a saved search has them: the same text for the same filters. */
export function filtersText(filters: Partial<Record<(typeof filterNames)[number], unknown>>): string {
  const set = filterNames.flatMap((name) => {
    const value = typeof filters[name] === 'string' ? filters[name].trim() : filters[name]
    return value === undefined || value === '' || value === false ? [] : [[name, String(value)]]
  })
  return new URLSearchParams(set).toString()
}

type Saved = SearchTexts & Partial<Pick<SavedSearch, 'seenUpTo'>>

/** Saves a search under a new id. */
export async function saveSearch(id: SearchId, { name, filters, seenUpTo }: Saved) {
  const changes = { name, filters }
  await enqueue('search.write', { id, ...changes, ...(seenUpTo && { seenUpTo }) }, searchBaseOf(undefined, changes))
}

/** @param seen  the search as the user saw it */
export async function changeSearch(seen: SavedSearch, changes: Partial<SearchTexts>) {
  await enqueue('search.write', { id: seen.id, ...changes }, searchBaseOf(seen, changes))
}

/** @param seenUpTo  when the newest investor of the directory was listed */
export const markSeen = (id: SearchId, seenUpTo: string) => enqueue('search.write', { id, seenUpTo }, {})

export const deleteSearch = (args: DeleteSearch) => enqueue('search.delete', args)

/** The server's own rule; an entry without a base is shown as if it were applied. */
export const showSearch: ClientMutator<WriteSearch> = async (db, args, madeAt, base) => {
  const stored = await db.searches.get(args.id)
  const written = writtenSearch(stored, { args, base: base ?? searchBaseOf(stored, args) })
  if (!written) return
  await db.searches.put({ createdAt: madeAt, ...stored, ...written.search, id: args.id, version: OPTIMISTIC })
}

export const showDeletedSearch: ClientMutator<DeleteSearch> = async (db, { id }) => db.searches.delete(id)

/** Base of a refused write that is sent again: the user has seen the texts that are stored now. */
export const chooseSearchBase: ChosenBase<WriteSearch> = async (db, args, base) => {
  const shown = await db.searches.get(args.id)
  return shown ? chosenSearchBase(shown, { args, base }) : base
}
