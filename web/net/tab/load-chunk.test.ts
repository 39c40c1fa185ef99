import { expect, test } from 'vitest'
import { addressOfChunk, loadChunk } from './load-chunk.ts'

const FAILED = new TypeError(
  'Failed to fetch dynamically imported module: https://latchkey.example/assets/send-pending-Dd_PEIw9.js',
)

test('a chunk that loads is requested once', async () => {
  const importAt = () => Promise.reject(new Error('requested twice'))
  expect(await loadChunk(async () => 'chunk', importAt)).toBe('chunk')
})

test('a chunk that failed offline is requested at another address of the same file', async () => {
  const requested: string[] = []
  const importAt = async (address: string) => {
    requested.push(address)
    return 'chunk'
  }
  expect(await loadChunk<string>(() => Promise.reject(FAILED), importAt)).toBe('chunk')
  expect(requested).toEqual([
    expect.stringMatching(/^https:\/\/latchkey\.example\/assets\/send-pending-Dd_PEIw9\.js\?again=\d+$/),
  ])
})

test('a failure without an address is passed on', async () => {
  const failure = new TypeError('Importing a module script failed.')
  await expect(loadChunk(() => Promise.reject(failure))).rejects.toBe(failure)
})

test('the address is found in the messages of Chromium and Firefox', () => {
  expect(addressOfChunk(FAILED)).toBe('https://latchkey.example/assets/send-pending-Dd_PEIw9.js')
  expect(addressOfChunk(new TypeError('error loading dynamically imported module: https://latchkey.example/assets/a.js'))).toBe(
    'https://latchkey.example/assets/a.js',
  )
})
