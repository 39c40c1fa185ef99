import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const lost = inFile('web/features/accounts/re-login.test.tsx')
const money = inFile('tests/e2e/founder/payment-copy.e2e.ts')
const picture = inFile('web/ui/picture-field.test.tsx')

const UNLOCK = money('an unlock shows its outcome: no payment, a refused card, a pending bank, a confirmation that fails')

export const errorsOne: Section = {
  part: 1,
  title: '8 Error catalogue',
  facts: [
    rule(
      'An error reads: status, colon, space, body',
      inFile('web/net/api.test.ts')('a refusal carries its status, its code and the body text in the specified format'),
      /^409: /,
    ),
    rule(
      'Without a body it reads the status text',
      inFile('web/net/api.test.ts')('an empty body falls back to the status text'),
      /: /,
    ),
    text(
      'lost session, by the message of the server',
      { as: '401: ...Unauthorized', like: /Unauthorized/ },
      { heldBy: inFile('web/net/session-lost.test.ts')('%s (%d %s) is announced %d times') },
    ),
    text('lost session', 'You are logged out. Logging in again...', {
      heldBy: lost('half a second passes between the toast and the sign-in, regardless of pulls of the account'),
    }),
    rule(
      'A lost session leads to /api/login after 500 ms',
      lost('half a second passes between the toast and the sign-in, regardless of pulls of the account'),
      '/api/login?next=%2F',
      '250',
      '249',
    ),
    text('a sign-out that fails', ['Logout failed', 'Failed to logout']),
    text('signed out', ['Logged out', 'You have been successfully logged out.']),
    text('user cannot be read', 'Failed to fetch user'),
    text('early access: no address', ['Invalid email', 'Please enter a valid email address.']),
    text('early access: failed', ['Something went wrong', 'Please try again or check your email format.']),
    text('early access: joined', [
      'Welcome to Latchkey!',
      { as: 'a message about early bird deals', like: /early[- ]bird deals/i },
    ]),
    text('payment cannot be set up', ['Payment Setup Failed', 'Failed to setup payment. Please try again.']),
    text('payment without a client secret', 'Failed to create payment intent'),
    text(
      'payment of a booking cannot be set up',
      ['Payment Setup Failed', 'Could not setup payment. Please try again.', 'Failed to initialize payment. Please try again.'],
      { heldBy: inFile('tests/e2e/founder/booking.e2e.ts')('a visitor books a call on a phone, past every failure on the way') },
    ),
    text('card declined, without a message of the provider', ['Payment Failed', 'Failed to process payment. Please try again.'], {
      heldBy: UNLOCK,
    }),
    text('card declined, with the message of the provider', ['Payment Failed', 'Your card was declined.'], { heldBy: UNLOCK }),
    text('payment that did not succeed', 'Payment was not completed successfully', { heldBy: UNLOCK }),
    text('paid', ['Payment Successful', 'VC contact information unlocked! You now have access to their contact details.']),
    text('paid call, not confirmed', [
      'Booking Confirmation Failed',
      'Payment succeeded but confirmation failed. Please contact support.',
    ]),
    text(
      'paid contact, not confirmed',
      ['Unlock Confirmation Failed', 'Payment succeeded but confirmation failed. Please contact support.'],
      { heldBy: UNLOCK },
    ),
    rule(
      'Hours that cannot be loaded are replaced by generated ones',
      inFile('tests/e2e/founder/booking.e2e.ts')('a visitor books a call on a phone, past every failure on the way'),
      '**/api/calendly/availability',
    ),
    text('call booked', 'Meeting Booked Successfully!'),
    text('contact bought', 'Contact Unlocked Successfully!'),
    text(
      'picture too large',
      [
        { as: 'File too large: Please select an image smaller than 5MB', like: /^File too large$/ },
        'Please select an image smaller than 5MB',
      ],
      { heldBy: picture('%s is refused before anything is sent') },
    ),
    text(
      'no picture',
      [{ as: 'Invalid file type: Please select an image file', like: /^Invalid file type$/ }, 'Please select an image file'],
      { heldBy: picture('%s is refused before anything is sent') },
    ),
    text('picture not sent', [
      { as: 'Upload failed: Failed to upload image. Please try again.', like: /^Upload failed/ },
      { as: '(its message)', like: /Failed to upload image\. Please try again\.$/ },
    ]),
    text('picture sent', 'Upload successful'),
    text('application refused, with the message of the server', 'Error', {
      heldBy: inFile('web/features/applications/application-form.test.tsx')(
        'an application that the server rejects shows the reason in a toast and beside the button',
      ),
    }),
    text('application sent', 'Application Submitted!'),
    text('a decision of an admin that fails', 'Error', {
      heldBy: inFile('tests/e2e/admin.e2e.ts')(
        'on a desktop: a decision reaches an open device immediately, by mouse or by keys, and is undone the same way',
      ),
    }),
    text('a payment that cannot be confirmed', 'Error', { heldBy: money('the confirmation page in each of its states') }),
    text('payment confirmed', [
      { as: 'Payment Confirmed! Your VC contact has been unlocked successfully.', like: /^Payment Confirmed!$/ },
      'Your VC contact has been unlocked successfully.',
    ]),
    text('nothing copied', 'Failed to copy to clipboard'),
    text(
      'copied',
      { as: '{thing} copied to clipboard', like: /^\w+ copied to clipboard$/ },
      { heldBy: inFile('web/ui/copy-button.test.tsx')('the toast names what was copied') },
    ),
    text('names missing', [
      { as: 'Required Fields: Please provide both your first and last name.', like: /^Required Fields$/ },
      'Please provide both your first and last name.',
    ]),
    text('names not saved', 'Failed to complete profile. Please try again.'),
    text('names saved', 'Profile Complete'),
    text('not found', 'Investor Not Found', {
      heldBy: inFile('tests/e2e/investor/investor-pages.e2e.ts')(
        'the pages of an investor on a {} show all that is public, and nothing that is sold',
      ),
    }),
    text('not found', '404 Page Not Found', {
      heldBy: inFile('tests/e2e/every-address.e2e.ts')('a visitor sees at every address what it has for visitors'),
    }),
  ],
}
