import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const grid = inFile('web/features/home/verified-investors.test.tsx')
const card = inFile('web/features/directory/browse/investor-card.test.tsx')
const labels = inFile('web/features/directory/investor/labels.test.ts')
const pages = inFile('tests/e2e/investor/investor-pages.e2e.ts')
const profile = inFile('web/features/directory/investor/investor-profile.test.tsx')
const area = inFile('web/widgets/contact-area.test.tsx')
const popularity = inFile('web/features/directory/investor/popularity-card.test.tsx')

const PAGES = pages('the pages of an investor on a {} show all that is public, and nothing that is sold')
const ODD = pages('odd records are shown as inert text, and the price that is shown is the price that is charged')
const UNLOCKED = area('an unlocked contact shows every value with a copy button, and marks the offline copy')
const DEMAND = popularity('the card of %s shows demand, rank and the distance to the top 3')

export const landingGrid: Section = {
  part: 1,
  title: '2 Investor grid on landing pages',
  facts: [
    rule(
      'At most 6 cards of verified investors',
      inFile('tests/e2e/home.e2e.ts')('landing page {} on a {} has its texts, its links, six cards and its own footer'),
      '6',
    ),
    rule('6 skeleton cards while loading', grid('six skeleton cards are rendered until the investors are loaded'), '6'),
    text('no investor is listed', ['No verified investors available yet.', 'Check back soon for curated investor profiles.']),
    rule(
      'A card leads to /investor/{id}',
      inFile('web/widgets/investor-cards/investor-card.test.tsx')(
        'a card of a landing page links to the investor, and its button to the booking page',
      ),
      '/investor/recSample1',
    ),
  ],
}

const CARD = card('a card shows the name, stages, sectors, price and limit')

export const investorCard: Section = {
  part: 1,
  title: '2 Investor card',
  facts: [
    {
      ...text('without a picture', 'the first letter of the name', {
        heldBy: card('without a picture a card shows a monogram, which is also shown until a picture has loaded'),
        instead: { shows: 'MM', decision: 'Where there is no picture, a monogram is shown' },
      }),
    },
    rule('Fund, name with title, and stage', CARD, 'Northgate Ventures', 'Seed'),
    text('green badge', 'Verified', { heldBy: CARD }),
    text(
      'sectors beyond the first two',
      { as: '+N more', like: /\+\d+ more/ },
      { heldBy: card('a card names its article, shows two sectors and counts the rest') },
    ),
    text('price', { as: 'Unlock for $', like: /^Unlock for \$\d/ }, { heldBy: labels('%j has the label %s') }),
    text(
      'limit',
      { as: 'Limit: N/month', like: /^Limit: \d+\/month/ },
      { heldBy: card('the limit is shown per month, and a screen reader gets the true period') },
    ),
    text('heading of the thesis, cut after 3 lines', 'Investment Focus', {
      heldBy: card('an excerpt of the thesis has three lines, one of the biography two'),
      mentions: [/line-clamp-3/],
    }),
    text('heading of the biography, cut after 2 lines', 'About', {
      heldBy: card('an excerpt of the thesis has three lines, one of the biography two'),
      mentions: [/line-clamp-2/],
    }),
    text('button to /vc/{id}', 'Book Now', {
      heldBy: inFile('web/widgets/investor-cards/investor-card.test.tsx')(
        'a card of a landing page links to the investor, and its button to the booking page',
      ),
      mentions: ['/vc/recSample1'],
    }),
    text('button of an unverified investor', 'Book Now', {
      heldBy: inFile('web/widgets/investor-cards/investor-card.test.tsx')(
        'a card of an unverified investor offers an introduction and no booking',
      ),
      mentions: ['Request Introduction'],
      instead: { shows: 'Request Introduction', decision: "Cards of investors who are not verified show 'Request Introduction'" },
    }),
    text('locked contact area', 'Contact locked', {
      heldBy: card('a locked card offers the unlock at the price that is charged'),
    }),
    text('unlocked contact area, with the contact', 'Unlocked', {
      heldBy: inFile('web/widgets/investor-cards/investor-card.test.tsx')('an unlocked card shows the contact'),
    }),
  ],
}

