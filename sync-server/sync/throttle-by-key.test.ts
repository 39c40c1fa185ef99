import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './throttle-by-key.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first word goes out at once, a flood as one more at the end of the span', () => {
  const said: string[] = []
  const ask = coalesce(50, (word) => said.push(word))
  for (let i = 0; i < 100; i++) ask('directory')
  expect(said).toEqual(['directory'])
  vi.advanceTimersByTime(50)
  expect(said).toEqual(['directory', 'directory'])
  vi.advanceTimersByTime(500)
  expect(said).toHaveLength(2)
})

test('one word does not hold up another', () => {
  const said: string[] = []
  const ask = coalesce(50, (word) => said.push(word))
  ask('me:a')
  ask('me:b')
  expect(said).toEqual(['me:a', 'me:b'])
})

test.each([7, 50, 60, 300, 2000])(
  'a word that is asked for every %i ms without an end is said at most twice in 5 seconds',
  (everyMs) => {
    const said: string[] = []
    const ask = coalesce(50, (word) => said.push(word), { shortSpans: 10, longMs: 5000 })
    const askFor = (forMs: number) => {
      for (let at = 0; at < forMs; at += everyMs) {
        ask('directory')
        vi.advanceTimersByTime(everyMs)
      }
    }
    askFor(50_000)
    said.length = 0
    askFor(50_000)
    expect(said.length).toBeGreaterThan(7)
    expect(said.length).toBeLessThan(23)

    vi.advanceTimersByTime(60_000)
    said.length = 0
    ask('directory')
    vi.advanceTimersByTime(49)
    ask('directory')
    expect(said).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(said).toHaveLength(2)
  },
)
