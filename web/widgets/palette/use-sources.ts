import { useMemo } from 'react'
import { useUser } from '#web/features/accounts/queries.ts'
import { useDecisionMakers } from '#web/features/cold-scout/queries.ts'
import { useTextsWithEntries } from '#web/features/contacts/entries/queries.ts'
import { listContacts } from '#web/features/contacts/list/contact-search.ts'
import { useFoldedTexts } from '#web/features/contacts/list/use-folded-texts.ts'
import { useOwnWords } from '#web/features/contacts/own-words.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useSavedIds } from '#web/features/contacts/queries.ts'
import { useColdFunds, useProjects } from '#web/features/directory/funds-and-projects.ts'
import { useDirectoryExtent, useFindInvestors } from '#web/features/directory/list-queries.ts'
import { readSearch, useNewCounts, useSearches } from '#web/features/directory/searches/queries.ts'
import { describe } from '#web/features/directory/searches/search-row.tsx'
import type { Sources } from './entries.ts'

/** Everything that the palette searches, all of it on this device. */
export function useSources(): Sources {
  const user = useUser() ?? null
  const contacts = useCards()
  const words = useOwnWords()
  const { searched } = useFoldedTexts(contacts, words, useTextsWithEntries(words))
  const saved = useSavedIds()
  const listed = useMemo(() => contacts && words && listContacts(contacts, words, {}, Date.now()), [contacts, words])
  const found = useMemo(() => listed && searched && { listed, words: searched }, [listed, searched])
  const decisionMakers = useDecisionMakers()
  const savedIds = useMemo(() => new Set(saved), [saved])
  const findInvestors = useFindInvestors()
  const searches = useFoundSearches()
  const isPartial = useDirectoryExtent() !== undefined
  const projects = useProjects()
  const funds = useColdFunds()
  return useMemo(
    () => ({ user, contacts: found, decisionMakers, savedIds, searches, findInvestors, isPartial, projects, funds }),
    [user, found, decisionMakers, savedIds, searches, findInvestors, isPartial, projects, funds],
  )
}

function useFoundSearches(): Sources['searches'] {
  const searches = useSearches()
  const counts = useNewCounts(searches)
  return useMemo(
    () =>
      searches?.map((search) => {
        const filters = readSearch(search)
        return { id: search.id, name: search.name, detail: describe(filters), newCount: counts.get(search.id) ?? 0, filters }
      }),
    [searches, counts],
  )
}
