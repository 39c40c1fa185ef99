import { type NoteBase, readNoteBase, type WriteIntro, type WriteNote } from '#shared/contacts/contract.ts'
import { mergeNote } from '#shared/contacts/merge-note.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

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

/** Keeps one's own introduction; merged like a note. */
export const writeIntro = (intro: WriteIntro, base: string) =>
  enqueue('contact.intro', intro, { text: base, steps: [] } satisfies NoteBase)

/** The text is a field of the contact: of one that this device no longer holds there is nothing to show. */
export const showIntro: ClientMutator<WriteIntro> = async (db, { contactId, text, settles }, madeAt, base) => {
  const known = await db.contacts.get(contactId)
  if (!known) return
  const { ownIntro, ...contact } = known
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
