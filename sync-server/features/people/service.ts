import type { Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import { type DeletePerson, type PersonFields, personFields, type WritePerson } from '#shared/people/contract.ts'
import { isPersonSeen } from '#shared/people/deletion.ts'
import { Problem } from '#shared/problem.ts'
import { writtenFields } from '#shared/sync/merge-fields.ts'
import { insertPerson, isFull, lockPerson, readWrittenAbout, updatePerson } from './queries.ts'

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

/** @throws Problem `people.unknown` for a change of a person who does not exist; `people.too-many`, `people.changed-elsewhere` */
export async function writePerson({ tx, principalId, now }: Writing, args: WritePerson, base: unknown) {
  const stored = await lockPerson(tx, principalId, args.id)
  const before: PersonFields = stored ?? blankPerson
  const { values, isChangedElsewhere } = writtenFields(before, { args, base })
  if (!stored) {
    if (values.name === '') throw new Problem('people.unknown')
    if (await isFull(tx, principalId)) throw new Problem('people.too-many')
    return insertPerson(tx, { ...values, principalId, id: args.id, createdAt: now, updatedAt: now })
  }
  if (isChangedElsewhere) throw new Problem('people.changed-elsewhere')
  const changed = personFields.filter((field) => values[field] !== stored[field])
  if (changed.length === 0 && stored.deletedAt === null) return
  const change = Object.fromEntries(changed.map((field) => [field, values[field]]))
  await updatePerson(tx, principalId, args.id, { ...change, deletedAt: null, updatedAt: now })
}

/**
 * Of a deletion and something that another device wrote and the user had not seen, the writing wins. A person who does not exist any
 * more is deleted already.
 */
export async function deletePerson({ tx, principalId, now }: Writing, { id, isDeleted }: DeletePerson, base: unknown) {
  const stored = await lockPerson(tx, principalId, id)
  if (!stored || (stored.deletedAt !== null) === isDeleted) return
  if (isDeleted && base !== undefined && !isPersonSeen(await readWrittenAbout(tx, principalId, stored), base)) return
  await updatePerson(tx, principalId, id, { deletedAt: isDeleted ? now : null, updatedAt: now })
}
