import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const setup = inFile('tests/e2e/founder/project-setup.e2e.ts')
const MISSING = setup('missing fields are named and found, a failure of the server is shown, and no input is lost')
const LOGO = setup('a logo is a file or an address, and anything else is refused with a reason')
const publishing = inFile('tests/server/payments/publishing/purchases.test.ts')
const forms = inFile('web/features/accounts/forms.test.tsx')
const help = inFile('web/features/help/help.test.tsx')

export const statesTwo: Section = {
  part: 2,
  title: '4 States and transitions',
  facts: [
    rule(
      'A draft is private until $9 are paid',
      publishing('saves the draft, takes the card, returns, and the project is public'),
      '900',
    ),
    text('badges of a project', ['Verified', 'Rejected', 'Under Review'], {
      heldBy: inFile('web/features/projects/marketplace/project-card.test.tsx')('a project that is %s has the badge %s'),
    }),
    rule(
      'Saving ends the editing of a profile',
      inFile('web/features/accounts/settings/edit-profile.test.tsx')('a saved profile shows the specified texts%s'),
      'onDone',
    ),
    rule(
      'A sign-in leads to /',
      inFile('web/features/accounts/auth/after-sign-in.test.ts')(
        'a sign-in leads to the first page, or to the page that was requested',
      ),
      '/',
    ),
    rule(
      'A registration leads founders to /project-setup, investors to /vc-signup',
      inFile('web/features/accounts/auth/after-sign-in.test.ts')(
        'a registration as %s leads to %s, unless another page was requested',
      ),
      '/project-setup',
      '/vc-signup',
    ),
    rule(
      'A decision maker is unlocked by a dollar and a confirmation',
      inFile('tests/server/payments/decision-makers.test.ts')(
        'is masked for everyone, and has a name with profiles for a buyer who paid a dollar',
      ),
      '100',
    ),
    rule(
      'A contact is locked unless the device knows it is unlocked',
      inFile('web/widgets/contact-area.test.tsx')('a verified investor without a meeting link is locked behind Connect'),
      'Contact Information Locked',
    ),
    rule(
      'The page after a payment asks about its session',
      inFile('tests/e2e/founder/money.e2e.ts')(
        '/scout-success reports the true state of a payment, and /scout?success=true reports nothing',
      ),
      '**/api/scout-payment-success**',
    ),
  ],
}

export const validationTwo: Section = {
  part: 2,
  title: '5 Validation rules',
  facts: [
    text('project without a name', 'Please provide your company name.', { heldBy: MISSING }),
    text('project without a description', 'Please provide a project description.', { heldBy: MISSING }),
    text('publishing with neither', 'Please fill in company name and description before publishing.', { heldBy: MISSING }),
    rule('The e-mail of the company is required', MISSING, 'Company Email', 'required'),
    rule(
      'Amounts are whole numbers without other signs, blank is nothing',
      inFile('tests/server/founder-project.test.ts')(
        'every field is returned as it was written, amounts as whole dollars, and blank fields as null',
      ),
      '$1,500,000',
      '1500000',
      'valuation',
    ),
    text('amounts that are blank, to a reader', 'Please get in contact with founder', {
      heldBy: inFile('tests/e2e/founder/projects.e2e.ts')(
        'on a {} the marketplace is searched, narrowed and sorted by its address, and leads to each project',
      ),
    }),
    text('logo that is no picture', 'Please upload an image file (PNG, JPG, GIF, etc.)', { heldBy: LOGO }),
    text('logo that is too large', 'File size must be less than 5MB', { heldBy: LOGO }),
    text('logo that does not arrive', 'Upload failed. Please try again.'),
    text('support: name', 'Name must be at least 2 characters', {
      heldBy: help('every rule of the support form has an error message, which is removed once the field is valid'),
    }),
    text('support: e-mail', 'Please enter a valid email address', {
      heldBy: help('every rule of the support form has an error message, which is removed once the field is valid'),
    }),
    text('support: subject', 'Subject must be at least 5 characters', {
      heldBy: help('every rule of the support form has an error message, which is removed once the field is valid'),
    }),
    text('support: message', 'Message must be at least 20 characters', {
      heldBy: help('every rule of the support form has an error message, which is removed once the field is valid'),
    }),
    text('support: categories, the first being the default', ['technical', 'billing', 'feature', 'other'], {
      heldBy: help('support has four categories, and starts with technical'),
    }),
    text('booking: name or e-mail missing', ['Missing Information', 'Please fill in all required fields.']),
    text('booking: no slot', 'Please select a time slot.'),
    rule(
      'At least 50 cents are charged',
      inFile('shared/unlocks/quote.test.ts')('for any listed price the charge is whole cents and never below the minimum'),
      'MINIMUM_CHARGE',
    ),
    text('login: e-mail', 'Please enter a valid email address', {
      heldBy: forms('an invalid login is not sent, and each field shows its error'),
    }),
    text('login: password', 'Password must be at least 6 characters', {
      heldBy: forms('an invalid login is not sent, and each field shows its error'),
    }),
    ...['Please confirm your password', 'First name is required', 'Last name is required'].map((sentence) =>
      text('sign-up: a field is empty', sentence, {
        heldBy: forms('a sign-up lists everything that is missing, and both passwords must match'),
      }),
    ),
    text('sign-up: no role', 'Please select your role', {
      heldBy: inFile('tests/server/accounts.test.ts')('%s answers a missing field with the message of an empty one'),
    }),
    text('sign-up: two passwords', "Passwords don't match", {
      heldBy: forms('a sign-up lists everything that is missing, and both passwords must match'),
    }),
    text('new password too short', ['Password Too Short', 'Password must be at least 8 characters long.']),
    text('new password and its repetition differ', ["Passwords Don't Match", 'Please make sure both passwords are identical.']),
    rule(
      'An empty new password keeps the current one',
      inFile('tests/server/account/profile.test.ts')(
        'accepts a name and a picture at any time, normalised, and changes nothing else',
      ),
      'newPassword',
    ),
    rule(
      'Feedback takes a message and nothing else',
      inFile('tests/server/help/tickets.test.ts')('feedback requires only a message, and no wrong %s'),
      'message',
    ),
  ],
}

export const rolesTwo: Section = {
  part: 2,
  title: '6 Roles and permissions',
  facts: [
    rule(
      'A founder sets up and publishes a project',
      inFile('tests/server/founder-project.test.ts')('investors are refused, and visitors have to sign in'),
      '/api/founder/project',
    ),
    text('an investor at the project form', 'Access Restricted', {
      heldBy: setup('a visitor signs in first and returns; an investor is refused with a reason'),
    }),
    rule(
      'Profile and project form take an account',
      inFile('tests/e2e/every-address.e2e.ts')('a visitor sees at every address what it has for visitors'),
      '/profile',
      '/project-setup',
      'Please Sign In',
    ),
    rule(
      'A signed-in user may delete the account',
      inFile('tests/server/account/erasure/personal-data.test.ts')(
        'an account leaves no personal data; the ledger keeps the purchase under a pseudonym',
      ),
      '/api/auth/delete-account',
    ),
    rule(
      'A placeholder address is sent, and decides nothing',
      inFile('tests/server/directory/calls.test.ts')('only a buyer of a contact receives it with that record'),
      'hasUnlocked',
    ),
  ],
}
