import { expect, test } from 'vitest'
import { BOTH_NEEDED, EMAIL_NEEDED, missingForPublishing } from './completeness.ts'

const complete = { companyName: 'Tidepool', description: 'Ports that pay each other.', email: 'ada@tidepool.example' }

test.each<[Partial<Record<keyof typeof complete, string | null>>, string | undefined]>([
  [{}, undefined],
  [{ companyName: null }, BOTH_NEEDED],
  [{ companyName: '  ' }, BOTH_NEEDED],
  [{ description: '\n' }, BOTH_NEEDED],
  [{ companyName: '', email: '' }, BOTH_NEEDED],
  [{ email: null }, EMAIL_NEEDED],
])('a project with %j lacks %j', (change, lack) => {
  expect(missingForPublishing({ ...complete, ...change })).toBe(lack)
})
