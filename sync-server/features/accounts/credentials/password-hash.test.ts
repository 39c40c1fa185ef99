import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

test('a password is hashed with the lowest cost that OWASP recommends', async () => {
  const hash = await hashPassword('a fine password')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('a fine password', hash)).toBe(true)
  expect(await verifyPassword('another password', hash)).toBe(false)
})

test('an account without a password accepts none', async () => {
  expect(await verifyPassword('', null)).toBe(false)
})
