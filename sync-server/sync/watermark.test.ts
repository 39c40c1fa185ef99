import { expect, test } from 'vitest'
import { readSeen, seenIn, type Watermark } from './watermark.ts'

const fence = (snapshot: string, latest: bigint): Watermark => ({ xmin: 0n, latest, pruned: -1n, seed: '', snapshot })

test('what is seen ends at the newest stamp, because ids above it may be given out again', () => {
  expect(seenIn(fence('100:120:100,110,115', 112n))).toBe('100:113:100.110')
  expect(seenIn(fence('100:105:100', 112n))).toBe('100:105:100')
})

test('with no transaction open below the newest stamp the cursor alone says it', () => {
  expect(seenIn(fence('113:120:115', 112n))).toBeUndefined()
})

test.each(['', 'x', '1:2', '5:4:', '5:9:4', '5:9:9', '5:9:7,6', '5:9:7,', '0:9:', '5:99999999999999999999:'])(
  'words of a device that Postgres could not read (%s) say nothing',
  (words) => expect(readSeen(words)).toBeUndefined(),
)

test('what was seen comes back as Postgres reads it', () => {
  expect(readSeen('100:113:100.110')).toBe('100:113:100,110')
  expect(readSeen('100:113:')).toBe('100:113:')
})
