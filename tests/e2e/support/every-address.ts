import { readdirSync } from 'node:fs'
import type { Stop } from './walk.ts'

type Member = 'founder' | 'vc' | 'angel' | 'admin'
type Viewer = Member | 'visitor'

/** The title of a page, the address that it redirects to, and the text of the toast on the way. */
type Screen = string | RegExp | { title: string | RegExp; at?: string | undefined; says?: string }
/** The same for every viewer, or one for visitors and one for members, and exceptions among the members. */
type Screens = Screen | ({ visitor: Screen; member: Screen } & Partial<Record<Member, Screen>>)
/** Before the principal is known: the page itself, its outline, or one spinner where it is for accounts alone. */
type Loading = 'page' | 'outline' | 'spinner'

export const SPINNER = 'main [aria-label="Loading account"]'

const INVESTOR = 'rec1xBsyPcZWn6QTr'
const LANDING = 'Where Founders connect with VCs'
const SIGN_IN = 'Welcome back'
const BROWSE = 'Connected VCs & Angels'

const home = (at?: string): Screens => ({ visitor: { title: LANDING, at }, member: /^Welcome/ })
const refused: Screen = { title: '', says: 'Unauthorized: Admin access required. Redirecting...' }
const restricted: Screen = { title: BROWSE, at: '/vcs', says: 'Access Restricted' }

const addresses: [path: string, screens: Screens, loading: Loading][] = [
  ['/', home(), 'page'],
  ['/home', home('/'), 'spinner'],
  ['/vcs', BROWSE, 'page'],
  ['/ping', 'Ping the investor you need', 'page'],
  ['/directory', 'Free VC Directory', 'page'],
  [`/vc/${INVESTOR}`, 'Marit Moretti', 'outline'],
  ['/vc/nobody', 'Investor Not Found', 'outline'],
  [`/investor/${INVESTOR}`, 'Marit Moretti', 'outline'],
  ['/investor/nobody', 'Investor Not Found', 'outline'],
  ['/vc-signup', 'Apply as an investor', 'page'],
  ['/scout', 'Marketplace', 'page'],
  ['/project/prj_demo_002', 'Grove', 'outline'],
  ['/project/nothing', 'Project Not Found', 'outline'],
  ['/cold-scout/northgate-deep-labs', 'Northgate Deep Labs', 'outline'],
  ['/cold-scout/nobody', 'Fund Not Found', 'outline'],
  ['/contacts', 'Contacts', 'page'],
  ['/contacts/new', 'Add a person', 'page'],
  ['/raise', 'Your raise', 'outline'],
  ['/share', 'Save where?', 'page'],
  ['/calls', 'Calls', 'page'],
  [`/contacts/${INVESTOR}`, 'Contact not found', 'outline'],
  ['/receipt/ord_nobodys', 'Receipt not found', 'outline'],
  ['/edit-listing/vc_none', 'No such listing', 'outline'],
  ['/payment-success', 'No payment to confirm', 'page'],
  ['/scout-success', 'Payment Failed', 'page'],
  [
    '/project-payment',
    {
      visitor: 'Authentication Required',
      member: 'Make Your Project Visible',
      vc: 'Access Restricted',
      angel: 'Access Restricted',
    },
    'outline',
  ],
  [
    '/project-setup',
    { visitor: { title: SIGN_IN, at: '/auth?next=%2Fproject-setup' }, member: 'Your project', vc: restricted, angel: restricted },
    'spinner',
  ],
  ['/admin', { visitor: { title: LANDING, at: '/', says: refused.says }, member: refused, admin: 'Review' }, 'outline'],
  ['/auth', SIGN_IN, 'page'],
  ['/signup', 'Create your account', 'page'],
  ['/signup-type', 'What brings you here?', 'page'],
  ['/join', 'Join the community', 'page'],
  ['/forgot-password', 'Forgot your password?', 'page'],
  ['/reset-password', 'This link is not complete', 'page'],
  ['/verify-email', 'Not confirmed', 'page'],
  ['/keep-email', 'This link is not complete', 'page'],
  ['/newsletter', 'Early access', 'page'],
  ['/claim', 'Restore purchases', 'page'],
  ['/profile-request', 'This link does nothing', 'page'],
  ['/privacy-policy', 'Privacy Policy', 'page'],
  ['/terms-of-service', 'Terms of Service', 'page'],
  ['/unsubscribe', 'This link does nothing', 'page'],
  ['/support', 'Support Center', 'page'],
  ['/notices', 'Notices', 'page'],
  ['/reply', 'This link does nothing', 'page'],
  ['/requests', 'Feedback & Requests', 'page'],
  ['/outbox', 'Outbox', 'page'],
  ['/profile', { visitor: 'Please Sign In', member: /^(?!Please)/ }, 'outline'],
  ['/settings', { visitor: { title: SIGN_IN, at: '/auth?next=%2Fsettings' }, member: 'Settings' }, 'spinner'],
  ['/earnings', { visitor: { title: SIGN_IN, at: '/auth?next=%2Fearnings' }, member: 'Earnings' }, 'spinner'],
  ['/password-setup', { visitor: { title: SIGN_IN, at: '/auth' }, member: { title: 'Settings', at: '/settings' } }, 'spinner'],
  [
    '/complete-profile',
    { visitor: { title: SIGN_IN, at: '/auth' }, member: { title: /^(?!Welcome)/, at: '/profile' } },
    'spinner',
  ],
  ['/no-such-page', '404 Page Not Found', 'page'],
  // A visitor leaves the app for the sign-in, which is not followed there: see its own test.
  [
    '/payment-success/pi_nobodys',
    { visitor: { title: '', says: 'Please sign in to see this payment…' }, member: 'Payment not found' },
    'outline',
  ],
]

const isOne = (screens: Screens): screens is Screen =>
  typeof screens === 'string' || screens instanceof RegExp || 'title' in screens

/** The stops of a viewer at every address. */
export const stopsOf = (viewer: Viewer): Stop[] =>
  addresses.map(([path, screens]) => {
    const screen = isOne(screens) ? screens : viewer === 'visitor' ? screens.visitor : (screens[viewer] ?? screens.member)
    return { path, ...(typeof screen === 'string' || screen instanceof RegExp ? { title: screen } : screen) }
  })

/** The same before the principal is known. */
export const stopsWhileLoading = (): Stop[] =>
  stopsOf('visitor').map(({ path, title }, index) => {
    const loading = addresses[index]?.[2]
    return loading === 'page'
      ? { path, title }
      : { path, shows: loading === 'spinner' ? SPINNER : 'main :is(.skeleton, .loading:not(.waiting))' }
  })

/** The stops of a screen that is shown at every address before everything else. */
export const stopsAlike = (stop: Omit<Stop, 'path'>): Stop[] => addresses.map(([path]) => ({ path, ...stop }))

/** Each address that the app has a page for, as its files name them, with `*` for the variable part. */
const routesOfTheApp = () =>
  readdirSync(new URL('../../../web/routes', import.meta.url))
    .filter((name) => /^[^-_].*\.tsx$/.test(name) && !name.includes('.test.'))
    .map((name) => `/${name.slice(0, -'.tsx'.length)}`)
    .map((name) =>
      name
        .replaceAll('.', '/')
        .replace(/\/\$\w+/, '/*')
        .replace(/(?<=.)\/index$|(?<=^\/)index$/, ''),
    )

/** The addresses that no stop visits. */
export const unvisited = () =>
  routesOfTheApp().filter(
    (route) => !addresses.some(([path]) => (route.endsWith('*') ? path.startsWith(route.slice(0, -1)) : path === route)),
  )
