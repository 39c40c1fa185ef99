import type { VcId } from '#shared/ids.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { newEntryId } from '#web/features/contacts/entries/mutations.ts'
import { moveInQueue } from '#web/features/contacts/photos/queue.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Joins a person into another contact; resolves once the mutation is stored on this device. */
export async function joinPerson(db: PrivateDatabase, from: PersonId, into: VcId): Promise<void> {
  await enqueue('person.join', { from, into, entryId: newEntryId(Date.now()) })
  // A photo that is uploaded for the joined person restores it. The join is stored already: it has not failed if this does.
  await moveInQueue(db, from, into).catch(() => undefined)
}
