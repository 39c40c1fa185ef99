import { expect, test } from 'vitest'
import { pageAfterLogin, pageAfterNames, pageAfterRegistration } from './after-sign-in.ts'

test('a sign-in leads to the first page, or to the page that was requested', () => {
  expect(pageAfterLogin(undefined)).toBe('/')
  expect(pageAfterLogin('/contacts')).toBe('/contacts')
})

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/vc-signup'],
] as const)('a registration as %s leads to %s, unless another page was requested', (userType, next) => {
  expect(pageAfterRegistration(undefined, userType)).toBe(next)
  expect(pageAfterRegistration('/contacts', userType)).toBe('/contacts')
})

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/'],
] as const)('completing the names as %s leads to %s', (userType, next) => {
  expect(pageAfterNames(userType)).toBe(next)
})
