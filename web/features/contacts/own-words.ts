import { useLiveQuery } from 'dexie-react-hooks'
import type { ContactNote } from '#shared/contacts/contract.ts'
import type { EntriesByContact } from '#shared/contacts/entries-by-contact.ts'
import type { FollowUp } from '#shared/contacts/follow-up.ts'
import type { VcId } from '#shared/ids.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'

// Apart from the contacts themselves, which the first screen of a visitor reads.

export type OwnWords = {
  notes: Map<VcId, ContactNote>
  followUps: Map<VcId, FollowUp>
  /** The dated entries by contact, the latest first; only for screens that search or export them. */
  entries?: EntriesByContact
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
