import {
  type ContactCard,
  isPersonId,
  MAX_PEOPLE,
  type Person,
  type PersonFields,
  personFields,
} from '#shared/people/contract.ts'
import { DuplicateIndex } from '#shared/people/find-duplicates.ts'
import { personLabels } from '#shared/people/labels.ts'
import type { ImportedPerson } from './imported-person.ts'

/** What becomes of one person of a file. `merge`: what is missing is added to the person who is already there. */
export type Choice = 'add' | 'merge' | 'skip'

export type PlannedPerson = ImportedPerson & {
  /** The contact that may be the same person. */
  same: ContactCard | undefined
  /** Whether an earlier row of the file may be the same person. */
  isRepeated: boolean
  choice: Choice
}

const cardOf = ({ fields }: ImportedPerson) => ({ ...fields, fund: fields.organisation })

/**
 * The people of a file, each with the contact that may be the same person. Such a person is merged if the user added the contact,
 * and left out if the contact was unlocked, because its fields cannot be changed.
 */
export function planImport(people: ImportedPerson[], cards: readonly ContactCard[]): PlannedPerson[] {
  const known = new DuplicateIndex(cards)
  const earlier = new DuplicateIndex<ReturnType<typeof cardOf>>()
  return people.map((person) => {
    const card = cardOf(person)
    const [same] = known.find(card)
    const isRepeated = earlier.find(card).length > 0
    earlier.add(card)
    const choice = isRepeated ? 'skip' : same ? (isPersonId(same.id) ? 'merge' : 'skip') : 'add'
    return { ...person, same, isRepeated, choice }
  })
}

/** Whether the people of a plan fit beside those whom the user has already added. */
export const fits = (plan: readonly PlannedPerson[], peopleCount: number) =>
  peopleCount + plan.filter(({ choice }) => choice === 'add').length <= MAX_PEOPLE

/** Adds to a person what a file knows more. A text that differs from the stored one is returned for the note: neither is lost. */
export function mergeInto(person: Person, { fields, note }: ImportedPerson): { fields: PersonFields; note: string } {
  const merged = Object.fromEntries(personFields.map((field) => [field, person[field] ?? fields[field]])) as PersonFields
  const others = personFields
    .filter((field) => fields[field] !== null && fields[field] !== merged[field])
    .map((field) => `${personLabels[field]}: ${fields[field]}`)
  return { fields: merged, note: [...others, note].filter(Boolean).join('\n') }
}
