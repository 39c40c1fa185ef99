import { expect, test } from 'vitest'
import { Problem } from '#shared/problem.ts'
import { createFlood } from './flood.ts'

const takes = (flood: ReturnType<typeof createFlood>, block: string, bytes = 0) => {
  try {
    flood(block, bytes)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect((error as Problem).retryAfterSeconds).toBeGreaterThan(0)
    return false
  }
}

test('an address that sends too many bodies is refused until time has passed, and another is not', () => {
  let now = 0
  const flood = createFlood({ scale: 1, now: () => now })
  for (let at = 0; at < 6000; at += 1) expect(takes(flood, 'one')).toBe(true)
  expect(takes(flood, 'one')).toBe(false)
  expect(takes(flood, 'another')).toBe(true)
  now += 1000
  expect(takes(flood, 'one')).toBe(true)
})

test('one customer of an IPv6 provider with 65,536 blocks gets no more than ten addresses', () => {
  let now = 0
  const flood = createFlood({ scale: 0.01, now: () => now })
  let taken = 0
  for (let at = 0; at < 2000; at += 1) taken += Number(takes(flood, `2001:db8:7:${at.toString(16)}::/64`))
  expect(taken).toBe(600)
  expect(takes(flood, '2001:db8:8:1::/64')).toBe(true)
  now += 1000
  expect(takes(flood, '2001:db8:7:1::/64')).toBe(true)
})

test('large bodies count for more, and a refusal does not extend the wait', () => {
  const flood = createFlood({ scale: 1, now: () => 0 })
  let taken = 0
  while (takes(flood, 'one', 4.5 * 1024 * 1024)) taken += 1
  expect(taken).toBeLessThan(100)
  expect(taken).toBeGreaterThan(50)
})

test('500 users behind one address who open the app concurrently are accepted', () => {
  const flood = createFlood({ scale: 1, now: () => 0 })
  for (let at = 0; at < 500 * 8; at += 1) expect(takes(flood, 'hall', 500)).toBe(true)
})

test('a byte count that is not a number fills the sum of an address, and does not disable it', () => {
  const flood = createFlood({ scale: 1, now: () => 0 })
  expect(takes(flood, 'one', Number.NaN)).toBe(true)
  expect(takes(flood, 'one')).toBe(false)
})
