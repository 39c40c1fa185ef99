import type { Person, PersonId } from '#shared/people/contract.ts'

/** A complete person whom a user added, for tests, with overrides. */
export const samplePerson = (over: Partial<Person> = {}): Person => ({
  id: 'psn_0193a1b2-0000-7000-8000-00000000b001' as PersonId,
  name: 'Noa Berg',
  organisation: 'Harbour Labs',
  role: 'Head of Research',
  location: 'Lisbon',
  email: 'noa@harbour-labs.example',
  phone: '+351 21 000 0000',
  telegram: '@noa_berg',
  linkedinUrl: 'https://www.linkedin.com/in/noa-berg-example',
  twitterUrl: null,
  website: 'https://harbour-labs.example',
  addedAt: '2026-11-20T10:00:00.000Z',
  deletedAt: null,
  ...over,
})
