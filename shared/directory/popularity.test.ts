import * as v from 'valibot'
import { expect, test } from 'vitest'
import { VcId } from '#shared/ids.ts'
import { entersLeaderboard, popularity } from './popularity.ts'

const id = v.parse(VcId, 'rec1')

test.each<[rank: number | null, totalRequests: number, progress: number, isTopThree: boolean]>([
  [1, 40, 100, true],
  [2, 30, 50, true],
  // Third is in the Top 3, although the formula leaves its bar empty.
  [3, 20, 0, true],
  [4, 15, 0, false],
  [250, 10, 0, false],
  [null, 0, 0, false],
  [null, 3, 30, false],
  [null, 9, 90, false],
  // Slightly outdated stats: they include the tenth request, but no rank yet.
  [null, 25, 100, false],
])('rank %j with %j requests shows a progress of %j', (rank, totalRequests, progress, isTopThree) => {
  expect(popularity({ id, totalRequests, topTag: 'DeFi', rank })).toEqual({
    totalRequests,
    topTag: 'DeFi',
    rank,
    progress,
    isTopThree,
  })
})

test('an investor without requests has zeros', () => {
  expect(popularity(undefined)).toEqual({ totalRequests: 0, topTag: 'N/A', rank: null, progress: 0, isTopThree: false })
})

test('the tenth request enters the leaderboard', () => {
  expect([9, 10, 11].map(entersLeaderboard)).toEqual([false, true, true])
})
