import { expect, test } from 'vitest'
import { readSeen, seenIn, type Watermark } from './watermark.ts'

const watermark = (snapshot: string, latest: bigint): Watermark => ({ xmin: 0n, latest, pruned: -1n, seed: '', snapshot })

test('the seen snapshot ends at the newest stamp, because ids above it may be reused', () => {
  expect(seenIn(watermark('100:120:100,110,115', 112n))).toBe('100:113:100.110')
  expect(seenIn(watermark('100:105:100', 112n))).toBe('100:105:100')
})

test('without an open transaction below the newest stamp the cursor alone is sufficient', () => {
  expect(seenIn(watermark('113:120:115', 112n))).toBeUndefined()
})

test.each(['', 'x', '1:2', '5:4:', '5:9:4', '5:9:9', '5:9:7,6', '5:9:7,', '0:9:', '5:99999999999999999999:'])(
  'a seen snapshot that Postgres could not parse (%s) is ignored',
  (text) => expect(readSeen(text)).toBeUndefined(),
)

test('a seen snapshot is converted to the format of Postgres', () => {
  expect(readSeen('100:113:100.110')).toBe('100:113:100,110')
  expect(readSeen('100:113:')).toBe('100:113:')
})
