import { expect, test } from 'vitest'
import type { Investor } from '#shared/directory/contract.ts'
import { firstInvestors } from './first-investors.ts'

const bestOf = (...investors: { id: string; pausedUntil?: string }[]) => ({ verified: investors as Investor[] })

const now = () => new Date('2026-11-27T12:00Z')

test('the best twelve verified investors come first', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ id: `rec${at}` }))
  const first = await firstInvestors(async () => bestOf(...many), now)()
  expect(first.map(({ id }) => id)).toEqual(['rec0', ...Array.from({ length: 11 }, (_, at) => `rec${at + 1}`)])
})

test('who is paused comes after those who can be reached, as on the device', async () => {
  const paused = { id: 'away', pausedUntil: '2026-12-05' }
  const best = bestOf(paused, { id: 'back', pausedUntil: '2026-11-20' }, { id: 'there' })
  expect((await firstInvestors(async () => best, now)()).map(({ id }) => id)).toEqual(['back', 'there', 'away'])
})

test.each([
  ['no snapshot exists', async () => undefined],
  ['the database refuses', () => Promise.reject(new Error('refused'))],
  ['the database does not answer', () => new Promise<never>(() => undefined)],
])('the home page has none while %s', async (_, read) => {
  expect(await firstInvestors(read, now)()).toEqual([])
})
