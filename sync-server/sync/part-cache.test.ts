import { expect, test, vi } from 'vitest'
import { recentValues } from './part-cache.ts'

test('a value is looked for once in its life, and is gone with that when it was removed', async () => {
  let now = 0
  let stored: string | undefined = 'part'
  const find = vi.fn(async () => stored)
  const recent = recentValues<string>(2, 1000, () => now)
  expect([await recent('a', find), await recent('a', find)]).toEqual(['part', 'part'])
  expect(find).toHaveBeenCalledTimes(1)
  stored = undefined
  now = 999
  expect(await recent('a', find)).toBe('part')
  now = 1000
  expect(await recent('a', find)).toBeUndefined()
})

test('the newest values are kept', async () => {
  const recent = recentValues<string>(2, 1000, () => 0)
  const find = vi.fn(async () => 'part')
  for (const key of ['a', 'b', 'c', 'c', 'b']) await recent(key, find)
  expect(find).toHaveBeenCalledTimes(3)
  await recent('a', find)
  expect(find).toHaveBeenCalledTimes(4)
})
