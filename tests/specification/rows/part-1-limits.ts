import { inFile, rule, type Section } from '#tests/specification/facts.ts'

const labels = inFile('web/features/directory/investor/labels.test.ts')
const quote = inFile('shared/unlocks/quote.test.ts')
const popularity = inFile('shared/directory/popularity.test.ts')
const slots = inFile('shared/bookings/slots.test.ts')
const toaster = inFile('web/ui/toaster.test.tsx')

export const limitsOne: Section = {
  part: 1,
  title: '9 Business constants and limits',
  facts: [
    rule(
      'Investors receive 85% of a fee',
      inFile('sync-server/features/orders/settlement/ledger-postings.test.ts')(
        '%d cents are %d for the investor, and the odd cent is the platform’s',
      ),
      '9900',
      '8415',
    ),
    rule(
      'The preview of earnings also names 70%, as an estimate',
      inFile('tests/e2e/investor/application.e2e.ts')(
        'on a phone: written without account or network, kept over the end of the app and the sign-up, submitted, and corrected after a refusal',
      ),
      /70%/,
      '$17.50',
    ),
    rule(
      'Weekly limit: 5 when none is set',
      inFile('tests/server/applications/applying.test.ts')(
        'without price, limit or selected charity the defaults apply; a price of 0 is kept',
      ),
      '5',
    ),
    rule(
      'Weekly limit: the field suggests 10',
      inFile('web/features/applications/application-form.test.tsx')(
        'the weekly limit suggests ten and states that an empty field means five',
      ),
      '10',
    ),
    rule(
      'Weekly limit: at least 1',
      inFile('tests/server/applications/input-and-list.test.ts')('%s %j'),
      'weeklyIntroLimit',
      '0',
    ),
    rule('A platform investor without a price: 500 cents an unlock', quote('%j costs %d cents'), 'platform', '500'),
    rule('A listed investor without a price: $0.50 an unlock', quote('%j costs %d cents'), 'airtable', '50'),
    rule('A card that sells and has no price: $5', labels('%j has the label %s'), 'Unlock for $5'),
    rule('A card that sells nothing and has no price: $200', labels('%j has the label %s'), 'Unlock for $200'),
    rule('A call without a price: 5000 cents', quote('%j costs %d cents'), 'meeting', '5000'),
    rule(
      'A missing price stays missing, and 0 is a price',
      inFile('tests/server/applications/applying.test.ts')(
        'without price, limit or selected charity the defaults apply; a price of 0 is kept',
      ),
      'price',
      'null',
    ),
    rule('Smallest charge: 50 cents', quote('%j costs %d cents'), '49', '50'),
    rule('Buttons without a price: Connect $0.50, Book Call $50', labels('%j offers %s'), 'Connect - $0.50', 'Book Call - $50'),
    rule(
      'Score of a founder: 75 sent',
      inFile('web/features/unlocks/use-unlock.test.tsx')(
        'the request contains the investor, the requested contact, and one tag: %#',
      ),
      'founderScore',
      '75',
    ),
    rule(
      'Score of a founder: 50 in the table, which a guest keeps',
      inFile('tests/server/payments/refusals/refusals.test.ts')('a request of a guest has the score of the table, for any input'),
      'founderScore',
      '50',
    ),
    rule('A call takes 30 minutes', slots('each slot is half an hour long, in order, on the hour of a local working day'), '30'),
    rule(
      'Generated hours: working days, hourly from 9 to 16',
      slots('each slot is half an hour long, in order, on the hour of a local working day'),
      /09\|1/,
    ),
    rule('Generated hours: the next 14 days, none in the past', slots('default hours: %s'), '80', '01-15T16:00'),
    rule(
      'Landing grid: 6 investors',
      inFile('tests/e2e/home.e2e.ts')('landing page {} on a {} has its texts, its links, six cards and its own footer'),
      '6',
    ),
    rule('Sectors on a card: 2', labels('a card shows two sectors and counts the rest'), '+2 more'),
    rule(
      'Lines on a card: 3 of the thesis, 2 of the biography',
      inFile('web/features/directory/browse/investor-card.test.tsx')(
        'an excerpt of the thesis has three lines, one of the biography two',
      ),
      /line-clamp-3/,
      /line-clamp-2/,
    ),
    rule(
      'Listing cache: 5 minutes',
      inFile('tests/server/directory/calls.test.ts')(
        'the listing has two groups, contains every key that its clients know, and has no contact',
      ),
      /max-age=300/,
    ),
    rule(
      'Data on the client is never stale, and is not requested again',
      inFile('web/features/accounts/deleted/missing-account.test.tsx')(
        'an account on the device is not requested, and a public page waits for none',
      ),
      'calls',
      '500',
    ),
    rule(
      'Popup: 2000 ms',
      inFile('web/features/newsletter/early-access.test.tsx')(
        'it opens two seconds after the app, and "Maybe later" applies to the session',
      ),
      '1990',
    ),
    rule(
      'Key of the popup in the session storage',
      inFile('web/features/newsletter/early-access.test.tsx')('any value of the flag suppresses it'),
      'latchkeyEarly',
    ),
    rule(
      'A user who is not an admin is redirected after 1000 ms',
      inFile('web/features/admin/unauthorised.test.tsx')(
        'a user who is not an admin is redirected to the home page after a second, and not before',
      ),
      '999',
    ),
    rule(
      'Sign-in again after 500 ms',
      inFile('web/features/accounts/re-login.test.tsx')(
        'half a second passes between the toast and the sign-in, regardless of pulls of the account',
      ),
      '/api/login?next=%2F',
      '250',
      '249',
    ),
    rule(
      'A booking closes 3 seconds after success',
      inFile('web/widgets/contact-dialog.test.tsx')(
        'it closes three seconds after the contact has arrived, and the message is saved as a note',
      ),
      '2999',
    ),
    rule('Toasts: one at a time', toaster('a newer toast replaces an older one'), 'Payment Successful'),
    rule('Toasts: 5000 ms', toaster('a toast is shown for five seconds'), '4900'),
    rule(
      'Toasts: away by a swipe of 50 px to the right',
      toaster('a swipe of more than 50 pixels to the right closes a toast, a shorter one does not'),
      '45',
      '55',
    ),
    rule('Toasts: F8 leads to them', toaster('F8 moves the focus to the notifications'), 'F8'),
    rule(
      'Demand is counted over 30 days',
      inFile('sync-server/features/directory/stats/refresh-stats.pg.test.ts')(
        'after 30 days a request is forgotten, and an unlisted investor has no numbers',
      ),
      /30|31/,
    ),
    rule('10 requests enter the leaderboard', popularity('the tenth request enters the leaderboard'), '10'),
    rule('The first three are marked', popularity('rank %j with %j requests shows a progress of %j'), 'isTopThree'),
    rule(
      'Progress: 100 less half of the places below the first, from 0 to 100; unranked, a tenth of 100 for each request',
      popularity('rank %j with %j requests shows a progress of %j'),
      '50',
      '30',
      '90',
    ),
    rule(
      'Amounts: $x.xM from a million, $xK from a thousand, else $n',
      inFile('shared/projects/amount.test.ts')('%i dollars are shown as %s'),
      '$12.3M',
      '$750K',
      '$999',
    ),
    rule(
      'Pictures: 5 MB',
      inFile('web/ui/picture-field.test.tsx')('%s is refused before anything is sent'),
      'more than 5 MB',
      '1024',
    ),
    rule(
      'Stages of the form',
      inFile('web/features/applications/application-form.test.tsx')('the form offers the specified stages and sectors'),
      'Angel',
      'Pre-Seed',
      'Seed',
      'Series A',
      'Series B+',
    ),
    rule(
      'Stages of the filters',
      inFile('tests/e2e/browse.e2e.ts')('on a {}, a founder filters the whole list to the right investors, and returns to them'),
      'All',
      'Angel',
      'Pre-Seed',
      'Seed',
      'Series A',
      'Series B',
    ),
    rule(
      'Sectors of the form',
      inFile('web/features/applications/application-form.test.tsx')('the form offers the specified stages and sectors'),
      'AI/ML',
      'DeFi',
      'RWA',
      'Stablecoins',
      'Infrastructure',
      'Supply Chain',
      'Payments',
      'Identity',
      'DAO',
      'Healthcare',
      'Meme',
      'Energy',
      'Compute',
      'SocialFi',
      'Data',
      'Education',
      'Privacy',
    ),
    rule('A decision maker: 100 cents', quote('%j costs %d cents'), 'decision_maker', '100'),
    rule(
      'Review is promised within 24 or 48 hours',
      inFile('shared/admin/sla.test.ts')('an application of %s has waited %i hours: %s'),
      '24',
      '48',
    ),
    rule(
      'Approval is promised within 1-2 business days',
      inFile('web/features/help/questions.test.ts')('the FAQ contains: %s'),
      '1-2 business days',
    ),
  ],
}
