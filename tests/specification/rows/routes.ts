import { inFile, route, rule, type Section, text, type Viewer } from '#tests/specification/facts.ts'

const gates = inFile('tests/e2e/gates.e2e.ts')
const everyAddress = inFile('tests/e2e/every-address.e2e.ts')

const SIGN_IN = 'Welcome back'
const LANDING = 'Where Founders connect with VCs'

/** Every route, with the heading that a visitor sees. */
const VISITOR: [path: string, screen: string][] = [
  ['/', LANDING],
  ['/vcs', 'Connected VCs & Angels'],
  ['/vc/{id}', 'Marit Moretti'],
  ['/investor/{id}', 'Marit Moretti'],
  ['/vc-signup', 'Apply as an investor'],
  ['/ping', 'Ping the investor you need'],
  ['/directory', 'Free VC Directory'],
  ['/auth', SIGN_IN],
  ['/join', 'Join the community'],
  ['/signup', 'Create your account'],
  ['/signup-type', 'What brings you here?'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/support', 'Support Center'],
  ['/requests', 'Feedback & Requests'],
  ['/project/{id}', 'Grove'],
  ['/scout', 'Marketplace'],
  ['/scout-success', 'Payment Failed'],
  ['/cold-scout/{slug}', 'Northgate Deep Labs'],
  ['/payment-success', 'No payment to confirm'],
]

/** For members, when the page differs. */
const MEMBER: [path: string, viewer: Viewer, screen: string][] = [
  ['/', 'founder', '^Welcome'],
  ['/home', 'founder', '^Welcome'],
  ['/admin', 'admin', 'Review'],
  ['/payment-success/{paymentIntentId}', 'founder', 'Payment not found'],
  ['/project-setup', 'founder', 'Your project'],
  ['/profile', 'founder', '^(?!Please)'],
  ['/project-payment', 'founder', 'Make Your Project Visible'],
  ['/settings', 'founder', 'Settings'],
  ['/password-setup', 'founder', 'Settings'],
  ['/complete-profile', 'founder', '^(?!Welcome)'],
]

const PUBLIC = VISITOR.map(([path]) => path).filter((path) => path !== '/')

export const routes: Section = {
  part: 1,
  title: '2 Routes, also part 2',
  facts: [
    ...VISITOR.map(([path, screen]) => route(path, 'visitor', screen)),
    ...PUBLIC.map((path) => route(path, 'founder', VISITOR.find(([known]) => known === path)?.[1] ?? '')),
    ...MEMBER.map(([path, viewer, screen]) => route(path, viewer, screen)),
    route('any other path', 'visitor', '404 Page Not Found'),
    text('any other path', ['404 Page Not Found', 'Did you forget to add the page to the router?'], {
      heldBy: inFile('web/features/shell/not-found.test.tsx')('an unknown path shows the specified texts'),
    }),
    rule(
      '/api/login leads to the sign-in',
      inFile('tests/server/accounts.test.ts')('GET /api/login redirects to %s only within this site'),
      '/api/login?next={}',
    ),
    rule('/api/logout ends the session', inFile('tests/server/accounts.test.ts')('GET /api/logout from %s'), '/api/logout'),
    rule(
      'Without a completed profile every route shows the completion',
      gates('{} sees the gate at every address, and nothing flashes before it'),
      'Complete Your Profile',
    ),
    rule(
      'Without a password every route shows the password setup',
      gates('{} sees the gate at every address, and nothing flashes before it'),
      'Secure Your Account',
    ),
    rule(
      'While the account loads, routes of the signed-out set are shown',
      everyAddress('before the principal is known, no address shows a gate, a false 404, or content for accounts alone'),
      'Loading account',
      /skeleton/,
    ),
    rule(
      'Routes of accounts alone lead a visitor to the sign-in',
      everyAddress('a visitor sees at every address what it has for visitors'),
      '/auth?next=%2Fsettings',
      '/auth?next=%2Fproject-setup',
      'Please Sign In',
    ),
  ],
}
