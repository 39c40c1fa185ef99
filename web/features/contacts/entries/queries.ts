import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { byLatest, type EntriesByContact, entriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { ContactEntry } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { type OwnWords, useOwnWords } from '#web/features/contacts/own-words.ts'
import { watchEntries } from './watch-entries.ts'

/** The entries about one contact, the latest first, with those deleted in the last weeks; `undefined` while they are read. */
export function useEntries(contactId: VcId): ContactEntry[] | undefined {
  const db = usePrivateDb()
  const entries = useLiveQuery(async () => db?.entries.where({ contactId }).toArray(), [db, contactId])
  return useMemo(() => entries?.sort(byLatest), [entries])
}

/**
 * The entries about every contact, the latest first, without the deleted ones; `undefined` while they are read.
 *
 * @param isStarted  false while a screen reads what it shows first
 */
function useEntriesByContact(isStarted = true): EntriesByContact | undefined {
  const db = usePrivateDb()
  const [read, setRead] = useState<{ db: PrivateDatabase; index: EntriesByContact }>()
  useEffect(() => {
    if (db && isStarted) return watchEntries(db, (index) => setRead({ db, index }))
  }, [db, isStarted])
  return read?.db === db ? read?.index : undefined
}

/** The user's own notes, follow-ups and dated entries; `undefined` until IndexedDB has answered once. */
export const useOwnTexts = (): OwnWords | undefined => useTextsWithEntries(useOwnWords())

/** The same for a screen that also uses its own words before the entries are read. */
export function useTextsWithEntries(own: OwnWords | undefined): OwnWords | undefined {
  const entries = useEntriesByContact()
  return useMemo(() => own && entries && { ...own, entries }, [own, entries])
}

/** Rows that a screen shows before it is scrolled. */
const FIRST_ROWS = 25

/**
 * The user's own texts for a list that is shown before all entries are read. Until then it has the entries of the first rows.
 *
 * @param order  the contacts as the list shows them first
 * @returns `isComplete`: whether all entries are there, so that they can be searched and exported
 */
export function useOwnTextsOfList(
  own: OwnWords | undefined,
  order: readonly { id: VcId }[] | undefined,
): { texts: OwnWords | undefined; isComplete: boolean } {
  const db = usePrivateDb()
  const [isStarted, setStarted] = useState(false)
  const all = useEntriesByContact(isStarted)
  const isWaiting = all === undefined
  const ids = isWaiting ? order?.slice(0, FIRST_ROWS).map(({ id }) => id) : undefined
  const first = useLiveQuery(async () => {
    if (!db || !ids) return undefined
    return entriesByContact(await db.entries.where('contactId').anyOf(ids).toArray())
  }, [db, ids?.join(' ')])
  useEffect(() => {
    if (first) setStarted(true)
  }, [first])
  const entries = all ?? first
  const texts = useMemo(() => own && entries && { ...own, entries }, [own, entries])
  return { texts, isComplete: !isWaiting }
}
