import { holdsPerson, holdsPersonToWrite } from '#server/features/people/contact.ts'
import { holdsContact } from '#server/features/unlocks/contact.ts'
import { isPersonId } from '#shared/people/contract.ts'
import type { HoldsContact } from './service.ts'

/** A contact is an unlocked investor, or a person whom the user added. */
export const holdsAny: HoldsContact = (tx, principalId, id) =>
  isPersonId(id) ? holdsPerson(tx, principalId, id) : holdsContact(tx, principalId, id)

/** As `holdsAny`, for what a user writes: a person who was deleted on another device is restored. */
export const holdsAnyToWrite: HoldsContact = (tx, principalId, id) =>
  isPersonId(id) ? holdsPersonToWrite(tx, principalId, id) : holdsContact(tx, principalId, id)
