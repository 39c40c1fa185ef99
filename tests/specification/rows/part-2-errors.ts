import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const setup = inFile('tests/e2e/founder/project-setup.e2e.ts')
const MISSING = setup('missing fields are named and found, a failure of the server is shown, and no input is lost')
const money = inFile('tests/e2e/founder/money.e2e.ts')
const SUCCESS = money('/scout-success reports the true state of a payment, and /scout?success=true reports nothing')
const FUND = money('a fund and its payment are there for every visitor, and refusals are shown')
const BOOKED = inFile('tests/e2e/founder/booking.e2e.ts')('a visitor books a call on a phone, past every failure on the way')
const help = inFile('web/features/help/help.test.tsx')
const passwords = inFile('web/features/accounts/settings.test.tsx')
const refusals = inFile('web/features/accounts/auth/auth-errors.test.ts')
const LOGIN = inFile('web/features/accounts/forms.test.tsx')(
  'a refused login reads as an unknown account, and the hint follows two seconds later',
)

export const errorsTwo: Section = {
  part: 2,
  title: '8 Error catalogue',
  facts: [
    text('project not saved', ['Error', 'Failed to update project. Please try again.'], { heldBy: MISSING }),
    text('payment page of a project not made', ['Error', 'Failed to create payment'], { heldBy: MISSING }),
    text('profile not saved, with the message', ['Error updating profile', 'This address cannot be used.'], {
      heldBy: inFile('tests/e2e/founder/profile.e2e.ts')(
        'a name is changed, a refusal is shown beside its field or in a toast, and without a network the change waits',
      ),
    }),
    text('account not deleted', 'Error deleting account'),
    text('card declined, with the message of the provider', ['Payment Failed', 'Your card was declined.'], {
      heldBy: money('a founder pays $49 in the form, after a card that is declined'),
    }),
    text('card declined, without a message of the provider', 'Something went wrong with your payment.', { heldBy: FUND }),
    text('payment cannot be set up', ['Payment Setup Failed', 'Could not setup payment. Please try again.'], { heldBy: FUND }),
    text('payment form does not begin', 'Failed to initialize payment. Please try again.', { heldBy: BOOKED }),
    text('payment refused without a message', 'Failed to create payment', { heldBy: MISSING }),
    text('paid call, not confirmed', [
      'Booking Confirmation Failed',
      'Payment succeeded but confirmation failed. Please contact support.',
    ]),
    text(
      'paid contact, not confirmed',
      ['Unlock Confirmation Failed', 'Payment succeeded but confirmation failed. Please contact support.'],
      { heldBy: FUND },
    ),
    rule('Hours that cannot be loaded are replaced by generated ones', BOOKED, '**/api/calendly/availability'),
    text('support not reached', ['Error', 'Failed to submit support request. Please try again.'], {
      heldBy: help('a support request that could not be sent shows its own error, and keeps the text'),
    }),
    text('login refused, as the default', 'Invalid email or password', {
      heldBy: refusals('a sign-in that fails because of %s shows the reason'),
    }),
    text('message of the server for an unknown account', ['User not found', 'Invalid credentials', 'No user found'], {
      heldBy: refusals('a sign-in that fails because of %s shows the reason'),
    }),
    text('unknown account', 'Account not found. Please sign up first or check your email address.', { heldBy: LOGIN }),
    text('hint, 2 seconds later', ['Need an account?', 'Click "Sign Up" below to create a new account.'], { heldBy: LOGIN }),
    rule('The hint comes after 2 seconds', LOGIN, '1500', '1000'),
    text('registration refused', ['Registration failed', 'Please try again']),
    text('password not changed', ['Error Updating Password', 'Failed to update password'], {
      heldBy: passwords('a change that is refused shows the reason: %j'),
    }),
    text('password not reset', ['Error Resetting Password', 'Failed to reset password'], {
      heldBy: passwords('a reset that fails is reported'),
    }),
    text('password not set', ['Error Setting Password', 'Failed to set password'], {
      heldBy: inFile('web/features/accounts/gates.test.tsx')(
        'a password that is refused with %i shows the reason, and can be sent again',
      ),
    }),
    text('feedback refused', ['Error', 'Failed to submit request'], {
      heldBy: help('a device that cannot store sends immediately, and shows an error when that fails (%i)'),
    }),
    text('feedback not sent', 'Failed to submit request. Please try again.', {
      heldBy: help('a device that cannot store sends immediately, and shows an error when that fails (%i)'),
    }),
    text('publishing: no session', 'No payment session found.', { heldBy: SUCCESS }),
    text('publishing: not paid', 'Failed to publish project. Please contact support.', { heldBy: SUCCESS }),
    text('publishing: no answer', 'Failed to verify payment. Please contact support.', { heldBy: SUCCESS }),
    text('not found', 'Project Not Found', {
      heldBy: inFile('web/features/projects/project-page.test.tsx')('the page of an unknown project links to the marketplace'),
    }),
    text('not found', 'Fund Not Found'),
    text('not found', 'Investor Not Found', {
      heldBy: inFile('web/features/directory/investor/investor-profile.test.tsx')(
        'the page of an unknown investor links to the home page',
      ),
    }),
    text('success', 'Project Updated'),
    text('success', 'Profile updated successfully'),
    text('success', 'Account deleted'),
    text('success', 'Meeting Booked Successfully!'),
    text('success', 'Contact Unlocked Successfully!'),
    text('success', ['Support request submitted', "We'll get back to you within 24 hours."]),
    text('success', 'Password Updated'),
    text('success', 'Password Reset'),
    text('success', 'Password Set Successfully'),
    text('success', [{ as: 'Payment Successful!', like: /^Payment Successful!$/ }, 'Contact information has been unlocked.']),
    text('success, with the message of the server', 'Request Submitted!', {
      heldBy: help("feedback requires a message, shows where the message is, and repeats the server's acknowledgement"),
    }),
    rule(
      'The feedback form is emptied',
      help("feedback requires a message, shows where the message is, and repeats the server's acknowledgement"),
      'Message',
    ),
    text('success', [
      { as: 'Project Published!', like: /^Project Published!$/ },
      'Your project is now live on the Scout marketplace!',
    ]),
    text('nothing found', 'No VCs found matching your criteria...', {
      heldBy: inFile('tests/e2e/browse.e2e.ts')(
        'on a {}, a founder filters the whole list to the right investors, and returns to them',
      ),
    }),
    text('nothing found', 'No activity yet', {
      heldBy: inFile('tests/e2e/founder/profile.e2e.ts')('a new user finds the first step in every tab'),
    }),
    text('nothing found', 'No projects found matching your filters.'),
  ],
}
