import { expect, test } from 'vitest'
import { afterLogin, afterNames, afterRegistration } from './after-sign-in.ts'

test('a sign-in leads to the first page, or to where somebody was on their way', () => {
  expect(afterLogin(undefined)).toBe('/')
  expect(afterLogin('/contacts')).toBe('/contacts')
})

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/vc-signup'],
] as const)('whoever registers as %s goes on to %s, unless they were on their way', (userType, next) => {
  expect(afterRegistration(undefined, userType)).toBe(next)
  expect(afterRegistration('/contacts', userType)).toBe('/contacts')
})

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/'],
] as const)('whoever completes their names as %s goes on to %s', (userType, next) => {
  expect(afterNames(userType)).toBe(next)
})
