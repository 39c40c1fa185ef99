import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { changedTags, MAX_TAGS } from '#shared/contacts/tags.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { changeTags, writePlace } from '#web/features/contacts/follow-ups/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { newPersonId, writePerson } from '#web/features/contacts/people/mutations.ts'
import { mergeInto, type PlannedPerson } from './plan-import.ts'

/** A person of a plan with the id under which it is stored, also when a part of it could not be stored at the first attempt. */
export type SavedPerson = PlannedPerson & { id: PersonId; isSaved: boolean }

export const withIds = (plan: PlannedPerson[], now = Date.now()): SavedPerson[] =>
  plan.map((person) => ({ ...person, id: newPersonId(now), isSaved: false }))

/**
 * Stores one person of a file; resolves once everything is on this device. A second call after a failure doubles nothing.
 *
 * @throws NoteFull before anything is stored, and the error of a full device
 * @param metAt  where all of them were met; empty when it is unknown
 */
export async function savePerson(
  db: PrivateDatabase,
  { choice, same, id, ...person }: SavedPerson,
  metAt: string,
): Promise<void> {
  if (choice === 'skip') return
  const target = (choice === 'merge' && same?.id) || id
  const stored = await db.people.get(target as PersonId)
  if (choice === 'merge' && !stored) return
  const merged = stored ? mergeInto(stored, person) : person
  const { fields } = merged
  const own = (await db.followUps.get(target))?.tags ?? []
  const added = changedTags(own, { add: person.tags ?? [] }).slice(own.length)
  const room = Math.max(0, MAX_TAGS - own.length)
  const before = (await db.notes.get(target))?.text ?? ''
  const note = [merged.note, added.slice(room).join(', ')].filter(Boolean).join('\n')
  const text = note && !before.includes(note) ? appended(before, note) : before
  await writePerson(target as PersonId, fields, stored)
  const place = (await db.followUps.get(target))?.metAt ?? null
  if (metAt && !place) await writePlace(target as PersonId, metAt, place)
  if (added.length > 0 && room > 0) await changeTags({ contactId: target as PersonId, add: added.slice(0, room) })
  if (text !== before) await writeNote({ contactId: target as PersonId, text }, before)
}

/** Its message is for the screen. */
export class NoteFull extends Error {
  override readonly name = 'NoteFull'
}

/** @throws NoteFull: neither the text of the user nor that of the file is cut */
function appended(before: string, note: string): string {
  const text = [before, note].filter(Boolean).join('\n\n')
  if (text.length > MAX_NOTE_LENGTH)
    throw new NoteFull('The note of this contact is full. Leave the person out, or shorten the note.')
  return text
}
