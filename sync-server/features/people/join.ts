import { moveEntriesOf, writeEntry } from '#server/features/contacts/entries/service.ts'
import { lockOwnRows, ownAbout, storeJoined } from '#server/features/contacts/join-contacts.ts'
import { movePhotosOf } from '#server/features/contacts/photos/service.ts'
import { lockDealOf, storeDeal } from '#server/features/raise/service.ts'
import { holdsContact } from '#server/features/unlocks/contact.ts'
import type { MutationContext } from '#server/sync/push/mutator.ts'
import type { EntryBase } from '#shared/contacts/entry.ts'
import { isPersonId, type PersonFields, personFields } from '#shared/people/contract.ts'
import type { JoinPerson } from '#shared/people/join.ts'
import { joinContacts } from '#shared/people/join-contacts.ts'
import { charactersOf } from '#shared/sync/three-way-merge.ts'
import { lockPerson, type PersonRow, updatePerson } from './queries.ts'

/** The base of an entry that its writer has not seen before. */
const NEW_ENTRY: EntryBase = { text: '', steps: [], writtenOn: null }

const fieldsOf = (row: PersonRow) => Object.fromEntries(personFields.map((field) => [field, row[field]])) as PersonFields

/**
 * Joins a person into another contact. Of two devices that join a pair in opposite directions, the first one counts.
 *
 * @throws Problem `contacts.too-many-entries`
 */
export async function joinPerson(context: MutationContext, { from, into, entryId }: JoinPerson): Promise<void> {
  const { tx, principalId, addWork, now } = context
  if (from === into) return
  const people = new Map<string, PersonRow | undefined>()
  // Always in one order: two joins of one pair do not wait for each other.
  for (const id of [from, into].filter(isPersonId).sort()) people.set(id, await lockPerson(tx, principalId, id))
  const [joined, target] = [people.get(from), people.get(into)]
  if (!joined || joined.deletedAt !== null) return
  const isHeld = isPersonId(into) ? target?.deletedAt === null : await holdsContact(tx, principalId, into)
  if (!isHeld) return
  const rows = { from: await lockOwnRows(tx, principalId, from), into: await lockOwnRows(tx, principalId, into) }
  const result = joinContacts(
    {
      ...ownAbout(rows.into),
      deal: await lockDealOf(tx, principalId, into),
      fields: target && fieldsOf(target),
    },
    { ...ownAbout(rows.from), deal: await lockDealOf(tx, principalId, from), fields: fieldsOf(joined) },
    (rows.from.note?.updatedAt ?? now).toISOString(),
  )
  addWork({ characters: charactersOf([result.note?.text ?? '', ...(result.note?.clashes.map(({ text }) => text) ?? [])]) })
  if (result.fields) await updatePerson(tx, principalId, into as PersonRow['id'], { ...result.fields, updatedAt: now })
  await storeJoined(tx, { principalId, contactId: into, ...rows, now }, result)
  if (result.deal) await storeDeal(tx, { principalId, contactId: into, now }, result.deal)
  await moveEntriesOf(context, from, into)
  await movePhotosOf(context, from, into)
  if (result.entry !== '') {
    const args = { id: entryId, contactId: into, text: result.entry, writtenOn: now.toISOString() }
    await writeEntry(context, { args, base: NEW_ENTRY }, async () => true)
  }
  await updatePerson(tx, principalId, from, { deletedAt: now, updatedAt: now })
}
