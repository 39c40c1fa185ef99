import { expect, test } from 'vitest'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { toCard } from './contract.ts'
import { DuplicateIndex } from './find-duplicates.ts'

const noa = toCard(samplePerson({ twitterUrl: 'https://x.com/noa_berg' }))
const nobody = { name: '', fund: null, email: null, telegram: null, linkedinUrl: null, phone: null }

test.each([
  ['an address', { email: ' Noa@Harbour-Labs.example' }],
  ['a handle', { telegram: 'https://t.me/Noa_Berg' }],
  ['a profile', { linkedinUrl: 'https://linkedin.com/in/NOA-berg-example/?x=1' }],
  ['a handle of X', { twitterUrl: 'https://twitter.com/Noa_Berg/status/1' }],
  ['a number', { phone: '21 0000000' }],
  ['a name at one organisation', { name: 'noa  berg', fund: 'HARBOUR labs' }],
])('%s is recognised', (_what, fields) => {
  expect(new DuplicateIndex([noa]).find({ ...nobody, ...fields })).toEqual([noa])
})

test.each([
  ['a name alone', { name: 'Noa Berg' }],
  ['an organisation alone', { fund: 'Harbour Labs' }],
  ['a short number', { phone: '0000' }],
  ['nothing', {}],
])('%s is not enough', (_what, fields) => {
  expect(new DuplicateIndex([noa]).find({ ...nobody, ...fields })).toEqual([])
})
