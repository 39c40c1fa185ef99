import { expect, test, vi } from 'vitest'
import { countLocally } from './local-limit.ts'

test('few calls in a minute make no database query, and all calls of a frequent caller are counted in the database', async () => {
  let now = 0
  const limit = vi.fn(async () => undefined)
  const count = countLocally(limit, 3, () => now)
  for (let at = 0; at < 3; at += 1) await count('ada')
  await count('ben')
  expect(limit).not.toHaveBeenCalled()
  await count('ada')
  await count('ada')
  expect(limit.mock.calls).toEqual([
    ['ada', 4],
    ['ada', 1],
  ])
  now = 60_000
  await count('ada')
  expect(limit).toHaveBeenCalledTimes(2)
})

test('a refusal by the database limit reaches the caller', async () => {
  const count = countLocally(() => Promise.reject(new Error('full')), 0)
  await expect(count('ada')).rejects.toThrow('full')
})
