import { useLiveQuery } from 'dexie-react-hooks'
import type { Contact, ContactNote } from '#shared/contacts/contract.ts'
import type { EntriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useOwnList } from '#web/sync/tab/use-own-list.ts'

export type OwnWords = {
  notes: Map<VcId, ContactNote>
  followUps: Map<VcId, FollowUp>
  /** The dated entries by contact, the latest first; only for screens that search or export them. */
  entries?: EntriesByContact
}

export async function listContacts(db: PrivateDatabase, now = Date.now()): Promise<Contact[]> {
  return (await isLeaseValid(db, now)) ? db.contacts.toArray() : []
}

export async function findContact(db: PrivateDatabase, id: VcId, now = Date.now()): Promise<Contact | null> {
  return ((await isLeaseValid(db, now)) && (await db.contacts.get(id))) || null
}

/** All unlocked contacts, unordered; `undefined` while they are not known. */
export const useContacts = (): Contact[] | undefined => useOwnList(listContacts)

/** One unlocked contact: `undefined` while loading, `null` when this device stores none. */
export function useContact(id: VcId): Contact | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && findContact(db, id), [db, id])
}

/** Number of stored contacts that are hidden because the server has not confirmed them for 30 days. */
export function useHiddenCount(): number {
  const db = usePrivateDb()
  const countHidden = async () => {
    if (!db || (await isLeaseValid(db))) return 0
    return (await db.contacts.count()) + (await db.decisionMakers.count())
  }
  return useLiveQuery(countHidden, [db]) ?? 0
}

/** True when this contact is hidden: it was paid for, and must not be sold again. */
export function useIsContactHidden(id: VcId): boolean {
  const db = usePrivateDb()
  const isHidden = async () => db !== undefined && !(await isLeaseValid(db)) && (await db.contacts.get(id)) !== undefined
  return useLiveQuery(isHidden, [db, id]) ?? false
}

export function useNote(id: VcId): ContactNote | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.notes.get(id)) ?? null), [db, id])
}

export function useFollowUp(id: VcId): FollowUp | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.followUps.get(id)) ?? null), [db, id])
}

/** The user's own notes and follow-ups, by the contact's id; `undefined` until IndexedDB has answered once. */
export function useOwnWords(): OwnWords | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const [notes, followUps] = await Promise.all([db.notes.toArray(), db.followUps.toArray()])
    const byId = <Doc extends { id: VcId }>(docs: Doc[]) => new Map(docs.map((doc) => [doc.id, doc]))
    return { notes: byId<ContactNote>(notes), followUps: byId<FollowUp>(followUps) }
  }, [db])
}

/** Every tag that the user has given, in alphabetical order; of two spellings one. */
export function tagsOf(followUps: Iterable<FollowUp>): string[] {
  const byText = new Map<string, string>()
  for (const { tags = [] } of followUps) for (const tag of tags) byText.set(fold(tag), tag)
  return [...byText.values()].sort((a, b) => a.localeCompare(b))
}

export function useOwnTags(): string[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && tagsOf(await db.followUps.toArray()), [db])
}

/** Ids of the shortlist, the latest first. */
export function useSavedIds(): VcId[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(
    async () => db && (await db.saved.toArray()).sort((a, b) => b.savedAt.localeCompare(a.savedAt)).map(({ id }) => id),
    [db],
  )
}
