import { expect, test } from 'vitest'
import { parseVCards } from '#shared/contacts/parse-vcards.ts'
import { toSmallVCard } from '#shared/contacts/vcard.ts'
import { sampleListing } from '#tests/support/samples/sample-listing.ts'
import { ownCard } from './my-card.tsx'

const ada = { firstName: 'Ada', lastName: 'Okafor', email: 'ada@x.example' }

test('the own card has name, address and company, and no id', () => {
  const listing = sampleListing({ fundName: 'Keystone', position: 'Partner' })
  const card = ownCard(ada, { project: null, listing })
  const [properties = []] = card ? parseVCards(toSmallVCard(card)) : []
  expect(Object.fromEntries(properties.map(({ name, value }) => [name, value]))).toMatchObject({
    FN: 'Ada Okafor',
    EMAIL: 'ada@x.example',
    ORG: 'Keystone',
    TITLE: 'Partner',
  })
  expect(properties.map(({ name }) => name)).not.toContain('UID')
})

test('a user without a name has no card', () => {
  expect(ownCard({ ...ada, firstName: null, lastName: null }, { project: null, listing: null })).toBeUndefined()
})
