import { expect, test } from 'vitest'
import { messageOf, problemCodes, statusOf } from './problem.ts'

test('only an expired or ended session has the message that makes the client sign in again', () => {
  expect(problemCodes.filter((code) => /unauthorized/i.test(messageOf(code)))).toEqual(['session-lost', 'session-ended'])
})

test('no refused sign-in has the message of another refusal', () => {
  const refusals = problemCodes.filter(
    (code) => statusOf(code) === 401 && /Invalid credentials|User not found|No user found/.test(messageOf(code)),
  )
  expect(refusals).toEqual(['accounts.invalid-credentials'])
})

test.each(problemCodes)('%s has a status and a message', (code) => {
  expect(statusOf(code)).toBeGreaterThanOrEqual(400)
  expect(statusOf(code)).toBeLessThan(600)
  expect(messageOf(code)).toMatch(/^[A-Z].+/)
})
