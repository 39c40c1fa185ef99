import { expect, test } from 'vitest'
import { ANSWER_HOURS, SUPPORT_HOURS } from '#shared/help/sla.ts'
import { QUESTIONS } from './questions.ts'

const all = QUESTIONS.flat().join('\n')

test.each([
  '7-day money-back guarantee',
  'within 7 calendar days',
  'within 5 business days',
  'within 10 business days',
  `Within ${ANSWER_HOURS} hours`,
  `within ${SUPPORT_HOURS.technical} hours`,
  `within ${SUPPORT_HOURS.billing} hours`,
  '85% of each unlock fee: we pay the card fees',
  '1-2 business days',
  'aged 18 or older',
])('the FAQ contains: %s', (text) => {
  expect(all).toContain(text)
})

test('the response times are those of the specification', () => {
  expect([ANSWER_HOURS, SUPPORT_HOURS]).toEqual([24, { technical: 4, billing: 2 }])
})
