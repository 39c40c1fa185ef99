import { type NoteBase, readNoteBase, type WriteNote } from '#shared/contacts/contract.ts'
import { mergeNote } from '#shared/contacts/merge-note.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import { enqueue } from '#web/sync/current.ts'
import type { ClientMutator } from '#web/sync/mutators.ts'

/**
 * Keeps a note on a contact; resolves once it is safe on this device.
 *
 * @param base  the text that its writer saw before
 */
export const writeNote = (note: WriteNote, base: string) =>
  enqueue('contact.note', note, { text: base, steps: [] } satisfies NoteBase)

/** As the writer of a text: this device, before the server has heard of it. */
export const HERE = 'here'

/** The server's own rule, so what is shown now is what will come of it. */
export const showNote: ClientMutator<WriteNote> = async (db, { contactId, text, settles }, madeAt, base) => {
  const known = await db.notes.get(contactId)
  const stored = { text: known?.text ?? '', writtenBy: known?.writtenBy ?? null, clashes: known?.clashes ?? [] }
  const note = mergeNote(stored, { text, base: readNoteBase(base), settles }, { by: HERE, at: madeAt })
  if (note.text === '' && note.clashes.length === 0) await db.notes.delete(contactId)
  else await db.notes.put({ id: contactId, ...note, updatedAt: madeAt, version: OPTIMISTIC })
}
