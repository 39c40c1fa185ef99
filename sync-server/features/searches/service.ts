import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type DeleteSearch, MAX_SEARCHES, type SavedSearch, type WriteSearch } from '#shared/searches/contract.ts'
import { writtenSearch } from '#shared/searches/merge-search.ts'
import { countSearches, lockSearch, putSearch, removeSearch, type SearchRow } from './queries.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

export const presentSearch = ({ id, name, filters, seenUpTo, createdAt }: SearchRow): SavedSearch => ({
  ...{ id, name, filters },
  seenUpTo: seenUpTo?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

/** @throws Problem `searches.unknown` for texts of a search that was deleted; `searches.too-many`, `searches.changed-elsewhere` */
export async function writeSearch({ tx, principalId, now }: Writing, args: WriteSearch, base: unknown) {
  const stored = await lockSearch(tx, principalId, args.id)
  const written = writtenSearch(stored && presentSearch(stored), { args, base })
  if (!written) {
    // The opening of a search that another device has deleted contains no text of a user.
    if (args.name === undefined && args.filters === undefined) return
    throw new Problem('searches.unknown')
  }
  if (!stored && (await countSearches(tx, principalId)) >= MAX_SEARCHES) throw new Problem('searches.too-many')
  if (written.isChangedElsewhere) throw new Problem('searches.changed-elsewhere')
  const { search } = written
  const seenUpTo = search.seenUpTo === null ? null : new Date(search.seenUpTo)
  await putSearch(tx, { ...search, seenUpTo, principalId, id: args.id, createdAt: stored?.createdAt ?? now, updatedAt: now })
}

export async function deleteSearch({ tx, principalId }: Writing, { id }: DeleteSearch) {
  await lockSearch(tx, principalId, id)
  await removeSearch(tx, principalId, id)
}