export const investorDetail: Section = {
  part: 1,
  title: '2 Investor detail (/vc/{id}), also part 2',
  facts: [
    rule('Picture or initial, name, and title at fund', PAGES, 'General Partner at Brasslatch Ventures', 'Iris Halloran'),
    text('badge of a venture capitalist', 'Venture Capital', { heldBy: PAGES }),
    text('badge of an angel', 'Angel Investor', {
      heldBy: profile('the header of a page shows the verification and the kind of investor: %j'),
    }),
    text('badge of a verified investor', 'Verified', { heldBy: PAGES }),
    text('badge of an unverified investor', 'Unverified', {
      heldBy: profile('the header of a page shows the verification and the kind of investor: %j'),
    }),
    rule('Social links', PAGES, 'Website of Marit Moretti, locked'),
    text('cards', ['Investment Focus', 'About', 'Investment Thesis', 'Portfolio Performance', 'Investor Popularity'], {
      heldBy: PAGES,
    }),
    rule(
      'Investment Focus names stages, primary sectors, the unlock price and the monthly limit in introductions',
      PAGES,
      'Stages',
      'Primary sectors',
      'Unlock price',
      'Monthly limit',
      /introductions/,
    ),
    text('no portfolio performance given', 'Portfolio performance information not provided by this investor.', {
      heldBy: profile('either page of an investor without portfolio information has the specified sentence'),
    }),
    text('unlocked contact', 'Contact Information Unlocked', { heldBy: UNLOCKED }),
    text('way to the meeting link', 'Book Another Call', { heldBy: UNLOCKED }),
    rule(
      'An unlocked contact shows e-mail, Telegram, meeting link, LinkedIn, X and website',
      UNLOCKED,
      'Copy Email',
      'Copy Telegram',
      'Copy Meeting link',
      'Copy LinkedIn',
      'Copy X',
      'Copy Website',
    ),
    text('locked contact', 'Contact Information Locked', {
      heldBy: area('a verified investor without a meeting link is locked behind Connect'),
    }),
    text(
      'button with a meeting link',
      { as: `Book Call - \${price or 50}`, like: /^Book Call - \$50$/ },
      { heldBy: area('with a meeting link, a call is offered') },
    ),
    text(
      'button without a meeting link',
      { as: `Connect - \${price or 0.50}`, like: /^Connect - \$0\.50$/ },
      { heldBy: labels('%j offers %s') },
    ),
    text('unverified', 'Unverified Investor', {
      heldBy: area('an unverified investor offers an introduction request and nothing to pay'),
    }),
    text('unverified: the way to an introduction', 'Request Introduction', {
      heldBy: area('an unverified investor offers an introduction request and nothing to pay'),
    }),
    rule(
      'Unverified: the team reaches out by hand, nothing is paid now, and the investor is invited to join',
      inFile('web/features/unlocks/unverified-card.test.tsx')('before a request it explains what an introduction is'),
      /reaches out to them manually/,
      /No immediate payment/,
      /will be invited to join/,
    ),
    text('not found', ['Investor Not Found', 'Back to Homepage'], { heldBy: PAGES }),
    rule(
      'Popularity: requests in the last 30 days, top category, rank, and a bar toward the Top 3',
      DEMAND,
      'last 30 days',
      '#1',
      'progressbar',
    ),
    text('badge of the first three', 'Top 3 VC', { heldBy: DEMAND }),
    text('badge of an angel', 'Open to angel investments', { heldBy: popularity('%j has the badges %j') }),
    text('badge of an investor who donates to charity', 'Donates to founder charities', {
      heldBy: popularity('%j has the badges %j'),
    }),
  ],
}

