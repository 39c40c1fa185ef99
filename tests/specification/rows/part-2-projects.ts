import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

// cspell:ignore celebrat

const setup = inFile('tests/e2e/founder/project-setup.e2e.ts')
const projects = inFile('tests/e2e/founder/projects.e2e.ts')
const money = inFile('tests/e2e/founder/money.e2e.ts')
const card = inFile('web/features/projects/marketplace/project-card.test.tsx')
const page = inFile('web/features/projects/project-page.test.tsx')

const MISSING = setup('missing fields are named and found, a failure of the server is shown, and no input is lost')
const MARKETPLACE = projects('on a {} the marketplace is searched, narrowed and sorted by its address, and leads to each project')
const HOSTILE = projects('a founder’s input is text, a script is not a link, and the page is shared by its address')
const FORTY_NINE = money('a founder pays $49 in the form, after a card that is declined')
const SUCCESS = money('/scout-success reports the true state of a payment, and /scout?success=true reports nothing')
const NINE = money('a founder publishes for $9 on the provider’s page, and it is live on another device immediately')
const FORM = inFile('web/features/projects/editor/setup-page.test.tsx')(
  'the form has four navigation actions, and publishing only where the project is not published',
)

export const projectSetup: Section = {
  part: 2,
  title: '2 /project-setup',
  facts: [
    rule(
      'An investor is led to /vcs',
      setup('a visitor signs in first and returns; an investor is refused with a reason'),
      '{}/vcs',
    ),
    text('toast for an investor', 'Access Restricted', {
      heldBy: setup('a visitor signs in first and returns; an investor is refused with a reason'),
    }),
    rule(
      'A visitor is led to /auth',
      setup('a visitor signs in first and returns; an investor is refused with a reason'),
      /\/auth/,
    ),
    text('buttons', ['Back to Profile', 'Save Project Details', 'Publish to Scout Marketplace ($9)', 'Skip For Now'], {
      heldBy: FORM,
    }),
    rule('Skip For Now leads to /vcs, Back to Profile to /profile', FORM, '/vcs', '/profile'),
    rule('Publishing is offered only while the project is not published', FORM, 'Publish to Scout Marketplace ($9)'),
    text('field shown only when a ticker is launched', ['Ticker Launched', 'DEX Screener URL'], { heldBy: MISSING }),
    rule(
      'A logo is a file or an address',
      setup('a logo is a file or an address, and anything else is refused with a reason'),
      'Logo URL',
    ),
  ],
}

export const projectPayment: Section = {
  part: 2,
  title: '2 Project payment pages',
  facts: [
    text('page of the $49 payment', 'Make Your Project Visible', { heldBy: FORTY_NINE }),
    text('the same, signed out', ['Authentication Required', 'Log In'], { heldBy: FORTY_NINE }),
    rule('Paid, it leads to /scout?success=true', FORTY_NINE, '/scout?success=true'),
    rule(
      'Back leads to /project-setup; further links to /vc-signup and /auth',
      inFile('web/features/publishing/publishing.test.tsx')(
        'the page of the $49 payment shows its price, and links to the form and to the other ways to publish',
      ),
      '/project-setup',
      '/vc-signup',
      '/auth',
    ),
    text('while the payment is looked for', 'Processing Your Payment...', { heldBy: SUCCESS }),
    text('published', 'Project Published Successfully!', { heldBy: NINE }),
    rule(
      'Published: confetti, a list of what happens next, and links to /scout and /',
      inFile('web/features/publishing/publishing.test.tsx')('a paid project shows a success page with the next steps'),
      '/scout',
      '/',
      /confetti|celebrat/,
    ),
    text('not published', 'Payment Failed', { heldBy: SUCCESS }),
    text('way on to /project-setup', 'Try Again', { heldBy: SUCCESS, mentions: ['/project-setup'] }),
    text('way on to /support', 'Contact Support', { heldBy: SUCCESS, mentions: ['/support'] }),
  ],
}

