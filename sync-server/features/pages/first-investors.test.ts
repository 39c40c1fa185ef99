import { expect, test } from 'vitest'
import type { DirectoryPart } from '#shared/sync/protocol.ts'
import { firstInvestors } from './first-investors.ts'

const partOf = (...investors: { id: string; isVerified: boolean }[]): DirectoryPart => ({ put: { investors } })

test('the best twelve verified investors come first', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ id: `rec${at}`, isVerified: at !== 1 }))
  const first = await firstInvestors(async () => partOf(...many))()
  expect(first.map(({ id }) => id)).toEqual(['rec0', ...Array.from({ length: 11 }, (_, at) => `rec${at + 2}`)])
})

test.each([
  ['no snapshot exists', async () => undefined],
  ['the database refuses', () => Promise.reject(new Error('refused'))],
  ['the database does not answer', () => new Promise<never>(() => undefined)],
])('the home page has none while %s', async (_, read) => {
  expect(await firstInvestors(read)()).toEqual([])
})
