import { type NoteBase, readNoteBase, type WriteIntro, type WriteNote } from '#shared/contacts/contract.ts'
import { mergeNote } from '#shared/contacts/merge-note.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/**
 * Changes the note on a contact; resolves once the mutation is stored on this device.
 *
 * @param base  the text that its author saw before
 */
export const writeNote = (note: WriteNote, base: string) =>
  enqueue('contact.note', note, { text: base, steps: [] } satisfies NoteBase)

/** Author of a text written on this device, before the server has accepted it. */
export const HERE = 'here'

/** The server's merge rule, so that the optimistic result equals the final one. */
export const showNote: ClientMutator<WriteNote> = async (db, { contactId, text, settles }, madeAt, base) => {
  const current = await db.notes.get(contactId)
  const stored = { text: current?.text ?? '', writtenBy: current?.writtenBy ?? null, clashes: current?.clashes ?? [] }
  const note = mergeNote(stored, { text, base: readNoteBase(base), settles }, { by: HERE, at: madeAt })
  if (note.text === '' && note.clashes.length === 0) await db.notes.delete(contactId)
  else await db.notes.put({ id: contactId, ...note, updatedAt: madeAt, version: OPTIMISTIC })
}

/** Changes the user's own introduction; merged like a note. */
export const writeIntro = (intro: WriteIntro, base: string) =>
  enqueue('contact.intro', intro, { text: base, steps: [] } satisfies NoteBase)

/** The text is a field of the contact. For a contact that this device no longer stores, nothing is shown. */
export const showIntro: ClientMutator<WriteIntro> = async (db, { contactId, text, settles }, madeAt, base) => {
  const current = await db.contacts.get(contactId)
  if (!current) return
  const { ownIntro, ...contact } = current
  const stored = ownIntro ?? { text: '', writtenBy: null, clashes: [] }
  const { writtenBy, clashes, ...merged } = mergeNote(
    stored,
    { text, base: readNoteBase(base), settles },
    { by: HERE, at: madeAt },
  )
  const isNone = merged.text === '' && clashes.length === 0
  const own = { text: merged.text, writtenBy, clashes, updatedAt: madeAt }
  await db.contacts.put({ ...contact, ...(!isNone && { ownIntro: own }), version: OPTIMISTIC })
}
