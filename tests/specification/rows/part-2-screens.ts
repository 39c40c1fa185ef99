import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const profile = inFile('tests/e2e/founder/profile.e2e.ts')
const card = inFile('web/features/history/profile-card.test.tsx')
const settings = inFile('tests/e2e/settings.e2e.ts')
const browse = inFile('tests/e2e/browse.e2e.ts')
const gates = inFile('tests/e2e/gates.e2e.ts')
const everyAddress = inFile('tests/e2e/every-address.e2e.ts')
const doors = inFile('web/features/accounts/entrances.test.tsx')
const help = inFile('web/features/help/help.test.tsx')
const fund = inFile('web/features/cold-scout/fund-page.test.tsx')

const BADGES = card('the header of a profile has the badges of its account: %j')
const NEWCOMER = profile('a new user finds the first step in every tab')
const LIST = browse('on a {}, a founder filters the whole list to the right investors, and returns to them')
const MARKET = browse('on a {}, the marketplace ranks, prices and sells, and the free directory informs and links')
const RESET = settings('a reset without the current password takes a code from the mailbox when the sign-in is old')
const LIFE = inFile('tests/e2e/investor/investor-journey.e2e.ts')(
  'an application from start to end: written signed out, approved, live elsewhere immediately, unlocked, earning, revoked',
)

export const profilePage: Section = {
  part: 2,
  title: '2 /profile',
  facts: [
    text('badges of the type', ['VC', 'Angel', 'Founder'], {
      heldBy: card('the header of a profile has the badges of its account: %j'),
    }),
    text('badge of an admin', 'Admin', { heldBy: BADGES }),
    text('badge of an investor', ['Approved Investor', 'Pending Approval'], {
      heldBy: card('the header of a profile has the badges of its account: %j'),
    }),
    rule('Name, e-mail and the day of the sign-up', BADGES, 'Ada Okafor', 'ada@founders.example', '2 January 2026'),
    text('switch of the form', 'Edit Profile', {
      heldBy: profile(
        'a name is changed, a refusal is shown beside its field or in a toast, and without a network the change waits',
      ),
    }),
    text('tabs of a founder', ['Project Details', 'Activity History', 'Account Settings'], {
      heldBy: inFile('web/widgets/profile-tabs.test.tsx')('a %s finds these tabs, with a listing: %s'),
    }),
    text('first tab of an investor', 'Investor Profile', {
      heldBy: inFile('web/widgets/profile-tabs.test.tsx')('a %s finds these tabs, with a listing: %s'),
    }),
    text('state of the project', ['Published', 'Draft'], {
      heldBy: inFile('web/features/projects/editor/own-project-tab.test.tsx')(
        'the status of a project is shown on its sheet and above its figures; published: %s',
      ),
    }),
    text('state in the card of its figures', ['Live', 'Draft'], {
      heldBy: inFile('web/features/projects/editor/own-project-tab.test.tsx')(
        'the status of a project is shown on its sheet and above its figures; published: %s',
      ),
    }),
    text('investor profile that waits', 'Under Review', { heldBy: LIFE }),
    text('investor profile that is verified', 'Live on Platform', { heldBy: LIFE }),
    text('signed out', 'Please Sign In', { heldBy: profile('a visitor is asked to sign in, and is led there') }),
    rule('The link of a visitor leads to /auth', profile('a visitor is asked to sign in, and is led there'), /\/auth/),
    rule('A signed-in user may delete their account', NEWCOMER, 'Delete account'),
    text('no history', 'No activity yet', { heldBy: NEWCOMER }),
  ],
}

export const browseVcs: Section = {
  part: 2,
  title: '2 /vcs',
  facts: [
    text('heading', 'Connected VCs & Angels', { heldBy: LIST }),
    rule('Search, and filters for stage and sector', LIST, 'Search investors', 'Stage', 'Sector'),
    text('sections', ['Verified Investors', 'Cold Investor Scout', 'Browse Investors'], {
      heldBy: inFile('web/widgets/browse-sections.test.tsx')(
        'the page has three sections, and its funds lead to their own pages',
      ),
    }),
    rule(
      'Cards of funds lead to /cold-scout/{fundSlug}',
      inFile('web/widgets/browse-sections.test.tsx')('the page has three sections, and its funds lead to their own pages'),
      '/cold-scout/quiet',
    ),
    rule(
      'Cards lead to /vc/{id}',
      inFile('web/widgets/investor-cards/investor-card.test.tsx')('a card of /vcs links to the booking page'),
      '/vc/recSample1',
    ),
    text('nothing found', 'No VCs found matching your criteria...', { heldBy: LIST }),
  ],
}

