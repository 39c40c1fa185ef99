import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const application = inFile('tests/e2e/investor/application.e2e.ts')
const admin = inFile('tests/e2e/admin.e2e.ts')
const review = inFile('web/features/admin/queues/review/applications-queue.test.tsx')
const success = inFile('web/features/unlocks/payment-success.test.tsx')
const gate = inFile('web/features/accounts/gate/gate.test.tsx')

const ON_A_PHONE = application(
  'on a phone: written without account or network, kept over the end of the app and the sign-up, submitted, and corrected after a refusal',
)
const AT_A_DESK = application(
  'on a desktop: a file that is not a picture is refused, sign-out asks about the draft, and the next user finds nothing of it',
)
const DECIDED = admin(
  'on a desktop: a decision reaches an open device immediately, by mouse or by keys, and is undone the same way',
)
const CONFIRMED = success('the owner sees the handle, its link and the introduction, and the server is asked once')

export const investorApplication: Section = {
  part: 1,
  title: '2 Investor application (/vc-signup)',
  facts: [
    text('link of the head', 'Back to Browse', { heldBy: ON_A_PHONE }),
    text('links of the head, signed in and signed out', ['Sign In', 'Sign Out'], { heldBy: AT_A_DESK }),
    text('three cards of benefits', ['Quality Founders', 'Earn Revenue', 'Stay In Control'], { heldBy: ON_A_PHONE }),
    rule('Submitting while signed out leads to the sign-in and back', ON_A_PHONE, 'Submit Application', /\/auth\\\?next=/),
    text('submitted', 'Application Submitted!', { heldBy: ON_A_PHONE }),
    rule('Confetti falls, unless reduced motion is requested', ON_A_PHONE, 'canvas.celebration'),
    text('promise of the toast', 'We will review your application within 24 hours.', { heldBy: ON_A_PHONE }),
    rule('Promise of the page: 48 hours', ON_A_PHONE, /within 48 hours/),
  ],
}

export const adminPage: Section = {
  part: 1,
  title: '2 Admin page (/admin)',
  facts: [
    text('a user who is not an admin', 'Unauthorized: Admin access required. Redirecting...', {
      heldBy: admin('a user who is not an admin sees the refusal and is redirected home after a second'),
    }),
    rule(
      'A user who is not an admin, or signed out, is redirected to / after a second',
      inFile('web/features/admin/unauthorised.test.tsx')(
        'a user who is not an admin is redirected to the home page after a second, and not before',
      ),
      '999',
      '/',
    ),
    text('figures', ['Pending Review', 'Verified VCs', 'Total VCs'], { heldBy: DECIDED }),
    text('buttons of the pending list', ['Approve', 'Reject'], {
      heldBy: review('a pending profile is approved or rejected, a verified one revoked'),
    }),
    text('button of the verified list', 'Revoke Verification', {
      heldBy: review('a pending profile is approved or rejected, a verified one revoked'),
    }),
  ],
}

export const paymentSuccess: Section = {
  part: 1,
  title: '2 Payment success page',
  facts: [
    rule(
      'A visitor is led to /api/login after 500 ms',
      success('a visitor without such a payment is redirected to the sign-in after half a second'),
      '499',
      /\/api\\\/login/,
    ),
    rule(
      'A signed-in user requests the confirmation once, and a spinner is shown during the request',
      CONFIRMED,
      '/api/confirm-payment',
      'Confirming your payment…',
    ),
    text('confirmed', 'Contact Unlocked', { heldBy: CONFIRMED }),
    rule(
      'The handle can be copied, and a button opens the Telegram or meeting link',
      CONFIRMED,
      '@marit_moretti',
      'Copy Contact',
      'https://t.me/marit_moretti',
    ),
    rule('The introduction is read-only and can be copied', CONFIRMED, 'readOnly', 'Copy Introduction'),
    rule(
      'An introduction by a language model, with a copy button',
      inFile('tests/server/introductions/delivery.test.ts')(
        'the introduction of a sale is written by the model, and is delivered to the device by sync',
      ),
      'introTemplate',
    ),
    rule('A way to write to support', CONFIRMED, 'support@latchkey.example'),
  ],
}

