import { afterEach, expect, test } from 'vitest'
import { FIRST_PART } from '#shared/directory/first-part.ts'
import { sampleInvestor } from '#tests/support/samples/sample-investor.ts'
import { leavePage } from '#web/ui/page-title.ts'
import { firstPart, totalsOf } from './first-part.ts'

afterEach(() => document.head.replaceChildren())

test('the part in the page of a list is read once, and belongs to that page alone', () => {
  const investor = sampleInvestor()
  const totals = { id: 'all', verified: 1, others: 2, funds: 0, letters: ['A'] }
  const part = JSON.stringify({ investors: [investor], totals: [totals] })
  document.head.innerHTML = `<script data-page id="${FIRST_PART}" type="application/json">${part}</script>`
  expect(firstPart()?.index.get(investor.id)).toEqual(investor)
  expect(totalsOf(firstPart())).toEqual(totals)
  expect(firstPart()).toBe(firstPart())
  leavePage()
  expect(firstPart()).toBeUndefined()
})
