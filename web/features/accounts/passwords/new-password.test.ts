import { expect, test } from 'vitest'
import { newPasswordRefusal, passwordHint } from './new-password.ts'

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

test.each([
  ['', 'At least 8 characters.'],
  ['a fine sentence', 'At least 8 characters.'],
  ['seven77', 'Use at least 8 characters. You will be asked for a stronger one before you continue.'],
  ['password123', 'This password is too common. You will be asked for a stronger one before you continue.'],
])('the hint below the password %j of a sign-up is: %s', (typed, hint) => {
  expect(passwordHint(typed)).toBe(hint)
})