export const investorMarketplace: Section = {
  part: 2,
  title: '2 Scout/investor marketplace page',
  facts: [
    rule('It is at /ping', MARKET, '/ping'),
    rule(
      'Search, and filters for stage and sector',
      browse('saved investors, search and every filter work without a connection, also after a reload'),
      /\/ping\?/,
    ),
    text('leaderboard and grids', ['Top 3', 'Verified Investors', 'All Investors'], { heldBy: MARKET }),
    rule('A booking dialog opens from a card', MARKET, /Book Call with/, 'dialog'),
    rule('Cards lead to /vc/{id}', MARKET, '/vc/vc_demo_investor'),
    rule(
      'The leaderboard leads to /investor/{id} for listed investors, to /vc/{id} for others',
      inFile('web/features/directory/marketplace/leaderboard.test.tsx')(
        'the leaderboard has three places, and links to each investor by the page that shows them',
      ),
      '/investor/rec0',
      '/vc/rec1',
    ),
  ],
}

export const freeDirectory: Section = {
  part: 2,
  title: '2 Free public directory',
  facts: [
    rule('It is at /directory, for all users', MARKET, '/directory'),
    rule('Search, and filters for stage and focus', MARKET, 'Focus'),
    rule('A button to /vcs', MARKET, 'Upgrade for direct contact', '/vcs'),
    rule('A mail link to submit a VC', MARKET, /^mailto:/),
  ],
}

export const joinPage: Section = {
  part: 2,
  title: '2 Community join page',
  facts: [
    text('way to /api/login', 'Join as Founder', {
      heldBy: doors('the join page has three links'),
      mentions: ['/api/login'],
    }),
    text('way to /vc-signup', 'Apply as VC', { heldBy: doors('the join page has three links'), mentions: ['/vc-signup'] }),
    text('link for a user with an account', 'Sign In', { heldBy: doors('the join page has three links') }),
  ],
}

export const signUp: Section = {
  part: 2,
  title: '2 /signup-type and /auth',
  facts: [
    text('choices', ["I'm a Founder", "I'm a VC", "I'm an Angel"], {
      heldBy: doors('%s is stored on the device and leads to the sign-in as %s'),
    }),
    rule(
      'The choice is stored in the local storage, and leads to /auth with its type',
      doors('%s is stored on the device and leads to the sign-in as %s'),
      'latchkeySignupType',
      'At /auth?defaultType={}',
      'angel',
    ),
    text('way to /auth', 'Sign In', {
      heldBy: doors('the role choice has a link to the sign-in'),
      mentions: ['/auth'],
    }),
    text('switch between the forms', ['Login', 'Sign Up'], {
      heldBy: inFile('tests/e2e/accounts.e2e.ts')(
        'a wrong password and an unknown account give the same message, and the hint appears two seconds later',
      ),
    }),
    rule(
      'The switch empties both forms',
      inFile('tests/e2e/accounts.e2e.ts')(
        'a wrong password and an unknown account give the same message, and the hint appears two seconds later',
      ),
      'Sign Up',
    ),
    rule(
      'defaultType chooses the role, a founder else',
      inFile('web/features/accounts/auth/auth-search.test.ts')(
        'the role in the address wins, then the stored choice, then founder',
      ),
      'founder',
    ),
    text('roles of the sign-up', ['Founder', 'VC', 'Angel Investor'], {
      heldBy: inFile('web/features/accounts/forms.test.tsx')('a sign-up offers three roles'),
    }),
  ],
}

