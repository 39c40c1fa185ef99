import { expect, test } from 'vitest'
import { keepFor } from './keep-for.ts'

function make() {
  const clock = { now: 0 }
  const made: string[] = []
  const keep = keepFor<string>({ ms: 1000, most: 2, now: () => clock.now })
  const ask = (key: string) =>
    keep(key, async () => {
      made.push(key)
      return `${key} ${made.length}`
    })
  return { clock, made, ask }
}

test('calls within the time share one value, and later calls get a new one', async () => {
  const { clock, ask } = make()
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1'])
  clock.now = 999
  expect(await ask('a')).toBe('a 1')
  clock.now = 1000
  expect(await ask('a')).toBe('a 2')
})

test('only the newest keys are kept', async () => {
  const { made, ask } = make()
  for (const key of ['a', 'b', 'c', 'b', 'a']) await ask(key)
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})

test('a value that failed or was not found is computed again', async () => {
  const keep = keepFor<string | undefined>({ ms: 1000, most: 2 })
  await expect(keep('a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(await keep('a', async () => undefined)).toBeUndefined()
  expect(await keep('a', async () => 'found')).toBe('found')
})
