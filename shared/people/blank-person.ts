import type { PersonFields } from './contract.ts'

/** The values of a person that is not stored yet. The merge of its fields is that of `shared/sync/merge-fields.ts`. */
export const blankPerson: PersonFields = {
  name: '',
  organisation: null,
  role: null,
  location: null,
  email: null,
  phone: null,
  telegram: null,
  linkedinUrl: null,
  twitterUrl: null,
  website: null,
}