export const secondDetail: Section = {
  part: 1,
  title: '2 Investor detail (/investor/{id}), also part 2',
  facts: [
    text('an unverified or missing investor', 'Investor Not Found', { heldBy: PAGES, mentions: ['/investor/{}'] }),
    rule(
      'Name, fund, badge, position, location, number of requests, stages and sectors',
      PAGES,
      'Northgate Ventures',
      'Verified',
      'Investment Director',
      'Tallinn, Estonia',
      /in 30 days/,
      'Pre-Seed',
      'Identity',
    ),
    rule(
      'Biography, thesis, portfolio performance and contact card',
      PAGES,
      'About',
      'Investment Thesis',
      'Portfolio Performance',
      'Contact Information Locked',
    ),
    text('locked', { as: 'Unlock for {price}', like: /^Unlock for \$25$/ }, { heldBy: PAGES }),
    rule(
      'A price that is a text is repeated as it is',
      labels('a price has the wording of its listing, else it is the charged amount'),
      'Unlock for $1200',
    ),
    rule('A price that is a text and does not say what is charged', ODD, 'Unlock for $0.50'),
    rule(
      'Without a price it is $5',
      labels('a price has the wording of its listing, else it is the charged amount'),
      'Unlock for $5',
    ),
  ],
}

export const unlockModal: Section = {
  part: 1,
  title: '2 Unlock modal',
  facts: [
    text(
      'a price below the minimum',
      { as: '(Charged $0.50 - card provider minimum)', like: /^\(Charged \$0\.50 - card provider minimum\)$/ },
      {
        heldBy: inFile('web/features/unlocks/unlock-price.test.tsx')(
          "below the minimum the investor's price is shown beside the charged amount",
        ),
        mentions: ['$0.30'],
      },
    ),
    text('button while the payment is set up', 'Setting up...'),
    text('button while the card is charged', 'Processing...'),
    text(
      'payment button',
      { as: 'Pay $X.XX', like: /^Pay \$\d+\.\d\d$/ },
      {
        heldBy: inFile('tests/e2e/founder/payment-copy.e2e.ts')(
          'an unlock shows its outcome: no payment, a refused card, a pending bank, a confirmation that fails',
        ),
      },
    ),
  ],
}

const dialog = inFile('web/widgets/contact-dialog.test.tsx')
const BOOKED = inFile('tests/e2e/founder/booking.e2e.ts')('a visitor books a call on a phone, past every failure on the way')

export const bookingDialog: Section = {
  part: 1,
  title: '2 Booking dialog, also part 2',
  facts: [
    rule('The steps are slots, details, payment, success', BOOKED, 'Day', 'Continue to payment', 'Meeting Booked Successfully!'),
    rule(
      'It closes by itself 3 seconds after success',
      dialog('it closes three seconds after the contact has arrived, and the message is saved as a note'),
      '2999',
    ),
    rule(
      'Without a calendar link it begins at the details, as a contact unlock',
      dialog('a booking without a calendar link starts with the details, and asks for a name and an address'),
      'Details',
      'Payment',
    ),
    rule('Without an answer about slots it offers generated ones', BOOKED, '**/api/calendly/availability', 'Day'),
    rule(
      'Without a slot that suits, the contact alone can be unlocked',
      inFile('web/widgets/use-purchase-dialog.test.tsx')(
        'the dialog switches from the slots of a call to the contact alone, and back',
      ),
      'Unlock contact instead',
    ),
    rule(
      'Back leads from the payment to the details',
      dialog('it is paid as an unlock, and Back returns to the details as they were typed'),
      'Back',
    ),
    rule(
      'The details are name, e-mail, company and message',
      dialog('a booking without a calendar link starts with the details, and asks for a name and an address'),
      'Name',
      'Email',
      /Company/,
      /Message/,
    ),
    rule(
      'Closing resets it',
      inFile('web/widgets/use-purchase-dialog.test.tsx')('a booking that was closed starts again with empty fields'),
      'Noa Anvil',
    ),
    rule('Without a price the text is $50', labels('%j offers %s'), 'Book Call - $50'),
  ],
}
