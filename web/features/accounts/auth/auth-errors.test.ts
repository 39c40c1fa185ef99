import { expect, test } from 'vitest'
import { STORAGE_TIMEOUT_MESSAGE, StorageTimeoutError } from '#web/db/storage-errors.ts'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { ACCOUNT_NOT_FOUND, loginRefusal, OFFLINE, registrationRefusal } from './auth-errors.ts'

const refused = (status: number, message: string) => new HttpProblem(status, message, { message, code: 'any' })

test.each([
  ['an unknown address or a wrong password', refused(401, 'Invalid credentials'), ACCOUNT_NOT_FOUND],
  ['a server of another implementation', refused(404, 'User not found'), ACCOUNT_NOT_FOUND],
  ['another such message', refused(404, 'No user found with this address'), ACCOUNT_NOT_FOUND],
  ['too many attempts', refused(429, 'Too many tries.'), 'Too many tries.'],
  ['a page of an intermediary', new HttpProblem(502, '<html>', undefined), 'Invalid email or password'],
  ['no network', new Unreachable('Failed to fetch'), OFFLINE],
  ['a device that cannot store', new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE), STORAGE_TIMEOUT_MESSAGE],
])('a sign-in that fails because of %s shows the reason', (_, error, sentence) => {
  expect(loginRefusal(error)).toBe(sentence)
})

test.each([
  ['a taken address', refused(409, 'Please try again'), 'Please try again'],
  ['a page of an intermediary', new HttpProblem(502, '<html>', undefined), 'Please try again'],
  ['no network', new Unreachable('Failed to fetch'), OFFLINE],
  ['a device that cannot store', new StorageTimeoutError(STORAGE_TIMEOUT_MESSAGE), STORAGE_TIMEOUT_MESSAGE],
])('a registration that fails because of %s shows the reason', (_, error, sentence) => {
  expect(registrationRefusal(error)).toBe(sentence)
})
