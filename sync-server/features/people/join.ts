import type { Transaction } from '#server/database/client.ts'
import { holdsContact } from '#server/features/unlocks/contact.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { isPersonId, type JoinPerson } from '#shared/people/contract.ts'
import { isPersonSeen } from '#shared/people/deletion.ts'
import { Problem } from '#shared/problem.ts'
import { lockPerson, moveAbout, type PersonRow, readWrittenAbout, updatePerson } from './queries.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

/**
 * Joins a person into another contact of the same user: entries and photos are about that contact from now on, and the person is
 * deleted. The device has written before what was missing in the fields of the other contact. A person about whom another device
 * has written since stays, so that nothing disappears unread.
 *
 * Nothing changes when a person does not exist, or when the other one is deleted: two devices that join the same two people in
 * opposite directions leave one of them.
 *
 * @throws Problem `contacts.not-held` when the user does not hold the unlocked contact
 */
export async function joinPerson({ tx, principalId, now }: Writing, { from, into }: JoinPerson, base: unknown) {
  if (from === into) return
  // In one order, so that two joins in opposite directions do not wait for each other.
  const locked = new Map<VcId, PersonRow | undefined>()
  for (const id of [from, into].filter(isPersonId).sort()) locked.set(id, await lockPerson(tx, principalId, id))
  const person = locked.get(from)
  if (!person) return
  if (isPersonId(into)) {
    const other = locked.get(into)
    if (!other || other.deletedAt !== null) return
  } else if (!(await holdsContact(tx, principalId, into))) throw new Problem('contacts.not-held')
  await moveAbout(tx, { principalId, from, into, now })
  if (person.deletedAt !== null) return
  const about = await readWrittenAbout(tx, principalId, person)
  if (isPersonSeen(about, base, false)) await updatePerson(tx, principalId, from, { deletedAt: now, updatedAt: now })
}
