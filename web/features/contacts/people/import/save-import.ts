import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { withVersions } from '#shared/contacts/entries-in-words.ts'
import { changedTags, MAX_TAGS } from '#shared/contacts/tags.ts'
import type { PersonId } from '#shared/people/contract.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { newEntryId, writeEntry } from '#web/features/contacts/entries/mutations.ts'
import { changeFollowUp, changeTags, writePlace } from '#web/features/contacts/follow-ups/mutations.ts'
import { writeNote } from '#web/features/contacts/notes/mutations.ts'
import { newPersonId, writePerson } from '#web/features/contacts/people/mutations.ts'
import { mergeInto, type PlannedPerson } from './plan-import.ts'
import { type ImportedEntry, linesBeside } from './read-own-columns.ts'

/** A person of a plan with the id under which it is stored, also when a part of it could not be stored at the first attempt. */
export type SavedPerson = PlannedPerson & { id: PersonId; isSaved: boolean }

export const withIds = (plan: PlannedPerson[], now = Date.now()): SavedPerson[] =>
  plan.map((person) => ({ ...person, id: newPersonId(now), isSaved: false }))

/**
 * Stores one person of a file; resolves once everything is on this device. A second call after a failure doubles nothing.
 *
 * @throws NoteFull before anything is stored, and the error of a full device
 * @param metAt  the place of people for whom the file has none; empty when it is unknown
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
  const followUp = await db.followUps.get(target)
  const own = followUp?.tags ?? []
  const added = changedTags(own, { add: person.tags ?? [] }).slice(own.length)
  const room = Math.max(0, MAX_TAGS - own.length)
  const before = (await db.notes.get(target))?.text ?? ''
  const place = followUp?.metAt ?? null
  const note = [merged.note, ...linesBeside(followUp ?? {}, person), added.slice(room).join(', ')].filter(Boolean).join('\n')
  const text = note && !before.includes(note) ? appended(before, note) : before
  await writePerson(target as PersonId, fields, stored)
  const newPlace = person.metAt ?? metAt
  if (newPlace && !place) await writePlace(target as PersonId, newPlace, place)
  const missing = {
    ...(person.stage && !followUp?.stage && { stage: person.stage }),
    ...(person.rating && !followUp?.rating && { rating: person.rating }),
    ...(person.dueAt && !followUp?.dueAt && { dueAt: person.dueAt }),
  }
  if (Object.keys(missing).length > 0) await changeFollowUp({ contactId: target as PersonId, ...missing })
  if (added.length > 0 && room > 0) await changeTags({ contactId: target as PersonId, add: added.slice(0, room) })
  if (text !== before) await writeNote({ contactId: target as PersonId, text }, before)
  await saveEntries(db, target as PersonId, person.entries ?? [])
}

/** Adds the dated notes that the person does not have yet, by their minute and text: a file has no seconds. */
async function saveEntries(db: PrivateDatabase, contactId: PersonId, entries: readonly ImportedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const stored = await db.entries.where({ contactId }).toArray()
  const keyOf = (text: string, writtenOn: string) => `${writtenOn.slice(0, 16)} ${text.trim()}`
  const known = new Set(
    stored.filter(({ deletedAt }) => deletedAt === null).map((entry) => keyOf(withVersions(entry), entry.writtenOn)),
  )
  for (const { text, writtenOn } of entries) {
    if (known.has(keyOf(text, writtenOn))) continue
    await writeEntry({ id: newEntryId(Date.now()), contactId, text, writtenOn })
  }
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
