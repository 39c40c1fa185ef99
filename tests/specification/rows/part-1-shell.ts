import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const gates = inFile('tests/e2e/gates.e2e.ts')
const everyAddress = inFile('tests/e2e/every-address.e2e.ts')
const shell = inFile('tests/e2e/shell.e2e.ts')
const home = inFile('tests/e2e/home.e2e.ts')
const popup = inFile('web/features/newsletter/early-access.test.tsx')
const header = inFile('web/features/shell/header.test.tsx')

const MEMBERS = everyAddress('the {} sees at every address what it has for members')
const LANDING = home('landing page {} on a {} has its texts, its links, six cards and its own footer')
const HEADER = shell('a phone has its five places in reach of the thumb, a desktop has three in its header')

export const overview: Section = {
  part: 1,
  title: '1 Product',
  facts: [
    text('a tagline', 'Pay once. Get direct contact.'),
    text('a tagline', 'No gatekeepers. Instant booking.'),
    text('a tagline', 'Skip the cold DM. Save time.'),
    text('claim of one landing page', '7-day money-back guarantee', { heldBy: LANDING }),
    text('promise of the support page', '7-day money-back guarantee', {
      heldBy: inFile('web/features/help/questions.test.ts')('the FAQ contains: %s'),
    }),
    text('promise of the legal pages', 'The 7-day guarantee', {
      heldBy: inFile('web/features/legal/figures.test.tsx')('the terms contain the figure of %s'),
    }),
    rule(
      'A donated share belongs to the charity, and not to the investor',
      inFile('tests/server/listings/activity.test.ts')('refunded sales are not earned, and a charity gets its promised share'),
      'charity',
    ),
  ],
}

export const sharedHeader: Section = {
  part: 1,
  title: '2 Shared header, also part 2',
  facts: [
    text('links of the header', ['Home', 'Browse VCs', 'Marketplace'], { heldBy: HEADER }),
    rule(
      'The header stays at the top while the page scrolls',
      header('the header stays at the top and has three links'),
      'sticky',
    ),
    rule(
      'Home leads to /, Browse VCs to /vcs, Marketplace to /scout',
      header('the header stays at the top and has three links'),
      '/',
      '/vcs',
      '/scout',
    ),
    rule('The link of the open page is marked', HEADER, '[aria-current=page]'),
    rule(
      'A spinner is shown in the header while the account loads',
      header('a spinner is shown in place of the account until it is loaded'),
      'Loading account',
    ),
    text('buttons of a visitor, in one variant', ['Login', 'Sign Up'], {
      heldBy: header('a visitor sees two buttons, in either of the two specified forms'),
    }),
    text('buttons of a visitor, in the other variant', ['Sign In', 'Get Started'], { heldBy: HEADER }),
    rule('Sign In leads to /api/login, Get Started to /signup-type', HEADER, '/api/login', '/signup-type'),
    text('role label of a vc', 'VC Partner', { heldBy: MEMBERS }),
    text('role label of all other users, angels included', 'Founder', {
      heldBy: header('the menu of a %s shows the name, the address and the role: %s'),
    }),
    rule(
      'The user menu shows the picture or two initials, the name, the role label and the e-mail',
      header('the menu of a %s shows the name, the address and the role: %s'),
      'AO',
      'Ada Okafor',
      'ada@founders.example',
    ),
    text('items of the user menu', ['Profile', 'Settings', 'Sign Out'], {
      heldBy: header('the menu links to the profile and to the settings, and signs out'),
    }),
    rule(
      'Profile leads to /profile; Settings to /settings in one variant and to /profile in the other',
      header('the menu links to the profile and to the settings, and signs out'),
      '/profile',
      '/settings',
    ),
    rule(
      'Sign Out ends the session and leads to the home page',
      inFile('tests/e2e/accounts.e2e.ts')('signing in leads to the requested page, signing out to the home page with its toast'),
      'Sign Out',
      'Logged out',
    ),
  ],
}

export const listProject: Section = {
  part: 1,
  title: '2 Floating List Project button',
  facts: [
    text('the button', 'List Project', {
      heldBy: gates('List Project leads a visitor to the sign-in, and a founder to the form'),
    }),
    rule(
      'It leads to /project-setup when signed in and to /auth when not',
      gates('List Project leads a visitor to the sign-in, and a founder to the form'),
      '{}/auth',
      '{}/project-setup',
    ),
    rule('It is hidden for vc and angel users and shown to others', MEMBERS, 'List Project', 'angel'),
  ],
}

export const earlyAccess: Section = {
  part: 1,
  title: '2 Early-access popup',
  facts: [
    rule(
      'It opens 2 seconds after load, unless the session flag is set',
      popup('it opens two seconds after the app, and "Maybe later" applies to the session'),
      '1990',
      '20',
    ),
    text('submit button while submitting, then disabled', 'Joining...'),
    text('way out', 'Maybe later'),
  ],
}

export const homeA: Section = {
  part: 1,
  title: '2 Home variant A',
  facts: [
    text('hero', 'Where Founders connect with VCs', { heldBy: LANDING }),
    rule('A large primary call to action is in the hero', LANDING, 'Get your first contact', '/signup-type'),
    text('button to /vcs', 'View All Investors', { heldBy: LANDING, mentions: ['/vcs'] }),
    text('button to /signup', 'Sign up as VC', { heldBy: LANDING, mentions: ['/signup?defaultType=vc'] }),
    text('heading of the grid', 'Book Direct Calls with Verified VCs & Angels', { heldBy: LANDING }),
    text('cards of the section for investors', ['Quality Founders', 'Earn Revenue', 'Stay In Control'], { heldBy: LANDING }),
    rule('The section for investors has a button to /signup', LANDING, 'Join as a VC or Angel', '/signup?defaultType=vc'),
    text('footer link to /requests', 'Request Page', { heldBy: LANDING, mentions: ['/requests'] }),
    text('second footer link to /requests', 'Feedback & Requests', { heldBy: LANDING, mentions: ['/requests'] }),
    rule(
      'The footer also links to /vcs, /vc-signup, /privacy-policy, /terms-of-service and /support',
      LANDING,
      '/vcs',
      '/vc-signup',
      '/privacy-policy',
      '/terms-of-service',
      '/support',
    ),
    text('copyright year', '© 2024', { heldBy: LANDING }),
  ],
}

export const homeB: Section = {
  part: 1,
  title: '2 Landing variant B',
  facts: [
    text('hero', 'Where Founders meet the VC', { heldBy: LANDING }),
    rule('Buttons lead to /vcs and /vc-signup', LANDING, '/vcs', '/vc-signup'),
    text('heading of the grid', 'Connected VCs & Angels', { heldBy: LANDING }),
    text('heading of the sign-up section', "It's FREE to Join as a VC or Angel", { heldBy: LANDING }),
    text('button to /vc-signup, with the name of the product', 'Apply to Join Latchkey', {
      heldBy: LANDING,
      mentions: ['/vc-signup'],
    }),
    text('footer link to /scout', 'Marketplace', { heldBy: LANDING, mentions: ['/scout'] }),
    text('footer link to /vc-signup', 'Join as VC or Angel', { heldBy: LANDING, mentions: ['/vc-signup'] }),
    rule(
      'The footer also links to /privacy-policy, /terms-of-service and /support',
      LANDING,
      '/privacy-policy',
      '/terms-of-service',
      '/support',
    ),
  ],
}
