import type { Person } from '#shared/people/contract.ts'
import { seenOfPerson } from '#shared/people/deletion.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { readPhotos } from '#web/features/contacts/photos/queries.ts'

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