export const settingsPage: Section = {
  part: 2,
  title: '2 /settings and /password-setup',
  facts: [
    text('sections', ['Profile Information', 'Password & Security', 'Security Information'], {
      heldBy: inFile('web/features/accounts/settings.test.tsx')(
        'the settings have their sections, and show the data of the account',
      ),
    }),
    rule(
      'E-mail, names and type are there to be read',
      settings('the details of an account are shown, and the address asks to be verified'),
      'ada@founders.example',
      'Ada',
      'Okafor',
      'Founder',
    ),
    rule(
      'A password is changed by the current one, a new one and its repetition, each with a switch that shows it',
      settings('a password is changed with the current one, and every other browser is signed out'),
      'Current password',
      'New password',
      'Confirm new password',
      'Show password',
    ),
    text('dialog without the current password', 'Reset Password', { heldBy: RESET }),
    rule('The dialog warns that it cannot be undone', RESET, 'This action cannot be undone.'),
    text('its buttons', ['Cancel', 'Reset Password'], { heldBy: RESET }),
    text('link to /password-setup for a user without a password', 'Set Password', {
      heldBy: inFile('web/features/accounts/settings.test.tsx')('an account without a password is led to set one'),
      mentions: ['/password-setup'],
    }),
    text('state of the two factors', 'Active', {
      heldBy: inFile('web/features/accounts/settings.test.tsx')('the security information is correct, in the specified texts'),
    }),
    text('state of the password', ['Active', 'Optional'], {
      heldBy: inFile('web/features/accounts/settings.test.tsx')('the security information is correct, in the specified texts'),
    }),
    text('gate for a user without a password', 'Secure Your Account', {
      heldBy: gates('a user with a short password signs up, meets the gate, and continues to the requested page'),
    }),
    rule(
      'A user with a password is redirected to /settings',
      everyAddress('the {} sees at every address what it has for members'),
      '/password-setup',
      '/settings',
    ),
    rule(
      'A password that was set leads to /profile',
      gates('a password set at its own address leads to the profile'),
      '{}/profile',
    ),
  ],
}

export const coldScout: Section = {
  part: 2,
  title: '2 /cold-scout/{slug}',
  facts: [
    text('badge', 'Cold Scout', {
      heldBy: fund('a fund page shows its badge, its website, its focus, and its decision makers with masked names'),
    }),
    rule(
      'Fund, website and focus',
      fund('a fund page shows its badge, its website, its focus, and its decision makers with masked names'),
      'Quiet Capital',
      'https://quiet.example/',
      'Ports',
    ),
    text('list of people, with role and name', 'Decision Makers', {
      heldBy: fund('a fund page shows its badge, its website, its focus, and its decision makers with masked names'),
    }),
    rule(
      'A name is hidden until it is unlocked',
      inFile('tests/e2e/founder/money.e2e.ts')('unlocks for $1, and is read without server and network'),
      'V••••• W•••••',
    ),
    text(
      'button',
      { as: 'Unlock for $1', like: /^Unlock for \$1/ },
      {
        heldBy: inFile('tests/e2e/founder/money.e2e.ts')(
          'a fund and its payment are there for every visitor, and refusals are shown',
        ),
      },
    ),
    text('dialog', 'Complete Payment', {
      heldBy: inFile('tests/e2e/founder/money.e2e.ts')(
        'a fund and its payment are there for every visitor, and refusals are shown',
      ),
    }),
    rule(
      'An unlocked person has LinkedIn and Twitter',
      inFile('tests/e2e/founder/money.e2e.ts')('unlocks for $1, and is read without server and network'),
      /LinkedIn of/,
      /Twitter of/,
    ),
    text('not found', 'Fund Not Found', {
      heldBy: inFile('tests/e2e/founder/money.e2e.ts')('unlocks for $1, and is read without server and network'),
      mentions: ['/ping'],
    }),
  ],
}

export const feedback: Section = {
  part: 2,
  title: '2 /requests, /support and legal pages',
  facts: [
    rule(
      'Name and e-mail are optional; the message is not, and has 6 rows',
      help("feedback requires a message, shows where the message is, and repeats the server's acknowledgement"),
      'rows',
      '6',
    ),
    text(
      'button',
      { as: 'Send to {product} Team', like: /^Send to Latchkey Team$/ },
      { heldBy: help("feedback requires a message, shows where the message is, and repeats the server's acknowledgement") },
    ),
    text('heading of /support', 'Support Center', {
      heldBy: everyAddress('a visitor sees at every address what it has for visitors'),
    }),
    text('legal pages', ['Privacy Policy', 'Terms of Service'], {
      heldBy: everyAddress('a visitor sees at every address what it has for visitors'),
    }),
  ],
}
