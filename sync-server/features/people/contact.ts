import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { type ContactCard, type Person, type PersonId, toCard } from '#shared/people/contract.ts'
import { findPerson, hasPerson, listPeople, type PersonRow, restorePerson } from './queries.ts'

export function presentPerson({ principalId: _, createdAt, deletedAt, updatedAt: _updated, ...fields }: PersonRow): Person {
  return { ...fields, addedAt: createdAt.toISOString(), deletedAt: deletedAt?.toISOString() ?? null }
}

/** A user's own people as contacts, for downloads; without the deleted ones. */
export async function listCards(db: Queryable, principalId: PrincipalId): Promise<ContactCard[]> {
  const rows = await listPeople(db, principalId)
  return rows.filter(({ deletedAt }) => deletedAt === null).map((row) => toCard(presentPerson(row)))
}

/** For features that store data about a contact. A deleted person counts until it is removed. */
export const holdsPerson = (db: Queryable, principalId: PrincipalId, id: PersonId) => hasPerson(db, principalId, id)

/**
 * As `holdsPerson`, for what a user writes about a contact. A deleted person is restored: the device that wrote it did not know of the
 * deletion, and what was written would be removed with the person.
 */
export const holdsPersonToWrite = (tx: Queryable, principalId: PrincipalId, id: PersonId) => restorePerson(tx, principalId, id)

/** A person that is not deleted. */
export const findOwnPerson = (db: Queryable, principalId: PrincipalId, id: PersonId) => findPerson(db, principalId, id)
