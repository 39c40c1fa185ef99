import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { type PersonField, personFields } from '#shared/people/contract.ts'
import { personLabels } from '#shared/people/labels.ts'
import type { PrivateDatabase } from '#web/db/private-database.ts'
import { storeDraft } from '#web/forms/local-draft.ts'
import { fieldOfLink, MOST } from './import/imported-person.ts'
import { readVCards } from './import/read-vcards.ts'

/** Values of the form of a new person. */
export type SharedPerson = Partial<Record<PersonField | 'note', string>>

/** Without punctuation that ends a sentence. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/**
 * The form of a new person, filled from shared content: the fields of a contact card, or the first link of each kind in a text. The
 * text is the note as well. Nothing of the text is lost.
 *
 * @param words  the shared text; empty when it is only what the card says
 * @param file  the shared card; empty when a text was shared
 */
export function personFromShare(words: string, file: string): SharedPerson {
  const [card] = readVCards(file)
  if (card) {
    const fields = Object.fromEntries(personFields.flatMap((field) => (card.fields[field] ? [[field, card.fields[field]]] : [])))
    // The form has no tags.
    const note = [card.note, card.tags?.join(', '), words.trim()].filter(Boolean).join('\n\n')
    return { ...fields, ...(note && { note }) }
  }
  const links: SharedPerson = {}
  for (const link of words.match(LINK) ?? []) links[fieldOfLink(link)] ??= link
  return { ...links, note: words.trim() }
}

/**
 * Stores the filled form as its draft. What the user has already typed into the form stays: a shared value that differs from it, and
 * the shared text, are added to the note. So is a value that is too long for its field.
 *
 * @throws Error, whose message is for the screen, for a text that no note can hold; nothing is stored then
 */
export async function prefillPerson(db: PrivateDatabase, shared: SharedPerson): Promise<void> {
  const typed = ((await db.drafts.get('person'))?.values ?? {}) as SharedPerson
  const isTooLong = (field: PersonField) => (shared[field]?.length ?? 0) > MOST[field]
  const others = personFields
    .filter((field) => shared[field] && (isTooLong(field) || (typed[field] && typed[field] !== shared[field])))
    .filter((field) => !shared.note?.includes(shared[field] ?? ''))
    .map((field) => `${personLabels[field]}: ${shared[field]}`)
  const fitting = Object.fromEntries(
    personFields.flatMap((field) => (isTooLong(field) ? [] : [[field, shared[field]]])).filter(([, text]) => text),
  )
  const note = [typed.note, others.join('\n'), shared.note].filter(Boolean).join('\n\n')
  if (note.length > MAX_NOTE_LENGTH) throw new Error('The text is too long for a note.')
  await storeDraft(db, 'person', { values: { ...fitting, ...typed, ...(note && { note }) } })
}
