import { expect, test, vi } from 'vitest'
import { keepLatest } from './keep-latest.ts'

test('the value of the latest key is made once', async () => {
  const kept = keepLatest<string, number>()
  const make = vi.fn(async () => make.mock.calls.length)
  expect(await Promise.all([kept('a', make), kept('a', make)])).toEqual([1, 1])
  expect(await kept('b', make)).toBe(2)
  expect(await kept('a', make)).toBe(3)
})

test.each([
  ['a failure', () => Promise.reject(new Error('refused'))],
  ['no value', async () => undefined],
])('%s is not kept, and does not remove the value of a later key', async (_, make) => {
  const kept = keepLatest<string, number | undefined>()
  await kept('a', make).catch(() => undefined)
  expect(await kept('a', async () => 1)).toBe(1)
  const early = kept('b', make).catch(() => undefined)
  const late = kept('c', async () => 2)
  await early
  expect(kept('c', make)).toBe(late)
})
