import { expect, test } from 'vitest'
import { newPasswordRefusal } from './new-password.ts'

// cspell:ignore sentense

test.each([
  ['seven77', 'seven77', 'Password Too Short', 'password'],
  ['seven77', 'other', 'Password Too Short', 'password'], // one error at a time
  ['a fine sentence', 'a fine sentense', "Passwords Don't Match", 'confirm'],
  ['password123', 'password123', 'Password Too Common', 'password'],
  ['a fine sentence', 'a fine sentence', undefined, undefined],
])('%s repeated as %s: %s', (password, confirm, title, field) => {
  const refusal = newPasswordRefusal(password, confirm)
  expect([refusal?.title, refusal?.field]).toEqual([title, field])
})
