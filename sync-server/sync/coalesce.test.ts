import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

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
