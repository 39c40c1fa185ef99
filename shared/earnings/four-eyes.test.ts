import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { ALONE_WITHIN_A_DAY, needsSecondAdmin } from './four-eyes.ts'

const now = new Date('2026-11-20T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const paying = {
  leaving: cents(500_100),
  paidAlone: cents(0),
  limit: ALONE_WITHIN_A_DAY,
  isOwnBatch: true,
  preparedAt: hoursAgo(1),
  admins: 2,
}

test.each([
  ['a large batch that the same admin prepared', {}, true],
  ['a large batch that another admin prepared', { isOwnBatch: false }, false],
  ['a large batch that another admin prepared, marked by a new account', { isOwnBatch: false, isNewAdmin: true }, true],
  ['a large batch whose preparer has lost the role', { isOwnBatch: false, hasNoPreparer: true }, true],
  ['a small batch where every payout needs two', { leaving: cents(100), limit: cents(0) }, true],
  ['a batch of ten thousand dollars where that is the limit', { leaving: cents(1_000_000), limit: cents(1_000_000) }, false],
  ['a batch of five thousand dollars', { leaving: cents(500_000) }, false],
  ['a small batch after others of the same day', { leaving: cents(200_000), paidAlone: cents(400_000) }, true],
  ['a large batch that the same admin prepared, a day later', { preparedAt: hoursAgo(25) }, true],
  ['a large batch of the only admin', { admins: 1 }, true],
  ['a large batch of the only admin, a day later', { admins: 1, preparedAt: hoursAgo(24) }, false],
])('%s needs a second admin: %#', (_, about, isNeeded) => {
  expect(needsSecondAdmin({ ...paying, ...about }, now)).toBe(isNeeded)
})
