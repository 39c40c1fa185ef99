import { inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const setup = inFile('tests/e2e/founder/project-setup.e2e.ts')
const MISSING = setup('what is missing is said and found, what the server cannot do is said, and nothing typed is lost')
const LOGO = setup('a logo is a file or an address, and is told why when it is neither')
const publishing = inFile('tests/server/payments/publishing.test.ts')
const forms = inFile('web/features/accounts/forms.test.tsx')
const help = inFile('web/features/help/help.test.tsx')

export const statesTwo: Section = {
  part: 2,
  title: '4 States and transitions',
  facts: [
    rule(
      'A draft is private until $9 are paid',
      publishing('saves the draft, takes the card, comes back, and the project is there for everybody'),
      '900',
    ),
    text('badges of a project', ['Verified', 'Rejected', 'Under Review'], {
      heldBy: inFile('web/features/projects/marketplace/project-card.test.tsx')('a project that is %s has the badge %s'),
    }),
    rule(
      'Saving ends the editing of a profile',
      inFile('web/features/accounts/settings/edit-profile.test.tsx')('a profile that is saved says so in the specified words%s'),
      'onDone',
    ),
    rule(
      'A sign-in leads to /',
      inFile('web/features/accounts/auth/after-sign-in.test.ts')(
        'a sign-in leads to the first page, or to where somebody was on their way',
      ),
      '/',
    ),
    rule(
      'A registration leads founders to /project-setup, investors to /vc-signup',
      inFile('web/features/accounts/auth/after-sign-in.test.ts')(
        'whoever registers as %s goes on to %s, unless they were on their way',
      ),
      '/project-setup',
      '/vc-signup',
    ),
    rule(
      'A decision maker is unlocked by a dollar and a confirmation',
      inFile('tests/server/payments/decision-makers.test.ts')(
        'is a mask to everybody, and a name with profiles to who paid a dollar',
      ),
      '100',
    ),
    rule(
      'What this device is not told to be unlocked is locked',
      inFile('web/widgets/contact-area.test.tsx')('a verified investor without a meeting link is locked behind Connect'),
      'Contact Information Locked',
    ),
    rule(
      'The page after a payment asks about its session',
      inFile('tests/e2e/founder/money.e2e.ts')('/scout-success says what is true of a payment, and /scout?success=true nothing'),
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
        'every field comes back as it was written, amounts as whole dollars, and what is blank as nothing',
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
      heldBy: help('every rule of the support form has its sentence, and what is right again is taken back'),
    }),
    text('support: e-mail', 'Please enter a valid email address', {
      heldBy: help('every rule of the support form has its sentence, and what is right again is taken back'),
    }),
    text('support: subject', 'Subject must be at least 5 characters', {
      heldBy: help('every rule of the support form has its sentence, and what is right again is taken back'),
    }),
    text('support: message', 'Message must be at least 20 characters', {
      heldBy: help('every rule of the support form has its sentence, and what is right again is taken back'),
    }),
    text('support: categories, the first being the default', ['technical', 'billing', 'feature', 'other'], {
      heldBy: help('support has four categories, and begins with technical'),
    }),
    text('booking: name or e-mail missing', ['Missing Information', 'Please fill in all required fields.']),
    text('booking: no slot', 'Please select a time slot.'),
    rule(
      'At least 50 cents are charged',
      inFile('shared/unlocks/quote.test.ts')('for any listed price the charge is whole cents and never below the minimum'),
      'MINIMUM_CHARGE',
    ),
    text('login: e-mail', 'Please enter a valid email address', {
      heldBy: forms('a login that cannot be right is not sent, and each field says why'),
    }),
    text('login: password', 'Password must be at least 6 characters', {
      heldBy: forms('a login that cannot be right is not sent, and each field says why'),
    }),
    ...['Please confirm your password', 'First name is required', 'Last name is required'].map((sentence) =>
      text('sign-up: a field is empty', sentence, {
        heldBy: forms('a sign-up names everything that is missing, and two passwords must be one'),
      }),
    ),
    text('sign-up: no role', 'Please select your role', {
      heldBy: inFile('tests/server/accounts.test.ts')('%s answers a field that is left out in the words of an empty one'),
    }),
    text('sign-up: two passwords', "Passwords don't match", {
      heldBy: forms('a sign-up names everything that is missing, and two passwords must be one'),
    }),
    text('new password too short', ['Password Too Short', 'Password must be at least 8 characters long.']),
    text('new password and its repetition differ', ["Passwords Don't Match", 'Please make sure both passwords are identical.']),
    rule(
      'An empty new password keeps the current one',
      inFile('tests/server/account/profile.test.ts')('takes a name and a picture at any time, tidied, and leaves the rest alone'),
      'newPassword',
    ),
    rule(
      'Feedback takes a message and nothing else',
      inFile('tests/server/requests/tickets.test.ts')('feedback needs no more than words, and no wrong %s'),
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
      inFile('tests/server/founder-project.test.ts')('investors are told no, and visitors to sign in'),
      '/api/founder/project',
    ),
    text('an investor at the project form', 'Access Restricted', {
      heldBy: setup('a visitor signs in first and comes back; an investor is told why not'),
    }),
    rule(
      'Profile and project form take an account',
      inFile('tests/e2e/gates.e2e.ts')('a visitor finds at every address what is there for visitors'),
      '/profile',
      '/project-setup',
      'Please Sign In',
    ),
    rule(
      'Whoever is signed in may delete the account',
      inFile('tests/server/account/erasure.test.ts')(
        'an account leaves nothing that names its person; the books keep the purchase under a pseudonym',
      ),
      '/api/auth/delete-account',
    ),
    rule(
      'A placeholder address is sent, and decides nothing',
      inFile('tests/server/directory/calls.test.ts')('whoever unlocked a contact finds it on that record, and nobody else does'),
      'hasUnlocked',
    ),
  ],
}