export const completeProfile: Section = {
  part: 1,
  title: '2 Complete-profile page',
  facts: [
    rule(
      'First and last name are required',
      inFile('web/features/accounts/gates.test.tsx')(
        'both names are required, blank ones count as missing, and they are sent trimmed',
      ),
      'First name',
      'Last name',
    ),
    rule(
      'Then /vc-signup for a vc, /project-setup for a founder, else /, by the stored type',
      gate('after the names gate a %s who chose %s is led to %s'),
      '/vc-signup',
      '/project-setup',
      '/',
    ),
  ],
}

const popup = inFile('web/features/newsletter/early-access.test.tsx')
const server = inFile('tests/server/admin/applications.test.ts')

export const states: Section = {
  part: 1,
  title: '4 States and transitions',
  facts: [
    rule(
      'The popup keeps an answer for the session',
      popup('it opens two seconds after the app, and "Maybe later" applies to the session'),
      'seen',
    ),
    text('flag of the session after joining', 'true', {
      heldBy: inFile('tests/e2e/shell.e2e.ts')(
        'the popup appears after two seconds, shows its errors, welcomes, and does not appear again',
      ),
      mentions: ['latchkeyEarly'],
    }),
    text('flag of the session after Maybe later', 'seen', {
      heldBy: popup('it opens two seconds after the app, and "Maybe later" applies to the session'),
      mentions: ['latchkeyEarly'],
    }),
    rule(
      'Approving verifies, and makes the owner an approved investor',
      server('that is approved is listed on every device, makes its owner an approved investor, is mailed and audited'),
      'isApprovedInvestor',
    ),
    rule(
      'Rejecting leaves a profile unverified',
      server('that is rejected is no longer pending, and its applicant receives the reason'),
      'rejected',
    ),
    rule(
      'Revoking takes the verification away',
      inFile('tests/e2e/investor/investor-journey.e2e.ts')(
        'an application from start to end: written signed out, approved, live elsewhere immediately, unlocked, earning, revoked',
      ),
      'Revoke Verification',
    ),
    text('profile that waits', 'Under Review', {
      heldBy: inFile('tests/e2e/investor/investor-journey.e2e.ts')(
        'an application from start to end: written signed out, approved, live elsewhere immediately, unlocked, earning, revoked',
      ),
    }),
    text('profile that is verified', 'Live on Platform', {
      heldBy: inFile('tests/e2e/investor/investor-journey.e2e.ts')(
        'an application from start to end: written signed out, approved, live elsewhere immediately, unlocked, earning, revoked',
      ),
    }),
    rule(
      'Only approved investors add profiles',
      inFile('tests/server/applications/applying.test.ts')('only an approved investor may add a profile'),
      '/api/vcs',
    ),
    text('how long an approval takes', '1-2 business days', {
      heldBy: inFile('web/features/help/questions.test.ts')('the FAQ contains: %s'),
    }),
    rule(
      'The investor is mailed about an approval',
      server('that is approved is listed on every device, makes its owner an approved investor, is mailed and audited'),
      'mail',
    ),
    rule(
      'A contact is unlocked once the server confirms it',
      inFile('tests/server/directory/calls.test.ts')('only a buyer of a contact receives it with that record'),
      'email',
    ),
    rule(
      'A payment that did not succeed is an error',
      inFile('web/features/unlocks/use-unlock.test.tsx')(
        'a payment with an unknown result is confirmed with the server before it is shown as failed',
      ),
      'Payment was not completed successfully',
    ),
    rule(
      'An unlock records the request, then creates a payment, whose secret opens the card form',
      inFile('web/features/unlocks/use-unlock.test.tsx')(
        'the request is recorded before the payment is created, so that only one guest is created',
      ),
      '/api/vc-request',
      '/api/create-vc-unlock-payment',
      'pay',
    ),
    rule(
      'A closed dialog keeps no secret of a payment',
      inFile('tests/e2e/founder/money-secrets.e2e.ts')(
        'money calls are never queued, and a payment leaves nothing behind that can be paid again',
      ),
      'secret',
    ),
    rule(
      'An unlock is completed as soon as it is there',
      inFile('tests/server/payments/unlock.test.ts')('a visitor pays once and reads the contact, and no other visitor does'),
      'completed',
    ),
    rule(
      'A booking is confirmed as soon as it is paid',
      inFile('tests/server/bookings/booking/purchases.test.ts')(
        'and gets the call, the mails and the receipt, once, and the contact later',
      ),
      'confirmed',
    ),
  ],
}

