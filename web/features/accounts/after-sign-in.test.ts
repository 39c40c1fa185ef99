import { expect, test } from 'vitest'
import { afterRegistration } from './after-sign-in.ts'

test.each(['vc', 'angel'] as const)(
  'whoever registers as %s goes on to the application, unless they were on their way',
  (userType) => {
    expect(afterRegistration(undefined, userType)).toBe('/vc-signup')
    expect(afterRegistration('/contacts', userType)).toBe('/contacts')
  },
)
