import { blankPerson } from '#shared/people/blank-person.ts'
import type { DeletePerson, PersonFields, PersonId, WritePerson } from '#shared/people/contract.ts'
import { changedFields, chosenFieldsBase, fieldsBaseOf, writtenFields } from '#shared/sync/merge-fields.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ChosenBase, ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { uuid7 } from '#web/sync/engine/uuid7.ts'

/** @param now  milliseconds since the Unix epoch */
export const newPersonId = (now: number) => `psn_${uuid7(now)}` as PersonId

/**
 * Adds or changes a person; resolves once the mutation is stored on this device.
 *
 * @param seen  the values that the user saw; undefined for a new person
 * @returns the values that the user sees now
 */
export async function writePerson(id: PersonId, edited: PersonFields, seen: PersonFields = blankPerson): Promise<PersonFields> {
  const changes = changedFields(seen, edited)
  if (Object.keys(changes).length > 0) await enqueue('person.write', { id, ...changes }, fieldsBaseOf(seen, changes))
  return { ...seen, ...changes }
}

/** Deletes a person, or undoes it. @param seen  what the user saw of a person who is deleted, as `readSeen` in `queries.ts` reads it */
export const deletePerson = (args: DeletePerson, seen?: string[]) => enqueue('person.delete', args, seen)

/** The server's own rule; an entry without a base is shown as if it were applied. */
export const showPerson: ClientMutator<WritePerson> = async (db, args, madeAt, base) => {
  const stored = await db.people.get(args.id)
  const before = stored ?? blankPerson
  const { values } = writtenFields(before, { args, base: base ?? fieldsBaseOf(before, args as Partial<PersonFields>) })
  if (values.name === '') return
  await db.people.put({ addedAt: madeAt, ...stored, ...values, id: args.id, deletedAt: null, version: OPTIMISTIC })
}

export const showDeletion: ClientMutator<DeletePerson> = async (db, { id, isDeleted }, madeAt) => {
  const stored = await db.people.get(id)
  if (stored) await db.people.put({ ...stored, deletedAt: isDeleted ? madeAt : null, version: OPTIMISTIC })
}

/** Base of a refused write that is sent again: the user has seen the values that are stored now. */
export const choosePersonBase: ChosenBase<WritePerson> = async (db, args, base) => {
  const shown = await db.people.get(args.id)
  return shown ? chosenFieldsBase(shown, { args, base }) : base
}
