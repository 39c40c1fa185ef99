import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { changedTags, MAX_TAG_LENGTH, MAX_TAGS } from '#shared/contacts/tags.ts'
import { blankPerson } from '#shared/people/blank-person.ts'
import {
  MAX_PERSON_LINE,
  MAX_PERSON_LINK,
  MAX_PERSON_NAME,
  type PersonField,
  type PersonFields,
  personFields,
} from '#shared/people/contract.ts'
import { cleanLine, cleanText, cut } from '#shared/text.ts'
import type { ImportedOwn } from './read-own-columns.ts'

/** A person read from a file, and the text that has no field of its own. */
export type ImportedPerson = ImportedOwn & { fields: PersonFields; note: string; tags?: string[] }

export const MOST: Record<PersonField, number> = {
  name: MAX_PERSON_NAME,
  organisation: MAX_PERSON_LINE,
  role: MAX_PERSON_LINE,
  location: MAX_PERSON_LINE,
  email: 254,
  phone: 60,
  telegram: MAX_PERSON_LINE,
  linkedinUrl: MAX_PERSON_LINK,
  twitterUrl: MAX_PERSON_LINK,
  website: MAX_PERSON_LINK,
}

/**
 * A person of the given texts. A text that is longer than its field is also in the note. Without a name the address,
 * the organisation or the number is the name; without any of these there is no person. Categories that cannot be tags are in the note.
 */
export function importedPerson(
  texts: Partial<Record<PersonField, string>>,
  extra: string[],
  categories: readonly string[] = [],
): ImportedPerson | undefined {
  const clean = (field: PersonField) => cleanLine(texts[field] ?? '')
  const name = clean('name') || clean('email') || clean('organisation') || clean('phone')
  if (!name) return undefined
  const values = { ...Object.fromEntries(personFields.map((field) => [field, clean(field)])), name } as Record<
    PersonField,
    string
  >
  const tooLong = personFields.filter((field) => values[field].length > MOST[field]).map((field) => values[field])
  const fields = Object.fromEntries(personFields.map((field) => [field, cut(values[field], MOST[field]) || null]))
  const isTag = (text: string, at: number) => text.length <= MAX_TAG_LENGTH && at < MAX_TAGS
  const all = changedTags([], { add: categories.map(cleanLine).filter(Boolean) })
  const tags = all.filter(isTag)
  const others = all.filter((tag) => !tags.includes(tag))
  return {
    ...(tags.length > 0 && { tags }),
    fields: { ...blankPerson, ...fields, name: cut(name, MOST.name) },
    note: cut(cleanText([...tooLong, ...others, ...extra].join('\n')), MAX_NOTE_LENGTH),
  }
}

/** Which field a link belongs to, by its host. */
export function fieldOfLink(link: string): 'linkedinUrl' | 'twitterUrl' | 'telegram' | 'website' {
  if (/(^|\/\/|\.)linkedin\.com\//i.test(link)) return 'linkedinUrl'
  if (/(^|\/\/|\.)(twitter|x)\.com\//i.test(link)) return 'twitterUrl'
  return /(^|\/\/)(t|telegram)\.me\//i.test(link) ? 'telegram' : 'website'
}
