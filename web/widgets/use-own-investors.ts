import { useEffect, useMemo } from 'react'
import type { VcId } from '#shared/ids.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { isInDirectory, useAllInvestors, useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'

/** This user's data about the investors of a list: saved ones, and unlocked contacts. */
export function useOwnInvestors() {
  const saved = useSavedIds()
  const contacts = useContacts()
  const savedIds = useMemo(() => new Set(saved), [saved])
  const contactOf = useMemo(() => new Map(contacts?.map((contact) => [contact.id, contact])), [contacts])
  useKeepOwn(saved && contacts && [...saved, ...contacts.map(({ id }) => id)])
  return { saved, savedIds, contactOf }
}

/**
 * Keeps the saved and unlocked investors on this device that the devices' part of the directory does not have. Does nothing while
 * devices hold the whole directory.
 *
 * @param own  `undefined` while they are not known
 */
function useKeepOwn(own: readonly VcId[] | undefined) {
  const db = usePrivateDb()
  const isOffline = useIsOffline()
  const all = useAllInvestors()
  const isPartial = useDirectoryExtent() !== undefined && all?.isComplete === true
  const wanted = isPartial && own ? [...new Set(own)].filter((id) => !isInDirectory(id)).sort() : undefined
  const key = wanted && JSON.stringify(wanted)
  useEffect(() => {
    if (!db || key === undefined) return
    // A failure is repeated with the next change, or at the next visit of a list.
    void import('#web/features/directory/beyond/keep-investors.ts')
      .then(({ keepInvestors }) => keepInvestors(db, JSON.parse(key), isOffline))
      .catch(() => undefined)
  }, [db, key, isOffline])
}