export const marketplace: Section = {
  part: 2,
  title: '2 /scout (Scout marketplace)',
  facts: [
    text('heading', 'Marketplace', { heldBy: MARKETPLACE }),
    text('button', 'List Project Now', { heldBy: MARKETPLACE }),
    rule(
      'The button leads to /project-setup when signed in and to /auth when not',
      inFile('web/features/projects/marketplace/whats-next.test.tsx')(
        'List Project Now links to the form, and for a visitor to the sign-in',
      ),
      '/project-setup',
      '/auth',
    ),
    rule('Filters for ecosystem and vertical', MARKETPLACE, 'Ecosystem', 'Vertical'),
    text('choice that filters nothing', 'all', {
      heldBy: inFile('web/features/projects/marketplace/filters.test.ts')('the filters %j let through %j'),
    }),
    text('call to action at the end, for investors, to /vcs', 'Browse Investors', {
      heldBy: inFile('web/features/projects/marketplace/whats-next.test.tsx')(
        'at the end of the marketplace a %s is led on by %s',
      ),
      mentions: ['/vcs'],
    }),
    rule('All other users are asked to show a project', MARKETPLACE, 'Showcase your project'),
    text('card without a name', 'Unnamed Project', {
      heldBy: card('the card of an empty project has the specified texts in place of missing values'),
    }),
    text('card without a description', 'No description available', {
      heldBy: card('the card of an empty project has the specified texts in place of missing values'),
    }),
    rule(
      'A card shows logo, name, ecosystem, vertical, badge, votes, description, stage, raising, valuation, revenue, links and the pitch deck',
      card('a card shows the fields of its project'),
      'https://tally.example/logo.png',
      'Tally',
      'Solana · DeFi',
      'Verified',
      '140',
      'Counts votes.',
      'MVP',
      '$1.5M',
      '$12.0M',
      'RevenueYes',
      'Website of Tally',
      'Pitch deck of Tally',
    ),
    text('vote', 'Upvote', {
      heldBy: projects('a vote needs a verified account, works without a network, is seen by others, and never counts twice'),
    }),
    rule(
      'The vote counts, which the specification leaves open',
      projects('a vote needs a verified account, works without a network, is seen by others, and never counts twice'),
      '9,001',
    ),
    text('neither amount nor valuation', 'Please get in contact with founder', {
      heldBy: card('the card of an empty project has the specified texts in place of missing values'),
    }),
    text('nothing found', 'No projects found matching your filters.', { heldBy: MARKETPLACE }),
  ],
}

export const projectPage: Section = {
  part: 2,
  title: '2 /project/{id}',
  facts: [
    rule(
      'A skeleton is shown while it loads',
      inFile('tests/e2e/every-address.e2e.ts')(
        'before the principal is known, no address shows a gate, a false 404, or content for accounts alone',
      ),
      '/project/prj_demo_002',
      /skeleton/,
    ),
    text('missing, or not to be read', ['Project Not Found', 'Back to Scout'], { heldBy: MARKETPLACE }),
    rule('A logo that does not load is hidden', page('a logo that does not load leaves no broken image'), /img|error/),
    text('without a name', 'Stealth Startup', {
      heldBy: page('a project with few fields has the specified texts in place of missing values'),
    }),
    text('without an ecosystem', 'Multi-chain', { heldBy: HOSTILE }),
    text('without a vertical', 'General', { heldBy: HOSTILE }),
    text('badge while money is raised', 'Raising', { heldBy: page('each card of a project page shows its fields') }),
    text('label of the votes', 'community votes', { heldBy: MARKETPLACE }),
    text('cards', ['Company Information', 'Fundraising', 'Traction & Achievements', 'Links & Resources', 'Get in Touch'], {
      heldBy: page('each card of a project page shows its fields'),
    }),
    text('size of the team', { as: "N 'people'", like: /^\d+ people$/ }, { heldBy: MARKETPLACE }),
    rule(
      'Company: founder, team, location, roles',
      page('each card of a project page shows its fields'),
      'Farid Adeyemi',
      '7 people',
      'Zug, Switzerland',
      'Two engineers',
    ),
    rule(
      'Fundraising: round, amount in millions to one decimal, valuation, committed, ideal investor',
      page('each card of a project page shows its fields'),
      'Pre-Seed',
      '$1.5M',
      '$12.0M',
      '$0.5M',
      'Patient ones',
    ),
    rule('Traction keeps its lines', HOSTILE, 'First\nSecond'),
    rule(
      'Links: website, LinkedIn, Twitter and data room, each in a new tab',
      page('each card of a project page shows its fields'),
      'Website',
      'LinkedIn',
      'Twitter',
      'Data Room',
      '_blank',
    ),
    text('mail to the founder', 'Contact Founder', { heldBy: MARKETPLACE }),
    text('its subject', { as: 'Interest in {company}', like: /subject=Interest%20in%20Grove/ }, { heldBy: MARKETPLACE }),
    text(
      'its subject, without a name',
      { as: 'Interest in your project', like: /subject=Interest%20in%20your%20project/ },
      { heldBy: inFile('web/features/projects/page/get-in-touch.test.ts')('the mail link to %j of %j is %s') },
    ),
    text('no address', "Contact information not available. Check the project's website or social media for more details.", {
      heldBy: page('a project with few fields has the specified texts in place of missing values'),
    }),
  ],
}
