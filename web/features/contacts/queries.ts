import { useLiveQuery } from 'dexie-react-hooks'
import type { Contact } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { isLeaseValid } from '#web/db/entitlement-lease.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { useOwnList } from '#web/sync/tab/use-own-list.ts'

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

/**
 * The unlocked contact whose record stays for one that was merged into it: `undefined` while loading, `null` for any other id. It is
 * known without a network.
 */
export function useContactOfFormer(id: VcId): VcId | null | undefined {
  const db = usePrivateDb()
  const find = async () =>
    db && ((await db.contacts.filter(({ formerIds }) => formerIds?.includes(id) ?? false).first())?.id ?? null)
  return useLiveQuery(find, [db, id])
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

/** Ids of the shortlist, the latest first. */
export function useSavedIds(): VcId[] | undefined {
  const db = usePrivateDb()
  return useLiveQuery(
    async () => db && (await db.saved.toArray()).sort((a, b) => b.savedAt.localeCompare(a.savedAt)).map(({ id }) => id),
    [db],
  )
}
