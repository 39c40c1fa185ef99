import type { PersonField } from './contract.ts'

/** What the fields of an own person are called on every screen. */
export const personLabels: Record<PersonField, string> = {
  name: 'Name',
  organisation: 'Organisation',
  role: 'Role',
  email: 'Email',
  phone: 'Phone',
  telegram: 'Telegram',
  linkedinUrl: 'LinkedIn',
  twitterUrl: 'X profile',
  website: 'Website',
  location: 'Location',
}
