import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Email, Login, NewPassword, Register } from './contract.ts'

// cspell:ignore bcher

test.each([
  ['ada@example.com', true],
  ['  Ada.Love+lace@Mail.Example.co.uk ', true],
  ["o'hara@example.com", true],
  ['a@xn--bcher-kva.example', true],
  ['ada@example', false],
  ['ada@', false],
  ['@example.com', false],
  ['ada@example.com,eve@example.com', false],
  ['ada@example.com\r\nBcc: eve@example.com', false],
  ['ada <ada@example.com>', false],
  ['ada@192.168.1.1', false],
  [`${'a'.repeat(250)}@example.com`, false],
  [['ada@example.com'], false],
])('%j is an address: %s', (typed, isOne) => {
  expect(v.safeParse(Email, typed).success).toBe(isOne)
})

test('an address is normalised', () => {
  expect(v.parse(Email, ' Ada@Example.COM ')).toBe('ada@example.com')
})

test('an accepted password is neither short, nor common, nor too long', () => {
  const messagesOf = (typed: unknown) => v.safeParse(NewPassword, typed).issues?.map(({ message }) => message)
  expect(messagesOf('k7#mQz2p')).toBeUndefined()
  expect(messagesOf('seven77')).toEqual(['Password must be at least 8 characters long.'])
  expect(messagesOf('Password123')).toEqual(['This password is too common. Please choose another one.'])
  expect(messagesOf('x'.repeat(201))).toEqual(['Password must be at most 200 characters'])
})

const whole = {
  email: 'ada@example.com',
  password: 'sixsix',
  confirmPassword: 'sixsix',
  firstName: 'Ada',
  lastName: 'Lovelace',
  userType: 'founder',
}

/** The error messages of a form, by field. */
function messagesByField(schema: typeof Login | typeof Register, input: unknown) {
  const issues = v.safeParse(schema, input).issues ?? []
  return issues.map(({ path, message }) => [path?.map(({ key }) => key).join('.'), message])
}

test.each<[string, object, string, string]>([
  ['no e-mail', { email: undefined }, 'email', 'Please enter a valid email address'],
  ['half an e-mail', { email: 'ada@' }, 'email', 'Please enter a valid email address'],
  ['five characters', { password: 'fives', confirmPassword: 'sixsix' }, 'password', 'Password must be at least 6 characters'],
  ['no confirmation', { confirmPassword: '' }, 'confirmPassword', 'Please confirm your password'],
  ['another confirmation', { confirmPassword: 'sixsiX' }, 'confirmPassword', "Passwords don't match"],
  ['no first name', { firstName: '  ' }, 'firstName', 'First name is required'],
  ['no last name', { lastName: undefined }, 'lastName', 'Last name is required'],
  ['an unknown role', { userType: 'admin' }, 'userType', 'Please select your role'],
])('signing up with %s is reported at its field', (_, change, field, message) => {
  expect(messagesByField(Register, { ...whole, ...change })).toContainEqual([field, message])
})

test.each([
  [{ email: 'ada@', password: 'sixsix' }, ['email', 'Please enter a valid email address']],
  [{ email: 'ada@example.com', password: 'fives' }, ['password', 'Password must be at least 6 characters']],
])('signing in with %j is reported at its field', (input, first) => {
  expect(messagesByField(Login, input)[0]).toEqual(first)
})
