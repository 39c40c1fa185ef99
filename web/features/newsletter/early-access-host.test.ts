import { expect, test } from 'vitest'
import { isBrowsing } from './early-access-host.tsx'

test.each(['/', '/vcs', '/vc/rec1', '/investor/rec1', '/scout', '/project/prj_1', '/ping', '/directory', '/cold-scout/lodestar'])(
  'the popup may open on %s',
  (path) => expect(isBrowsing(path)).toBe(true),
)

test.each([
  '/join',
  '/auth',
  '/signup',
  '/signup-type',
  '/vc-signup',
  '/project-setup',
  '/project-payment',
  '/payment-success/pi_1',
  '/scout-success',
  '/contacts/rec1',
  '/calls',
  '/requests',
  '/support',
  '/admin',
  '/home',
  '/profile',
  '/settings',
])('the popup does not open on %s', (path) => expect(isBrowsing(path)).toBe(false))
