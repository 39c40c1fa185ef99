import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { conversationLabels } from '#shared/contacts/conversation.ts'
import { changedTags } from '#shared/contacts/tags.ts'
import { type ContactCard, isPersonId, MAX_PEOPLE, type PersonFields, personFields } from '#shared/people/contract.ts'
import { DuplicateIndex, findSame, isSameName } from '#shared/people/find-duplicates.ts'
import { personLabels } from '#shared/people/labels.ts'
import type { ImportedPerson } from './imported-person.ts'
import { placeLine, stageLine } from './read-own-columns.ts'

/** What becomes of one person of a file. `merge`: what is missing is added to the person who is already there. */
export type Choice = 'add' | 'merge' | 'skip'

export type PlannedPerson = ImportedPerson & {
  /** The contact that may be the same person. */
  same: ContactCard | undefined
  /** Whether several rows of the file are this person, or an earlier one perhaps is. */
  repeated: 'joined' | 'perhaps' | undefined
  choice: Choice
}

const cardOf = ({ fields }: ImportedPerson) => ({ ...fields, fund: fields.organisation })

/**
 * The people of a file, each with the contact that may be the same person. Such a person is merged if the user added the contact,
 * and left out if the contact was unlocked, because its fields cannot be changed. Rows of the file about one person are one person.
 */
export function planImport(people: ImportedPerson[], cards: readonly ContactCard[]): PlannedPerson[] {
  const known = new DuplicateIndex(cards)
  const earlier = new DuplicateIndex<ReturnType<typeof cardOf> & { at: number }>()
  const plan: PlannedPerson[] = []
  for (const person of people) {
    const card = cardOf(person)
    const row = findSame(earlier, card)
    const first = row.same && plan[row.same.at]
    const joined = first && row.isCertain && isSameName(first.fields.name, card.name) ? joinRows(first, person) : undefined
    const at = joined && row.same ? row.same.at : plan.length
    const whole = joined ?? person
    const { same, isCertain } = findSame(known, cardOf(whole))
    const choice = !same || !isCertain ? 'add' : isPersonId(same.id) ? 'merge' : 'skip'
    plan[at] = { ...whole, same, repeated: joined ? 'joined' : first && 'perhaps', choice }
    earlier.add({ ...card, at })
  }
  return plan
}

/** Two rows about one person; `undefined` when the texts of both do not fit. */
function joinRows(first: ImportedPerson, second: ImportedPerson): ImportedPerson | undefined {
  const [one, other] = [first.fields.name, second.fields.name]
  const name = other.length > one.length ? other : one
  const { fields, note } = mergeInto({ ...first.fields, name }, { ...second, fields: { ...second.fields, name } })
  const ownLines = [
    first.metAt && second.metAt && first.metAt !== second.metAt && placeLine(second.metAt),
    first.stage && second.stage && first.stage !== second.stage && stageLine(conversationLabels[second.stage]),
  ]
  const lines = [first.note, ...(first.note.includes(note) ? [] : [note]), ...ownLines].filter(Boolean).join('\n')
  if (lines.length > MAX_NOTE_LENGTH) return undefined
  const tags = changedTags(first.tags ?? [], { add: second.tags ?? [] })
  const entries = [...(first.entries ?? []), ...(second.entries ?? [])].filter(
    ({ text, writtenOn }, at, all) => at === all.findIndex((entry) => entry.text === text && entry.writtenOn === writtenOn),
  )
  const { fields: _fields, note: _note, ...own } = { ...second, ...first }
  return { ...own, fields, note: lines, ...(tags.length > 0 && { tags }), ...(entries.length > 0 && { entries }) }
}

/**
 * The people of a plan that can be stored beside those whom the user has already added: all that are merged, and the first ones of
 * the others. `left` is the number of those for whom there is no room.
 */
export function firstThatFit<Person extends Pick<PlannedPerson, 'choice'>>(
  chosen: readonly Person[],
  peopleCount: number,
): { fitting: Person[]; left: number } {
  let room = Math.max(0, MAX_PEOPLE - peopleCount)
  const fitting = chosen.filter(({ choice }) => choice === 'merge' || (choice === 'add' && room-- > 0))
  return { fitting, left: chosen.filter(({ choice }) => choice !== 'skip').length - fitting.length }
}

/** Adds to a person what a file knows more. A text that differs from the stored one is returned for the note: neither is lost. */
export function mergeInto(person: PersonFields, { fields, note }: ImportedPerson): { fields: PersonFields; note: string } {
  const merged = Object.fromEntries(personFields.map((field) => [field, person[field] ?? fields[field]])) as PersonFields
  const others = personFields
    .filter((field) => fields[field] !== null && fields[field] !== merged[field])
    .map((field) => `${personLabels[field]}: ${fields[field]}`)
  return { fields: merged, note: [...others, note].filter(Boolean).join('\n') }
}
