import type { Transaction } from '#server/db.ts'
import type { SaveInvestor, WriteNote } from '#shared/contacts/contract.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { deleteNote, deleteSaved, insertSaved, upsertNote } from './queries.ts'

/** Whether a principal holds an investor's contact; the unlocks feature knows. */
export type HoldsContact = (tx: Transaction, principalId: PrincipalId, vcId: VcId) => Promise<boolean>

type Writing = { tx: Transaction; principalId: PrincipalId; now: Date }

/** @throws Problem `contacts.not-held`; a note taken away earlier can still be removed */
export async function writeNote({ tx, principalId, now }: Writing, { contactId, text }: WriteNote, holdsContact: HoldsContact) {
  if (text === '') return deleteNote(tx, principalId, contactId)
  if (!(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  // Postgres keeps no NUL; the rest of the person's words need not be lost for one.
  await upsertNote(tx, { principalId, contactId, text: text.replaceAll('\0', ''), updatedAt: now })
}

export async function saveInvestor({ tx, principalId, now }: Writing, { vcId, isSaved }: SaveInvestor) {
  if (isSaved) await insertSaved(tx, { principalId, vcId, createdAt: now })
  else await deleteSaved(tx, principalId, vcId)
}
