import { expect, test } from 'vitest'
import { losesBadge } from './badge.ts'

const before = { companyName: 'Tidepool', websiteUrl: 'https://tidepool.example/', email: 'ada@tidepool.example' }

test.each([
  ['nothing', {}, false],
  ['another website', { websiteUrl: 'https://evil.example/' }, true],
  ['no website', { websiteUrl: null }, true],
  ['a data room that was not there', { dataRoomUrl: 'https://evil.example/' }, true],
  ['another name', { companyName: 'Riptide' }, true],
  ['another address', { email: 'eve@evil.example' }, true],
])('%s: the badge is removed: %s', (_, change, isLost) => {
  expect(losesBadge(before, { ...before, ...change })).toBe(isLost)
})
