import { expect, test } from 'vitest'
import { afterGate } from './after-gate.ts'
import { needsAccount, type Screen, screenAt, type Viewer } from './gate.ts'

const person = (userType: 'founder' | 'vc' | 'angel') => ({ userType, profileCompleted: true, hasSetPassword: true })
const viewers = {
  loading: undefined,
  visitor: null,
  founder: person('founder'),
  vc: person('vc'),
  angel: person('angel'),
  unnamed: { ...person('founder'), profileCompleted: false },
  'unnamed and without password': { ...person('vc'), profileCompleted: false, hasSetPassword: false },
  'without password': { ...person('founder'), hasSetPassword: false },
} satisfies Record<string, Viewer>
type ViewerName = keyof typeof viewers

const page: Screen = { kind: 'page' }
const wait: Screen = { kind: 'wait' }
const go = (to: string): Screen => ({ kind: 'go', to })
const names: Screen = { kind: 'gate', gate: 'complete-profile' }
const password: Screen = { kind: 'gate', gate: 'set-password' }

/** Both sets of the specification, the unknown path, and the additions of RULINGS. */
const open = [
  '/',
  '/vc-signup',
  '/ping',
  '/vcs',
  '/directory',
  '/vc/rec1',
  '/auth',
  '/join',
  '/signup',
  '/signup-type',
  '/privacy-policy',
  '/terms-of-service',
  '/support',
  '/requests',
  '/investor/rec1',
  '/project/p1',
  '/scout-success',
  '/scout',
  '/cold-scout/fund',
  '/contacts',
  '/payment-success/pi_1',
  // These show a signed-out state to a visitor.
  '/admin',
  '/profile',
  '/project-payment',
  '/no-such-page',
]
const full: ViewerName[] = ['founder', 'vc', 'angel']

const shown = (path: string, who: ViewerName, wasGated = false) => screenAt(path, '', viewers[who], wasGated)

test.each(open)('%s is shown to every viewer without a gate', (path) => {
  for (const who of ['loading', 'visitor', ...full] as const) expect(shown(path, who), who).toEqual(page)
})

test.each<[path: string, visitor: Screen, member: Screen]>([
  ['/home', go('/'), page],
  ['/settings', go('/auth?next=%2Fsettings'), page],
  ['/project-setup', go('/auth?next=%2Fproject-setup'), page],
  ['/password-setup', go('/auth'), go('/settings')],
  ['/complete-profile', go('/auth'), go('/profile')],
])('%s requires an account, and waits until the viewer is known', (path, visitor, member) => {
  expect(shown(path, 'loading')).toEqual(wait)
  expect(shown(path, 'visitor')).toEqual(visitor)
  for (const who of full) expect(shown(path, who), who).toEqual(member)
  expect(shown(`${path}/`, 'visitor'), 'with a slash behind it').toEqual(visitor)
})

test.each([...open, '/home', '/settings', '/project-setup', '/password-setup', '/complete-profile'])(
  'the gates apply to %s too',
  (path) => {
    expect(shown(path, 'unnamed')).toEqual(names)
    expect(shown(path, 'unnamed and without password')).toEqual(names) // one after the other
    expect(shown(path, 'without password')).toEqual(password)
  },
)

test('on a device that showed a gate before, nothing is shown until the viewer is known', () => {
  expect(shown('/vcs', 'loading', true)).toEqual(wait)
  expect(shown('/vcs', 'founder', true)).toEqual(page)
  expect(shown('/vcs', 'visitor', true)).toEqual(page)
})

test('the redirect to the sign-in keeps the path and query', () => {
  expect(screenAt('/settings', '?tab=2', null, false)).toEqual(go('/auth?next=%2Fsettings%3Ftab%3D2'))
})

test.each([
  ['set-password', '/password-setup', '/profile'],
  ['set-password', '/', '/profile'],
  ['set-password', '/vc/rec1', undefined],
  ['complete-profile', '/complete-profile', '/first-of-vc'],
  ['complete-profile', '/auth', '/first-of-vc'],
  ['complete-profile', '/contacts', undefined],
] as const)('the gate %s at %s leads to %s', (gate, path, next) => {
  expect(afterGate(gate, path, (userType) => `/first-of-${userType}`, 'vc')).toBe(next)
})

test.each([
  ['/settings', true],
  ['/profile', true],
  ['/profile/', true],
  ['/receipt/ord_1', true],
  ['/admin', true],
  ['/', false],
  ['/vcs', false],
  ['/profile-request', false],
  ['/contacts', false],
])('%s waits for the account: %s', (path, waits) => {
  expect(needsAccount(path)).toBe(waits)
})
