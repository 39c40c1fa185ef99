import { expect, test } from 'vitest'
import { ownPath, telegramUrl } from './url.ts'

test.each([
  ['@ada_lim', 'https://t.me/ada_lim'],
  ['ada_lim', 'https://t.me/ada_lim'],
  ['https://t.me/ada_lim/', 'https://t.me/ada_lim'],
  ['telegram.me/ada_lim', 'https://t.me/ada_lim'],
  ['ada', undefined],
  ['https://evil.example/ada_lim', undefined],
  [null, undefined],
  [undefined, undefined],
  [42, undefined],
])('the Telegram address of %j is %j', (handle, address) => {
  expect(telegramUrl(handle)).toBe(address)
})

test.each([
  ['/contacts?q=1', '/contacts?q=1'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/a\nb', '/'],
  [undefined, '/'],
])('a sign-in with the target %j leads to %j', (next, path) => {
  expect(ownPath(next)).toBe(path)
})
