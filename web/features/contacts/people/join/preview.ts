import { useLiveQuery } from 'dexie-react-hooks'
import { type ContactCard, isPersonId, type PersonId } from '#shared/people/contract.ts'
import { type JoinResult, joinContacts } from '#shared/people/join-contacts.ts'
import { readPhotoQueue } from '#web/db/photo-queue.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { readOwnAbout } from './mutations.ts'

/** The two contacts of a join: `from` is an own person, and is deleted. */
export type Sides = { from: ContactCard; into: ContactCard }

/** What is unlocked cannot be joined into something else. Of two own people, the one whose page is open stays. */
export const sidesOf = (open: ContactCard, other: ContactCard, isSwapped = false): Sides =>
  isPersonId(other.id) && (!isSwapped || !isPersonId(open.id)) ? { from: other, into: open } : { from: open, into: other }

export type Preview = JoinResult & {
  /** How many dated notes and photos change their contact. */
  entries: number
  photos: number
}

/** What a join would do on this device now; `undefined` when one of the two is not there any more. */
export async function previewJoin(db: PrivateDatabase, { from, into }: Sides): Promise<Preview | undefined> {
  const person = await db.people.get(from.id as PersonId)
  const target = isPersonId(into.id) ? await db.people.get(into.id) : undefined
  if (!person || (isPersonId(into.id) && !target)) return undefined
  const [own, other] = [await readOwnAbout(db, into.id), await readOwnAbout(db, from.id)]
  const joined = joinContacts({ ...own, fields: target }, { ...other, fields: person }, new Date().toISOString())
  const isMoved = (one: { contactId: string; deletedAt?: string | null }) => one.contactId === from.id && !one.deletedAt
  const photos = new Set([...(await db.photos.toArray()), ...(await readPhotoQueue(db))].filter(isMoved).map(({ id }) => id))
  const entries = (await db.entries.where({ contactId: from.id }).toArray()).filter(isMoved).length
  return { ...joined, entries, photos: photos.size }
}

/** `null` when it cannot be joined any more; `undefined` while it is read. */
export function useJoinPreview(sides: Sides): Preview | null | undefined {
  const db = usePrivateDb()
  return useLiveQuery(async () => db && ((await previewJoin(db, sides)) ?? null), [db, sides.from.id, sides.into.id])
}
