import type { Transaction } from '#server/db.ts'
import type { NoteBase, SaveInvestor, WriteNote } from '#shared/contacts/contract.ts'
import { mergeNote, type StoredNote } from '#shared/contacts/merge-note.ts'
import type { ClientId, PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { isTooMuch } from '#shared/sync/merge.ts'
import { deleteNote, deleteSaved, insertSaved, lockNote, upsertNote } from './queries.ts'

/** Whether a principal holds an investor's contact; the unlocks feature knows. */
export type HoldsContact = (tx: Transaction, principalId: PrincipalId, vcId: VcId) => Promise<boolean>

type Writing = { tx: Transaction; principalId: PrincipalId; clientId: ClientId; now: Date }

type NoteWritten = WriteNote & { base: NoteBase | undefined }

/** @throws Problem `sync.too-many-versions`, or `contacts.not-held`; a note taken away earlier can still be removed */
export async function writeNote(
  { tx, principalId, clientId, now }: Writing,
  { contactId, text, base, settles }: NoteWritten,
  holdsContact: HoldsContact,
) {
  const stored = (await lockNote(tx, principalId, contactId)) ?? { text: '', writtenBy: null, clashes: [] }
  const isRemoval = text === ''
  if (!isRemoval && !(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  // Postgres keeps no NUL; the rest of the person's words need not be lost for one.
  const edit = { text: text.replaceAll('\0', ''), base, settles }
  const note = mergeNote(stored, edit, { by: clientId, at: now.toISOString() })
  if (isTooMuch(textsOf(stored), textsOf(note))) throw new Problem('sync.too-many-versions')
  if (note.text === '' && note.clashes.length === 0) return deleteNote(tx, principalId, contactId)
  await upsertNote(tx, { principalId, contactId, ...note, updatedAt: now })
}

const textsOf = ({ clashes }: StoredNote) => clashes.map((clash) => clash.text)

/** @throws Problem `contacts.too-many-saved` */
export async function saveInvestor({ tx, principalId, now }: Omit<Writing, 'clientId'>, { vcId, isSaved }: SaveInvestor) {
  if (!isSaved) return deleteSaved(tx, principalId, vcId)
  if (!(await insertSaved(tx, { principalId, vcId, createdAt: now }))) throw new Problem('contacts.too-many-saved')
}
