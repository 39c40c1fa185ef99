import { expect, test } from 'vitest'
import { guaranteeEnds } from '#shared/refunds/guarantee.ts'
import { MAX_REPLY_DAYS, replyDays, replyPromise } from './reply-days.ts'

test.each([
  [undefined, 5],
  [null, 5],
  [1, 1],
  [6, 6],
  [7, 6],
  [14, 6],
  [0, 1],
])('a listing with %s days has %s for a reply', (set, days) => {
  expect(replyDays(set)).toBe(days)
})

test('the most days leave a founder a whole day of the guarantee after a payment at any time of the day', () => {
  for (const paidAt of ['2026-11-02T00:00:00Z', '2026-11-02T23:59:59Z'].map((text) => new Date(text))) {
    const isOver = paidAt.getTime() + MAX_REPLY_DAYS * 86_400_000
    expect(guaranteeEnds(paidAt).getTime() - isOver).toBeGreaterThanOrEqual(86_400_000)
  }
})

test('a founder reads before paying what the investor has set, and otherwise only what applies to everyone', () => {
  expect([replyPromise(1), replyPromise(3), replyPromise(undefined)]).toEqual([
    'Replies within a day, otherwise you can ask for your money back',
    'Replies within 3 days, otherwise you can ask for your money back',
    'Without a reply within 5 days you can ask for your money back',
  ])
})
