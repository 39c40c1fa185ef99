import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { type ContactCard, type Person, type PersonId, toCard } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { readPhotos } from '#web/features/contacts/photos/queries.ts'
import { useContacts } from '#web/features/contacts/queries.ts'
import { useOwnList } from '#web/sync/tab/use-own-list.ts'

/** Every person whom the user has added, with those deleted in the last weeks; `undefined` while they are not known. */
const usePeople = (): Person[] | undefined => useOwnList((db) => db.people.toArray())

/** One person: `undefined` while loading, `null` when this device stores none. */
export function usePerson(id: PersonId): Person | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await db.people.get(id)) ?? null), [db, id])
}

export function useDeletedPeople(): Person[] {
  const people = usePeople()
  return useMemo(
    () =>
      (people ?? [])
        .filter(({ deletedAt }) => deletedAt !== null)
        .sort((a, b) => (b.deletedAt ?? '').localeCompare(a.deletedAt ?? '')),
    [people],
  )
}

/** Unlocked contacts and own people, unordered; `undefined` while they are not known. */
export function useCards(): ContactCard[] | undefined {
  const contacts = useContacts()
  const people = usePeople()
  return useMemo(
    () => contacts && people && [...contacts, ...people.filter(({ deletedAt }) => deletedAt === null).map(toCard)],
    [contacts, people],
  )
}

/** Where the person was met who was added last: at a conference, the next one is met at the same place. */
export function useLastPlace(): string | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => {
    if (!db) return undefined
    const people = await db.people.toArray()
    const last = people.reduce<Person | undefined>(
      (latest, one) => (latest && latest.addedAt > one.addedAt ? latest : one),
      undefined,
    )
    const isRecent = last && Date.now() - Date.parse(last.addedAt) < SAME_PLACE_MS
    return (isRecent && (await db.followUps.get(last.id))?.metAt) || ''
  }, [db])
}

const SAME_PLACE_MS = 12 * 60 * 60 * 1000

/** The base of a deletion: all that this device has about a person. */
export async function readSeen(db: PrivateDatabase, person: Person): Promise<string[] | undefined> {
  const { id } = person
  const [note, entries, followUp, deal, photos] = await Promise.all([
    db.notes.get(id),
    db.entries.where({ contactId: id }).toArray(),
    db.followUps.get(id),
    db.deals.get(id),
    readPhotos(db, id),
  ])
  const some = <Doc>(doc: Doc | undefined) => (doc === undefined ? [] : [doc])
  return seenOfPerson({ person, entries, photos, notes: some(note), followUps: some(followUp), deals: some(deal) })
}
