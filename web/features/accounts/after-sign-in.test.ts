import { expect, test } from 'vitest'
import { afterNames, afterRegistration } from './after-sign-in.ts'

test.each(['vc', 'angel'] as const)(
  'whoever registers as %s goes on to the application, unless they were on their way',
  (userType) => {
    expect(afterRegistration(undefined, userType)).toBe('/vc-signup')
    expect(afterRegistration('/contacts', userType)).toBe('/contacts')
  },
)

test.each([
  ['founder', '/project-setup'],
  ['vc', '/vc-signup'],
  ['angel', '/'],
] as const)('whoever completes their names as %s goes on to %s', (userType, next) => {
  expect(afterNames(userType)).toBe(next)
})
