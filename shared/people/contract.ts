import * as v from 'valibot'
import type { Contact } from '#shared/contacts/contract.ts'
import { VcId } from '#shared/ids.ts'
import { cleanLine } from '#shared/text.ts'

/**
 * A person whom the user added: `psn_` and a UUIDv7, generated on the device. It is also accepted as a contact id, so that notes
 * and follow-ups work for own people as for unlocked investors. No investor has such an id.
 */
export const PersonId = v.pipe(
  v.string(),
  v.regex(/^psn_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not a valid id.'),
  v.brand('VcId'),
  v.brand('PersonId'),
)
export type PersonId = v.InferOutput<typeof PersonId>

export const isPersonId = (id: string): id is PersonId => v.is(PersonId, id)

export const MAX_PERSON_NAME = 120
export const MAX_PERSON_LINE = 200
/** A profile or a website. */
export const MAX_PERSON_LINK = 500

const line = (max: number) => v.nullable(v.pipe(v.string(), v.maxLength(max, `Please use at most ${max} characters.`)))
const Name = v.pipe(
  v.string(),
  v.maxLength(MAX_PERSON_NAME, `Please use at most ${MAX_PERSON_NAME} characters.`),
  v.check((name) => cleanLine(name) !== '', 'Please enter a name.'),
)

/** What the user writes about a person. The text is stored as written: an address that is not valid is shown without a link. */
const fields = {
  name: Name,
  organisation: line(MAX_PERSON_LINE),
  role: line(MAX_PERSON_LINE),
  location: line(MAX_PERSON_LINE),
  email: line(254),
  phone: line(60),
  telegram: line(MAX_PERSON_LINE),
  linkedinUrl: line(MAX_PERSON_LINK),
  twitterUrl: line(MAX_PERSON_LINK),
  website: line(MAX_PERSON_LINK),
}
export const PersonFields = v.object(fields)
export type PersonFields = v.InferOutput<typeof PersonFields>
export type PersonField = keyof PersonFields
export const personFields = Object.keys(fields) as PersonField[]

/** A person whom the user added, as stored in the user's private lane only. */
export const Person = v.object({
  ...fields,
  id: PersonId,
  /** ISO instant. */
  addedAt: v.string(),
  /** ISO instant; null for a person who is not deleted. */
  deletedAt: v.nullable(v.string()),
})
export type Person = v.InferOutput<typeof Person>

/**
 * `person.write`: adds a person, or changes only the given fields, so that changes of different fields on two devices are both
 * kept. A person that another device has deleted is restored. The base contains the values that the writer saw.
 */
export const WritePerson = v.object({
  id: PersonId,
  name: v.exactOptional(fields.name),
  organisation: v.exactOptional(fields.organisation),
  role: v.exactOptional(fields.role),
  location: v.exactOptional(fields.location),
  email: v.exactOptional(fields.email),
  phone: v.exactOptional(fields.phone),
  telegram: v.exactOptional(fields.telegram),
  linkedinUrl: v.exactOptional(fields.linkedinUrl),
  twitterUrl: v.exactOptional(fields.twitterUrl),
  website: v.exactOptional(fields.website),
})
export type WritePerson = v.InferOutput<typeof WritePerson>

/** `person.delete`: deletes a person with all that is written about it, or undoes it. Base: `seenOfPerson` in `deletion.ts`. */
export const DeletePerson = v.object({ id: PersonId, isDeleted: v.boolean() })
export type DeletePerson = v.InferOutput<typeof DeletePerson>

/**
 * `person.join`: everything that is written about a person is about another contact from now on (`join-people.ts`), and the person is
 * deleted. The base has what the user saw about the person: one about whom something else is stored by then stays.
 */
export const JoinPerson = v.object({ from: PersonId, into: VcId })
export type JoinPerson = v.InferOutput<typeof JoinPerson>

/** More than a person meets. A private pull reads all of them. */
export const MAX_PEOPLE = 5000
/** A deleted person, its notes and its follow-up are kept this long, so that the deletion can be undone on every device. */
export const DELETED_PERSON_DAYS = 30

/** What lists, searches and exports show of a contact: of an unlocked one, or of an own person. */
export type ContactCard = Pick<
  Contact,
  | 'id'
  | 'name'
  | 'fund'
  | 'position'
  | 'location'
  | 'imageUrl'
  | 'stages'
  | 'sectors'
  | 'email'
  | 'telegram'
  | 'meetingLink'
  | 'linkedinUrl'
  | 'twitterUrl'
  | 'website'
> & {
  phone?: string | null
  /** ISO instant; absent for own people. */
  unlockedAt?: string
  /** ISO instant; absent for unlocked contacts. */
  addedAt?: string
}

/** An own person as a contact. */
export const toCard = ({ organisation, role, deletedAt: _, ...person }: Person): ContactCard => ({
  ...person,
  fund: organisation,
  position: role,
  imageUrl: null,
  stages: [],
  sectors: [],
  meetingLink: null,
})

/** When a contact was unlocked or added; an ISO instant. */
export const heldSince = ({ unlockedAt, addedAt }: Pick<ContactCard, 'unlockedAt' | 'addedAt'>) => unlockedAt ?? addedAt ?? ''
