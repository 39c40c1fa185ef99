import { writeEntry } from '#server/features/contacts/entries/service.ts'
import { lockStaying } from '#server/features/directory/staying-record.ts'
import { holdsContact, peekContact } from '#server/features/unlocks/contact.ts'
import type { MutationContext } from '#server/sync/push/mutator.ts'
import { newEntryBase } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import { isPersonId, type JoinPerson } from '#shared/people/contract.ts'
import { isPersonSeen } from '#shared/people/deletion.ts'
import { fieldsOfCard, joinEntryId } from '#shared/people/join-people.ts'
import { Problem } from '#shared/problem.ts'
import { charactersOf } from '#shared/sync/three-way-merge.ts'
import { joinAbout } from './join-about.ts'
import { lockPerson, moveAbout, type PersonRow, readWrittenAbout, updatePerson } from './queries.ts'

/**
 * Joins a person into another contact of the same user, as both are stored now: entries and photos are about that contact from now on,
 * an empty field of it is filled, what has no place is in a dated entry, and the person is deleted. A person about whom another device
 * has written since stays, so that nothing disappears unread.
 *
 * Nothing changes when a person does not exist, or when the other one is deleted: two devices that join the same two people in
 * opposite directions leave one of them.
 *
 * @throws Problem `contacts.not-held` when the user does not hold the unlocked contact; `contacts.too-many-entries`
 */
export async function joinPerson(context: MutationContext, { from, into: named }: JoinPerson, base: unknown) {
  const { tx, principalId, addWork, now } = context
  // Of a record that was merged: the one that stays.
  const into = await lockStaying(tx, named)
  if (from === into) return
  // In one order, so that two joins in opposite directions do not wait for each other.
  const locked = new Map<VcId, PersonRow | undefined>()
  for (const id of [from, into].filter(isPersonId).sort()) locked.set(id, await lockPerson(tx, principalId, id))
  const person = locked.get(from)
  if (!person) return
  const other = locked.get(into)
  if (isPersonId(into)) {
    if (!other || other.deletedAt !== null) return
  } else if (!(await holdsContact(tx, principalId, into))) throw new Problem('contacts.not-held')
  await moveAbout(tx, { principalId, from, into, now })
  if (person.deletedAt !== null) return
  const contact = other ? undefined : await peekContact(tx, principalId, into)
  const plan = await joinAbout(tx, {
    ...{ principalId, from, into, now, isOwn: isPersonId(into) },
    fields: { from: person, into: other ?? (contact ? fieldsOfCard(contact) : blankPerson) },
  })
  addWork({ characters: charactersOf([plan.note ?? '', ...plan.entries]) })
  if (isPersonId(into) && Object.keys(plan.fields).length > 0)
    await updatePerson(tx, principalId, into, { ...plan.fields, updatedAt: now })
  for (const [at, text] of plan.entries.entries()) {
    const args = { id: joinEntryId(from, into, at), contactId: into, text, writtenOn: now.toISOString() }
    await writeEntry(context, { args, base: newEntryBase }, async () => true)
  }
  const written = await readWrittenAbout(tx, principalId, person)
  if (isPersonSeen(written, base, false)) await updatePerson(tx, principalId, from, { deletedAt: now, updatedAt: now })
}
