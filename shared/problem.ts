/**
 * Every refusal of the product: its HTTP status, and the message for the user.
 *
 * The codes are the stable part. Only the messages of an expired or ended session contain the word Unauthorized, because a client
 * interprets that word as "sign in again".
 */
const table = {
  invalid: [422, 'Please check the marked fields.'],
  malformed: [400, 'This request could not be read.'],
  'invalid-json': [400, 'This request could not be read.'],
  'unsupported-media-type': [415, 'This request must be JSON.'],
  'too-large': [413, 'This is too large to be accepted.'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'This address does not take that method.'],
  'foreign-origin': [403, 'This request came from another site and was refused.'],
  'too-slow': [408, 'The connection is too slow. Please try again.'],
  'too-many-requests': [429, 'Too many tries. Please wait a moment and try again.'],
  draining: [503, 'The server is restarting. Please try again.'],
  internal: [500, 'Something went wrong.'],

  'session-lost': [401, 'Unauthorized'],
  'session-ended': [401, 'Unauthorized: this browser was signed out.'],
  forbidden: [403, 'You may not do this.'],
  'accounts.invalid-credentials': [401, 'Invalid credentials'],
  'accounts.registration-refused': [409, 'Please try again'],
  'step-up': [403, 'Please confirm that it is you: with your password, or with a code that we mail to you.'],
  'totp-required': [401, 'Please enter the code from your authenticator app.'],
  'totp-invalid': [401, 'This code is not right. Please try the next one.'],
  'accounts.password-is-set': [409, 'A password is already set. You can change it in Settings.'],
  'accounts.wrong-password': [403, 'Your current password is not right.'],
  'accounts.link-invalid': [409, 'This link has expired or was used already. Please ask for a new one.'],
  'accounts.code-invalid': [403, 'This code is not right or has expired.'],
  'accounts.email-refused': [409, 'This e-mail address cannot be used.'],
  'accounts.already-verified': [409, 'Your e-mail address is verified already.'],
  'accounts.deleted': [401, 'This account was deleted.'],
  'accounts.link-needs-password': [403, 'Please enter the password of this account, so that we know that you asked for this.'],
  'accounts.verify-first': [409, 'Please confirm your e-mail address first.'],
  'accounts.admin-needs-two-factor': [403, 'Admins need an authenticator app. Set one up in Settings, then come back.'],
  'accounts.admin-needs-password': [
    403,
    'Your password was set before your address was confirmed. Choose a new one by the link of a forgotten password, or set up an authenticator app in Settings.',
  ],
  'accounts.last-admin': [409, 'You are the last admin. Please make somebody else an admin first.'],
  'accounts.earnings-left': [
    409,
    'You have earnings that are not paid out. Ask for your payout first, or say that you give them up, and delete the account then.',
  ],
  'accounts.open-batch': [409, 'A payout that you prepared is still open. Please have it paid, or withdraw it, first.'],
  'accounts.payout-on-its-way': [409, 'A payout to you is on its way. Please delete the account once it has arrived.'],
  'accounts.two-factor-on': [409, 'Two-factor authentication is on already.'],
  'accounts.two-factor-off': [409, 'Two-factor authentication is not being set up.'],
  'accounts.renamed-elsewhere': [
    409,
    'Your name was changed on another device meanwhile. Try again to use this one, or discard it to keep the other.',
  ],

  'unlocks.already-unlocked': [409, 'Already unlocked'],
  'unlocks.not-verified': [409, 'This investor is not open for direct unlocks yet.'],
  'unlocks.own-profile': [409, 'This is your own profile.'],
  'unlocks.not-purchasable': [409, 'This price is above what the card provider can charge.'],
  'unlocks.gone': [409, 'This investor has left.'],
  'unlocks.limit-reached': [409, 'This investor has reached the limit of introductions for now.'],

  'bookings.ended': [409, 'This call has been called off already.'],
  'bookings.begun': [409, 'This call has begun already.'],
  'bookings.too-late-to-move': [409, 'A call can be moved until 24 hours before it starts.'],
  'bookings.too-late-to-decline': [409, 'A call can be declined within 48 hours of its booking. You may still cancel it.'],
  'bookings.too-early-to-report': [409, 'Give them ten minutes: somebody is missing only then.'],
  'bookings.too-late-to-report': [409, 'This can be reported for 7 days after a call. Please write to support.'],
  'bookings.reported': [409, 'You have told us already who came to this call.'],
  'bookings.too-late-to-contest': [409, 'A report can be contested for 7 days. Please write to support.'],
  'bookings.not-reported': [409, 'You were not reported missing at this call.'],
  'bookings.no-refund-now': [409, 'Free cancellation has ended by now, so the price is not paid back. Please decide again.'],
  'bookings.price-asked-back': [409, 'You asked for the price of this call back. Its contact waits for the answer.'],
  'bookings.slot-taken': [409, 'This time is no longer free. Please choose another one.'],

  'projects.none': [409, 'Please save your project first.'],
  'projects.incomplete': [409, 'Please fill in company name and description before publishing.'],
  'projects.already-published': [409, 'Already published'],
  'projects.taken-off': [
    409,
    'Our team has taken this project off the marketplace. Paying would not bring it back: please contact support.',
  ],

  'bookings.no-calls': [409, 'This investor takes no calls here. Their contact can be unlocked instead.'],
  'bookings.not-offered': [409, 'This time is not offered any more. Please select another one.'],
  'bookings.too-late': [409, 'This call would begin too soon, or has begun already.'],
  'bookings.too-many-holds': [409, 'Two calls are being held already. Please pay for one of them, or wait a few minutes.'],
  'bookings.held-before': [
    409,
    'A time with this investor was held for you already and not paid for. Please try again tomorrow, or unlock the contact instead.',
  ],
  'bookings.already-booked': [409, 'This call is booked already.'],

  'payments.setup-failed': [502, 'Failed to create payment intent'],
  'payments.not-completed': [409, 'Payment was not completed successfully'],
  'payments.processing': [409, 'Your payment is still being processed.'],
  'payments.mismatch': [409, 'Payment succeeded but confirmation failed. Please contact support.'],
  'payments.refunded': [409, 'This payment was refunded.'],
  'payments.disputed': [409, "This payment is in dispute with the card's bank."],
  'payments.cards-declined': [
    429,
    'Several cards were declined. To protect cards that were stolen, new payments wait for a while. Please try again later, or ask your bank.',
  ],
  'payments.bad-signature': [400, 'This event is not signed by the payment provider.'],

  'refunds.too-late': [409, 'The 7 days of the guarantee are over.'],
  'refunds.dispute-open': [409, "The card's bank is deciding about this payment. Nothing can be refunded until it has."],
  'refunds.not-refundable': [409, 'There is nothing to refund on this order.'],
  'refunds.needs-second-admin': [
    409,
    'You have sent back more than $5,000 today, and this refund was not asked for. Another admin can send it, or you tomorrow.',
  ],
  'refunds.over-cap': [409, 'This buyer has had three refunds within a year. Another one needs your explicit word.'],

  'sync.protocol-too-old': [426, 'This version of the app is too old to sync. Please reload to update.'],
  'sync.unknown-mutation': [409, 'This version of the server does not know this change.'],
  'sync.too-many-versions': [409, 'There are too many versions of this text. Please decide about some of them first.'],
  'contacts.too-many-saved': [409, 'You have saved as many investors as possible. Please remove some first.'],
  'contacts.not-held': [409, 'You have not unlocked this contact.'],

  'projects.vote-signed-out': [403, 'Please sign in to vote.'],
  'projects.own-vote': [403, 'You cannot vote for your own project.'],
  'projects.vote-unverified': [403, 'Please verify your e-mail address first: one vote per verified account.'],

  'applications.pending': [409, 'Your application is under review already.'],
  'applications.not-approved': [409, 'Only approved investors may add another profile.'],

  'uploads.too-large': [413, 'Please select an image smaller than 5MB'],
  'uploads.not-an-image': [422, 'Please select an image file'],
  'uploads.too-many-pixels': [422, 'This image has too many pixels. Please select a smaller one.'],
  'uploads.busy': [503, 'Many pictures are being processed. Please try again in a moment.'],
  'uploads.full': [409, 'Your account keeps as many pictures as it may.'],
  'projects.founders-only': [403, 'Only founders can list a project.'],

  'profiles.claim-revoked': [
    409,
    'Our team has taken this profile back from your account. Please write to us with the support form if you think that this is wrong.',
  ],
  'profiles.has-owner': [409, 'This profile belongs to an account of its own. Sign in to that account to change it.'],
  'owners.no-contact': [422, 'Founders need a way to reach you.'],
  'contacts.met-elsewhere': [
    409,
    'Another device wrote another place meanwhile, and both do not fit. Try again to use this one, or discard it to keep the other.',
  ],
  'owners.edited-elsewhere': [
    409,
    'Another device changed the same text of your listing meanwhile. Try again to use this one, or discard it to keep the other.',
  ],

  'payouts.nothing': [409, 'Nothing is ready to be paid out.'],
  'payouts.closed': [409, 'This batch is closed: it was paid or withdrawn already.'],
  'payouts.needs-second-admin': [
    409,
    'Another admin has to mark this batch as paid: you prepared it, or your account is younger than a day. Without another admin you may do it a day after preparing it.',
  ],
  'payouts.not-covered': [
    409,
    'A refund or dispute came between, or a record belongs to another account now. Please take out the lines that are not covered any more.',
  ],

  'imports.shrunk': [409, 'The listing lost a fifth of its records or more. Confirm to import it anyway.'],
  'review.moved-on': [409, 'Somebody has changed this meanwhile. Here is how it stands now: please decide again.'],
  'review.record-taken': [
    409,
    'Another profile has taken the place of this record already. Revoke that profile first, if this one is right.',
  ],
  'review.superseded': [409, 'A later import has taken the place of this one.'],
  'review.not-paid': [409, 'What was paid for this project went back, so it cannot be put on the marketplace.'],
  'review.not-undoable': [409, 'This decision cannot be taken back any more.'],

  'imports.unreadable': [422, 'This file holds no records that could be read.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof table

export const problemCodes = Object.keys(table) as ProblemCode[]
export const statusOf = (code: ProblemCode): number => table[code][0]
export const messageOf = (code: ProblemCode): string => table[code][1]

/** A refusal by a rule or by the request guard. Anything else that is thrown is a fault. */
export class Problem extends Error {
  override readonly name = 'Problem'
  constructor(
    readonly code: ProblemCode,
    /** A more specific message than the code's own, if any. It never contains client input. */
    message: string = messageOf(code),
    /** Seconds to wait, for a transient refusal. */
    readonly retryAfterSeconds?: number,
    /** The current state of the document that could not be changed, if the caller may see it. */
    readonly current?: object,
  ) {
    super(message)
  }
  get status(): number {
    return statusOf(this.code)
  }
}

/** An invalid form: every field that has to change, and why. */
export class InvalidFields extends Problem {
  constructor(
    readonly fields: readonly { path: string; message: string }[],
    message: string | undefined = fields[0]?.message,
  ) {
    super('invalid', message)
  }
}
