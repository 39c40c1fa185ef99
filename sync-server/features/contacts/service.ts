import type { Transaction } from '#server/database/client.ts'
import type { AddWork } from '#server/sync/push/push-work.ts'
import type { NoteBase, SaveInvestor, WriteNote } from '#shared/contacts/contract.ts'
import { mergeNote, type StoredNote } from '#shared/contacts/merge-note.ts'
import type { ClientId, PrincipalId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { mergeBudget, spentOf } from '#shared/sync/merge-text.ts'
import { charactersOf, isTooMuch } from '#shared/sync/three-way-merge.ts'
import { MAX_TEMPLATES } from '#shared/templates/contract.ts'
import { countTemplates, deleteSaved, deleteText, insertSaved, lockText, type OwnText, storeText } from './queries.ts'

/** Whether a principal owns a contact: implemented by the unlocks and the people feature. */
export type HoldsContact = (tx: Transaction, principalId: PrincipalId, contactId: VcId) => Promise<boolean>

type Writing = { tx: Transaction; principalId: PrincipalId; clientId: ClientId; addWork: AddWork; now: Date }

type TextWritten = WriteNote & { kind: OwnText; base: NoteBase | undefined }

/**
 * @throws Problem `sync.too-many-versions`, or `contacts.not-held`; a text about a contact that was revoked can still be removed
 */
export async function writeText(
  { tx, principalId, clientId, addWork, now }: Writing,
  { kind, contactId, text, base, settles }: TextWritten,
  holdsContact: HoldsContact,
) {
  const before = await lockText(tx, kind, principalId, contactId)
  const stored = before ?? { text: '', writtenBy: null, clashes: [] }
  addWork({ characters: charactersOf([stored.text, ...textsOf(stored.clashes)]) })
  const isRemoval = text === ''
  if (!isRemoval && !(await holdsContact(tx, principalId, contactId))) throw new Problem('contacts.not-held')
  // Postgres stores no NUL; the rest of the text must not be lost because of one.
  const edit = { text: text.replaceAll('\0', ''), base, settles }
  const budget = mergeBudget()
  const { text: merged, writtenBy, clashes } = mergeNote(stored, edit, { by: clientId, at: now.toISOString() }, budget)
  addWork({ steps: spentOf(budget) })
  if (isTooMuch(textsOf(stored.clashes), textsOf(clashes))) throw new Problem('sync.too-many-versions')
  if (merged === '' && clashes.length === 0) return deleteText(tx, kind, principalId, contactId)
  const after = { principalId, contactId, text: merged, writtenBy, clashes, updatedAt: now }
  await storeText(tx, kind, { before, after })
}

const textsOf = (clashes: StoredNote['clashes']) => clashes.map(({ text }) => text)

/** Every template is its writer's own. @throws Problem `contacts.too-many-templates` for another one above the limit */
export const hasRoomForTemplate: HoldsContact = async (tx, principalId, id) => {
  const isStored = (await lockText(tx, 'template', principalId, id)) !== undefined
  if (!isStored && (await countTemplates(tx, principalId)) >= MAX_TEMPLATES) throw new Problem('contacts.too-many-templates')
  return true
}

/** @throws Problem `contacts.too-many-saved` */
export async function saveInvestor(
  { tx, principalId, now }: Pick<Writing, 'tx' | 'principalId' | 'now'>,
  { vcId, isSaved }: SaveInvestor,
) {
  if (!isSaved) return deleteSaved(tx, principalId, vcId)
  if (!(await insertSaved(tx, { principalId, vcId, createdAt: now }))) throw new Problem('contacts.too-many-saved')
}
