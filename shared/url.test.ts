import { expect, test } from 'vitest'
import { mailtoUrl, ownPath, telegramUrl } from './url.ts'

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

test.each<[string, Parameters<typeof mailtoUrl>[1], string]>([
  ['ada@anvil.example', undefined, 'mailto:ada@anvil.example'],
  ['a?bcc=eve@anvil.example', undefined, 'mailto:a%3Fbcc%3Deve@anvil.example'],
  ['ada@anvil.example', { subject: 'One & two', text: 'a\nb' }, 'mailto:ada@anvil.example?subject=One%20%26%20two&body=a%0D%0Ab'],
  ['ada@anvil.example', { subject: 'x&bcc=eve@evil.example' }, 'mailto:ada@anvil.example?subject=x%26bcc%3Deve%40evil.example'],
])('the mail link to %s with %j has one recipient: %s', (address, prepared, link) => {
  expect(mailtoUrl(address, prepared)).toBe(link)
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
