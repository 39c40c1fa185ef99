import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useRef } from 'react'
import { byLatest, type EntriesByContact, entriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { ContactEntry } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { type OwnWords, useOwnWords } from '#web/features/contacts/queries.ts'

/** The entries about one contact, the latest first, with those deleted in the last weeks; `undefined` while they are read. */
export function useEntries(contactId: VcId): ContactEntry[] | undefined {
  const db = usePrivateDb()
  const entries = useLiveQuery(async () => db?.entries.where({ contactId }).toArray(), [db, contactId])
  return useMemo(() => entries?.sort(byLatest), [entries])
}

/** The entries about every contact, the latest first, without the deleted ones; `undefined` while they are read. */
function useEntriesByContact(): EntriesByContact | undefined {
  const db = usePrivateDb()
  const entries = useLiveQuery(async () => db?.entries.toArray(), [db])
  const before = useRef<EntriesByContact>(undefined)
  return useMemo(() => {
    before.current = entries && entriesByContact(entries, before.current)
    return before.current
  }, [entries])
}

/** The user's own notes, follow-ups and dated entries; `undefined` until IndexedDB has answered once. */
export function useOwnTexts(): OwnWords | undefined {
  const own = useOwnWords()
  const entries = useEntriesByContact()
  return useMemo(() => own && entries && { ...own, entries }, [own, entries])
}
