import type { VcId } from '#shared/ids.ts'
import { isPersonId } from '#shared/people/contract.ts'
import type { JoinPerson } from '#shared/people/join.ts'
import { joinContacts, type OwnAbout } from '#shared/people/join-contacts.ts'
import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import { HERE } from '#web/features/contacts/notes/mutations.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'

/** What the user has written about a contact on this device. */
export async function readOwnAbout(db: PrivateDatabase, id: VcId): Promise<OwnAbout> {
  const [note, followUp, deal] = await Promise.all([db.notes.get(id), db.followUps.get(id), db.deals.get(id)])
  return {
    note: note && { text: note.text, writtenBy: note.writtenBy ?? null, clashes: note.clashes ?? [] },
    followUp,
    deal,
  }
}

/** The server's own rule. */
export const showJoin: ClientMutator<JoinPerson> = async (db, { from, into, entryId }, madeAt) => {
  const joined = await db.people.get(from)
  const target = isPersonId(into) ? await db.people.get(into) : undefined
  const isHeld = isPersonId(into) ? target?.deletedAt === null : (await db.contacts.get(into)) !== undefined
  if (from === into || joined?.deletedAt !== null || !isHeld) return
  const own = await readOwnAbout(db, into)
  const result = joinContacts({ ...own, fields: target }, { ...(await readOwnAbout(db, from)), fields: joined }, madeAt)
  const changed = { id: into, updatedAt: madeAt, version: OPTIMISTIC }
  if (target) await db.people.put({ ...target, ...result.fields, version: OPTIMISTIC })
  if (result.note) await db.notes.put({ ...result.note, ...changed })
  if (result.followUp) await db.followUps.put({ ...result.followUp, ...changed })
  if (result.deal) await db.deals.put({ ...result.deal, ...changed })
  const moved = { contactId: into, version: OPTIMISTIC }
  await db.entries.where({ contactId: from }).modify(moved)
  await db.photos.filter(({ contactId }) => contactId === from).modify(moved)
  const entry = {
    id: entryId,
    contactId: into,
    text: result.entry,
    writtenOn: madeAt,
    writtenBy: HERE,
    clashes: [],
    deletedAt: null,
  }
  if (result.entry !== '') await db.entries.put({ ...entry, version: OPTIMISTIC })
  await db.people.put({ ...joined, deletedAt: madeAt, version: OPTIMISTIC })
}
