import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './throttle-by-key.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call runs immediately, and a flood of calls runs once more at the end of the interval', () => {
  const calls: string[] = []
  const ask = coalesce(50, (key) => calls.push(key))
  for (let i = 0; i < 100; i++) ask('directory')
  expect(calls).toEqual(['directory'])
  vi.advanceTimersByTime(50)
  expect(calls).toEqual(['directory', 'directory'])
  vi.advanceTimersByTime(500)
  expect(calls).toHaveLength(2)
})

test('one key does not delay another', () => {
  const calls: string[] = []
  const ask = coalesce(50, (key) => calls.push(key))
  ask('me:a')
  ask('me:b')
  expect(calls).toEqual(['me:a', 'me:b'])
})

test.each([7, 50, 60, 300, 2000])('a key that is called continuously every %i ms runs at most twice in 5 seconds', (everyMs) => {
  const calls: string[] = []
  const ask = coalesce(50, (key) => calls.push(key), { shortSpans: 10, longMs: 5000 })
  const askFor = (forMs: number) => {
    for (let at = 0; at < forMs; at += everyMs) {
      ask('directory')
      vi.advanceTimersByTime(everyMs)
    }
  }
  askFor(50_000)
  calls.length = 0
  askFor(50_000)
  expect(calls.length).toBeGreaterThan(7)
  expect(calls.length).toBeLessThan(23)

  vi.advanceTimersByTime(60_000)
  calls.length = 0
  ask('directory')
  vi.advanceTimersByTime(49)
  ask('directory')
  expect(calls).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(calls).toHaveLength(2)
})
