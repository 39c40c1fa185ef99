import { expect, test } from 'vitest'
import { isStrongPassword } from './passwords.ts'

// cspell:ignore qwertyuiop

test.each([
  ['seven77', false],
  ['eight888', true],
  ['password', false],
  ['PassWord', false], // dictionary attacks try both cases
  ['qwertyuiop', false],
  ['correct horse battery', true],
])('%s counts as set: %s', (password, isStrong) => {
  expect(isStrongPassword(password)).toBe(isStrong)
})