const REFUSED = inFile('tests/server/applications/input-and-list.test.ts')('%s: %s')

export const validation: Section = {
  part: 1,
  title: '5 Validation rules',
  facts: [
    text('early access: no address', ['Invalid email', 'Please enter a valid email address.']),
    text('application: no sector', 'Please select at least one sector', { heldBy: ON_A_PHONE }),
    text('application: no stage', 'Please select at least one investment stage', { heldBy: ON_A_PHONE }),
    text('application: no meeting link', 'Meeting link is required', { heldBy: ON_A_PHONE }),
    text('application: no e-mail address', 'Please enter a valid email address', { heldBy: ON_A_PHONE }),
    ...[
      'Location',
      'Investment tag',
      'Fund description',
      'Investment thesis',
      'Bio',
      'Portfolio performance',
      'Position',
      'Partner name',
      'Fund name',
    ].map((field) =>
      text(
        `application: no ${field.toLowerCase()}`,
        { as: `X is required (${field})`, like: new RegExp(`^${field} is required$`) },
        { heldBy: REFUSED },
      ),
    ),
    rule('The price is a number of dollars, at least 0', AT_A_DESK, 'Price must be at least 0'),
    rule('The weekly limit is a number, at least 1', AT_A_DESK, 'Weekly intro limit must be at least 1'),
    rule('The charity is required only when the share is donated', AT_A_DESK, 'Charity name', 'Donate my share to charity'),
    rule('A picture is an image of at most 5 MB', AT_A_DESK, 'Invalid file type', 'File too large'),
    rule(
      'First and last name are trimmed and not empty',
      inFile('web/features/accounts/gates.test.tsx')(
        'both names are required, blank ones count as missing, and they are sent trimmed',
      ),
      '/api/complete-profile',
    ),
    rule(
      'Amounts: platform price, else 500; text with $; a number below 100 in dollars, else cents; anything else 50',
      inFile('shared/listing-import/parse-price.test.ts')('%j is read as %j cents'),
      '99',
      '9900',
      '100',
      '$5',
      '500',
      'free',
      '50',
    ),
    rule(
      'At least 50 cents are charged',
      inFile('shared/unlocks/quote.test.ts')('for any listed price the charge is whole cents and never below the minimum'),
      'MINIMUM_CHARGE',
    ),
    rule(
      'A payment without a client secret is an error',
      inFile('web/features/unlocks/use-unlock.test.tsx')('a reply with %s is not a payment, with the specified message'),
      'Failed to create payment intent',
    ),
    rule(
      'A placeholder address is sent when no address is known',
      inFile('web/features/unlocks/use-unlock.test.tsx')('the confirmation carries %s'),
      'anonymous@latchkey.example',
    ),
    text('booking: name or e-mail missing', ['Missing Information', 'Please fill in all required fields.']),
    text('booking: no slot', 'Please select a time slot.'),
  ],
}

export const roles: Section = {
  part: 1,
  title: '6 Roles and permissions',
  facts: [
    rule(
      'A visitor browses and may begin an unlock with the placeholder address',
      inFile('tests/e2e/founder/purchase.e2e.ts')(
        'a visitor browses, pays once, signs up, and reads the contact with no server and no network',
      ),
      'Unlock',
    ),
    rule(
      'Submitting an application takes an account',
      inFile('tests/server/applications/applying.test.ts')('an account is required'),
      '401',
    ),
    rule(
      'Investors cannot use the project form',
      inFile('tests/server/founder-project.test.ts')('investors are refused, and visitors have to sign in'),
      '403',
      '401',
    ),
    rule(
      'Investors are listed only once they are approved',
      server('that is approved is listed on every device, makes its owner an approved investor, is mailed and audited'),
      'isVerified',
    ),
    rule('Only admins see all profiles and decide about them', inFile('tests/server/admin/decisions.test.ts')('%s'), '403'),
    rule(
      'Only the buyer of a contact sees it',
      inFile('tests/server/canary.test.ts')('not as a stranger, a guest or an account without a purchase'),
      'visitor',
    ),
  ],
}
