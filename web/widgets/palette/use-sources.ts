import { useMemo } from 'react'
import { heldSince } from '#shared/people/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useDecisionMakers } from '#web/features/cold-scout/queries.ts'
import { useOwnTexts } from '#web/features/contacts/entries/queries.ts'
import { contactText } from '#web/features/contacts/list/contact-search.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useSavedIds } from '#web/features/contacts/queries.ts'
import { useColdFunds, useProjects } from '#web/features/directory/funds-and-projects.ts'
import { useDirectoryExtent, useFindInvestors } from '#web/features/directory/queries.ts'
import { readSearch, useNewCounts, useSearches } from '#web/features/directory/searches/queries.ts'
import { describe } from '#web/features/directory/searches/search-row.tsx'
import type { Sources } from './entries.ts'

/** Everything that the palette searches, all of it on this device. */
export function useSources(): Sources {
  const user = useUser() ?? null
  const contacts = useCards()
  const own = useOwnTexts()
  const saved = useSavedIds()
  // Folding a thousand contacts with their notes takes longer than a keystroke may.
  const folded = useMemo(
    () =>
      own &&
      contacts
        ?.toSorted((a, b) => heldSince(b).localeCompare(heldSince(a)))
        .map((contact) => ({ contact, text: contactText(contact, own) })),
    [contacts, own],
  )
  const decisionMakers = useDecisionMakers()
  const savedIds = useMemo(() => new Set(saved), [saved])
  const findInvestors = useFindInvestors()
  const searches = useFoundSearches()
  const isPartial = useDirectoryExtent() !== undefined
  const projects = useProjects()
  const funds = useColdFunds()
  return useMemo(
    () => ({ user, contacts: folded, decisionMakers, savedIds, searches, findInvestors, isPartial, projects, funds }),
    [user, folded, decisionMakers, savedIds, searches, findInvestors, isPartial, projects, funds],
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
