import * as v from 'valibot'
import { expect, test } from 'vitest'
import { noticeKinds } from '#shared/notices/kinds.ts'
import { SubscribeToPush } from './contract.ts'
import { pushTextOf } from './texts.ts'

test('each kind of notice has its own sentence, without a value; an unknown kind has a general one', () => {
  const texts = Object.keys(noticeKinds).map(pushTextOf)
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z][a-z ]+$/)
  for (const unknown of ['newer', 'toString']) expect(pushTextOf(unknown)).toBe('Something has happened on Latchkey')
})

const given = { endpoint: 'https://push.example/send/abc', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }

test.each<[string, object, boolean]>([
  ['an address and keys of the right length', {}, true],
  ['a key that is too short', { p256dh: 'B'.repeat(86) }, false],
  ['a secret with other characters', { auth: `${'a'.repeat(21)}+` }, false],
  ['an address that is none', { endpoint: 'push.example' }, false],
  ['an address that is too long', { endpoint: `https://push.example/${'a'.repeat(1000)}` }, false],
])('a subscription with %s is read as expected', (_, over, isValid) => {
  expect(v.is(SubscribeToPush, { ...given, ...over })).toBe(isValid)
})
