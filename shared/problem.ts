/**
 * Every refusal of the product: its HTTP status, and the message for the user.
 *
 * The codes are the stable part. Only the messages of an expired or ended session contain the word Unauthorized, because a client
 * interprets that word as "sign in again".
 */
const table = {
  invalid: [422, 'Check the marked fields.'],
  malformed: [400, 'The request could not be read.'],
  'invalid-json': [400, 'The request could not be read.'],
  'unsupported-media-type': [415, 'The request must be JSON.'],
  'too-large': [413, 'This is too large.'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'This method is not allowed here.'],
  'foreign-origin': [403, 'Requests from other sites are not allowed.'],
  'too-slow': [408, 'The connection is too slow. Please try again.'],
  blocked: [403, 'This request can’t be accepted. Please contact support by email.'],
  'switched-off': [403, 'This is not available at the moment.'],
  'too-many-requests': [429, 'Too many attempts. Please wait a moment and try again.'],
  'limits.proof-needed': [429, 'Too many attempts from your network. Please wait a moment and try again.'],
  draining: [503, 'The server is restarting. Please try again.'],
  unavailable: [503, 'The server is busy. Please try again in a moment.'],
  internal: [500, 'Something went wrong.'],

  'session-lost': [401, 'Unauthorized'],
  'session-ended': [401, 'Unauthorized: this browser was signed out.'],
  forbidden: [403, 'You don’t have permission to do this.'],
  'accounts.invalid-credentials': [401, 'Invalid credentials'],
  'accounts.registration-refused': [409, 'Please try again'],
  'step-up': [403, 'Confirm it’s you with your password or with a code we email you.'],
  'totp-required': [401, 'Enter the code from your authenticator app.'],
  'totp-invalid': [401, 'Incorrect code. Please try the next one.'],
  'accounts.password-is-set': [409, 'A password is already set. You can change it in Settings.'],
  'accounts.wrong-password': [403, 'Your current password is incorrect.'],
  'accounts.link-invalid': [409, 'This link has expired or was already used. Request a new one.'],
  'links.invalid': [409, 'This link is not valid, has expired or was already used.'],
  'accounts.code-invalid': [403, 'Incorrect or expired code.'],
  'accounts.email-refused': [409, 'This email address can’t be used.'],
  'accounts.already-verified': [409, 'Your email address is already verified.'],
  'accounts.deleted': [401, 'This account was deleted.'],
  'accounts.link-needs-password': [403, 'Enter the password of this account to confirm your request.'],
  'accounts.verify-first': [409, 'Confirm your email address first.'],
  'accounts.admin-needs-two-factor': [403, 'Admins need an authenticator app. Set one up in Settings, then come back.'],
  'accounts.admin-needs-password': [
    403,
    'Your password was set before your email was confirmed. Reset it with “Forgot password”, or set up an authenticator app in Settings.',
  ],
  'accounts.last-admin': [409, 'You are the last owner. Make someone else an owner first.'],
  'accounts.banned': [403, 'This account is suspended. Please contact support.'],
  'accounts.own-ban': [409, 'You can’t ban your own account.'],
  'accounts.earnings-left': [
    409,
    'You have unpaid earnings. Wait for your next payout, or give the earnings up, then delete the account.',
  ],
  'accounts.open-batch': [409, 'You prepared a payout that is still open. Have it paid or withdraw it first.'],
  'accounts.payout-on-its-way': [409, 'A payout to you is in progress. Delete the account once it has arrived.'],
  'accounts.two-factor-on': [409, 'Two-factor authentication is already on.'],
  'accounts.two-factor-off': [409, 'Two-factor setup has not started. Start it again in Settings.'],
  'accounts.renamed-elsewhere': [
    409,
    'Your name was changed on another device. Try again to use this one, or discard it to keep the other.',
  ],

  'directory.search-too-wide': [422, 'This search matches too many investors. Add a word or a filter.'],

  'push.endpoint-refused': [422, 'This browser’s push service can’t be used.'],

  'unlocks.already-unlocked': [409, 'Already unlocked'],
  'unlocks.not-verified': [409, 'This investor can’t be unlocked directly yet.'],
  'unlocks.own-profile': [409, 'This is your own profile.'],
  'unlocks.not-purchasable': [409, 'This price is above the card limit. Contact support to arrange payment.'],
  'unlocks.gone': [409, 'This investor is no longer listed.'],
  'unlocks.paused': [409, 'This investor is paused and takes no new requests now. Please try again later.'],
  'unlocks.limit-reached': [409, 'This investor has reached their introduction limit. Please try again later.'],

  'replies.given': [409, 'You already replied to this founder.'],
  'replies.closed': [409, 'The payment for this request was returned, so it takes no reply.'],

  'ratings.given': [409, 'You already rated this call.'],
  'ratings.not-held': [409, 'Only a call that was paid for and took place can be rated.'],
  'ratings.too-early': [409, 'A call can be rated once it is over.'],
  'ratings.closed': [409, 'A call can be rated for 30 days after it.'],

  'calendars.not-connected': [409, 'No calendar is connected. Please connect one first.'],
  'calendars.unknown': [409, 'This calendar is no longer there. Please choose again.'],
  'calendars.unreachable': [422, 'The calendar server did not answer. Please check its address, or try again.'],
  'calendars.refused': [422, 'The calendar server refused the user name or the app password.'],
  'calendars.not-found': [422, 'No calendar was found at this address. Please check it.'],
  'calendars.forbidden': [422, 'The address has to begin with https:// and belong to a public server.'],
  'calendars.too-large': [422, 'The calendar has more events than we can read.'],
  'calendars.unreadable': [422, 'The calendar server sent an answer that we can’t read.'],
  'calendars.access-ended': [422, 'This calendar no longer gives us access. Please connect it again.'],
  'calendars.not-offered': [409, 'Calendars of this provider cannot be connected here.'],
  'calendars.consent-refused': [403, 'You did not give access to your calendar, so nothing was connected.'],
  'calendars.consent-unknown': [409, 'This consent was used already, has expired, or is of another session. Please start again.'],
  'bookings.ended': [409, 'This call is already cancelled.'],
  'bookings.begun': [409, 'This call has already started.'],
  'bookings.too-late-to-move': [409, 'A call can be moved until 24 hours before it starts.'],
  'bookings.too-late-to-decline': [409, 'A call can be declined within 48 hours of its booking. You can still cancel it.'],
  'bookings.too-early-to-report': [409, 'You can report a no-show 10 minutes after the start.'],
  'bookings.too-late-to-report': [409, 'A no-show can be reported within 7 days of the call. Please contact support.'],
  'bookings.reported': [409, 'You already reported on this call.'],
  'bookings.too-late-to-contest': [409, 'A report can be contested within 7 days. Please contact support.'],
  'bookings.not-reported': [409, 'You were not reported as a no-show for this call.'],
  'bookings.no-refund-now': [409, 'Free cancellation has ended, so the price is no longer refunded. Please decide again.'],
  'bookings.price-asked-back': [409, 'You requested a refund for this call. The contact is withheld until we decide.'],
  'bookings.replied': [409, 'You already replied to this founder.'],
  'replies.call': [409, 'This call is booked. Propose another time or cancel it in the app.'],
  'bookings.proposal-ended': [409, 'This proposal is no longer open. Please look at the call again.'],
  'bookings.cannot-answer': [409, 'This investor has no account here and cannot answer a proposal. Please write to them.'],
  'bookings.slot-taken': [409, 'This time is no longer available. Please choose another one.'],

  'projects.none': [409, 'Please save your project first.'],
  'projects.incomplete': [409, 'Please fill in company name and description before publishing.'],
  'projects.already-published': [409, 'Already published'],
  'projects.taken-off': [
    409,
    'Our team removed this project from the marketplace. Paying does not restore it. Please contact support.',
  ],

  'projects.withdrawn': [409, 'This project is already paid for. Put it back on the marketplace for free.'],
  'projects.not-published': [409, 'This project is not on the marketplace.'],
  'projects.unpaid': [409, 'The payment for this project was refunded or is in dispute, so it can’t be put back now.'],
  'projects.not-a-draft': [409, 'A project that was published can’t be deleted. Take it off the marketplace instead.'],
  'projects.draft-changed': [409, 'Another device has changed this draft. Read it again before you delete it.'],

  'bookings.no-calls': [409, 'This investor does not take calls here. You can unlock their contact instead.'],
  'bookings.not-offered': [409, 'This time is no longer offered. Please select another one.'],
  'bookings.too-late': [409, 'This call starts too soon or has already started. Please choose another time.'],
  'bookings.too-many-holds': [409, 'You already hold two unpaid times. Pay for one of them or wait a few minutes.'],
  'bookings.held-before': [
    409,
    'You already held a time with this investor without paying. Try again tomorrow, or unlock the contact instead.',
  ],
  'bookings.already-booked': [409, 'This call is already booked.'],

  'payments.setup-failed': [502, 'Failed to create payment intent'],
  'payments.not-completed': [409, 'Payment was not completed successfully'],
  'payments.processing': [409, 'Your payment is still being processed.'],
  'payments.mismatch': [409, 'Payment succeeded but confirmation failed. Please contact support.'],
  'payments.refunded': [409, 'This payment was refunded.'],
  'payments.disputed': [409, "This payment is in dispute with the card's bank."],
  'payments.cards-declined': [
    429,
    'Several cards were declined, so new payments are paused for security. Please try again later, or ask your bank.',
  ],
  'mail.bad-signature': [400, 'The events are not signed with the secret of this server.'],
  'payments.bad-signature': [400, 'The event is not signed by the payment provider.'],

  'refunds.too-late': [409, 'The 7-day guarantee has ended.'],
  'refunds.dispute-open': [409, "The card's bank is reviewing a dispute. We can’t refund until it decides."],
  'refunds.not-refundable': [409, 'This order has nothing to refund.'],
  'refunds.needs-second-admin': [
    409,
    'You refunded more than $5,000 today, and the buyer did not request this refund. Another admin can send it, or you can tomorrow.',
  ],
  'refunds.over-cap': [409, 'This buyer had three refunds within a year. Confirm explicitly to send another one.'],

  'sync.protocol-too-old': [426, 'This version of the app is too old to sync. Reload to update.'],
  'sync.unknown-mutation': [409, 'The server does not support this change yet.'],
  'sync.too-many-versions': [409, 'This text has too many versions. Choose between some of them first.'],
  'contacts.too-many-saved': [409, 'You have reached the limit of saved investors. Remove some first.'],
  'contacts.too-many-tags': [409, 'This contact would have more than 20 tags. Remove some first.'],
  'contacts.too-many-photos': [409, 'You have reached the limit of photos. Delete some first.'],
  'contacts.too-many-entries': [409, 'You have reached the limit of dated notes. Delete some first.'],
  'contacts.not-held': [409, 'You have not unlocked this contact.'],
  'raise.changed-elsewhere': [
    409,
    'This was changed on another device. Try again to use this version, or discard it to keep the other.',
  ],
  'contacts.too-many-templates': [409, 'You have reached the limit of templates. Clear one first.'],
  'people.unknown': [409, 'This person was deleted. Add the person again to keep the change.'],
  'people.too-many': [409, 'You have reached the limit of people you added. Delete some first.'],
  'searches.unknown': [409, 'This search was deleted on another device.'],
  'searches.too-many': [409, 'You have reached the limit of saved searches. Delete some first.'],
  'searches.changed-elsewhere': [
    409,
    'This search was changed on another device. Try again to use this version, or discard it to keep the other.',
  ],
  'people.changed-elsewhere': [
    409,
    'This person was changed on another device. Try again to use this version, or discard it to keep the other.',
  ],

  'projects.vote-signed-out': [403, 'Please sign in to vote.'],
  'projects.own-vote': [403, 'You cannot vote for your own project.'],
  'projects.vote-unverified': [403, 'Confirm your email address first: one vote per verified account.'],

  'applications.pending': [409, 'Your application is already under review.'],
  'applications.not-approved': [409, 'Only approved investors can add another profile.'],

  'uploads.too-large': [413, 'Please select an image smaller than 5MB'],
  'uploads.not-an-image': [422, 'Please select an image file'],
  'uploads.too-many-pixels': [422, 'This image has too many pixels. Please select a smaller one.'],
  'uploads.busy': [503, 'Too many pictures are being processed. Please try again in a moment.'],
  'uploads.full': [409, 'You have reached the limit of pictures. Remove some first.'],
  'projects.founders-only': [403, 'Only founders can list a project.'],

  'profiles.claim-revoked': [
    409,
    'Our team removed this profile from your account. If you think this is wrong, contact us through the support form.',
  ],
  'profiles.has-owner': [409, 'This profile belongs to another account. Sign in to that account to change it.'],
  'owners.no-contact': [422, 'Founders need a way to reach you.'],
  'owners.no-portfolio': [422, 'Portfolio performance is required'],
  'contacts.met-elsewhere': [
    409,
    'Another device saved a different place, and both don’t fit. Try again to use this one, or discard it to keep the other.',
  ],
  'owners.pause-too-long': [422, 'A listing can be paused for a year at most.'],
  'owners.hours-too-short': [422, 'Calls take 30 minutes. Each range has to be at least that long.'],
  'owners.hours-overlap': [422, 'Ranges of one day can’t overlap.'],
  'owners.hours-none': [422, 'Choose at least one day. To take no calls for a time, pause your listing.'],
  'owners.days-off-order': [422, 'Days off have to end on or after their first day.'],
  'owners.edited-elsewhere': [
    409,
    'Another device changed the same text of your listing. Try again to use this one, or discard it to keep the other.',
  ],

  'documents.replaced': [409, 'This invoice was replaced by another one. Look at the current one and try again.'],
  'documents.closed': [409, 'This invoice can no longer be corrected. Please contact support.'],
  'billing.changed-elsewhere': [409, 'Another device has changed these details. Compare them and save again.'],

  'accounting.unbalanced': [
    409,
    'The ledger of this month does not balance, so there is no file. See the failed checks under Ledger.',
  ],
  'payouts.nothing': [409, 'Nothing is ready for payout.'],
  'payouts.closed': [409, 'This batch is closed. It was already paid or withdrawn.'],
  'payouts.needs-second-admin': [
    409,
    'Another person must mark this batch as paid: you prepared it, an account is less than a day old, or its preparer has left the team. Without another person who may pay out, you can do it a day after preparing it.',
  ],
  'payouts.no-details': [409, 'An investor in this batch has no payout details. Take the line out and send a reminder.'],
  'payouts.details-changed': [
    409,
    'An investor changed their payout details after this batch was prepared. View the new details, then mark it as paid.',
  ],
  'payouts.not-covered': [
    409,
    'Some lines are no longer covered: there was a refund or dispute, or a record changed accounts. Remove these lines.',
  ],

  'imports.shrunk': [409, 'The import would remove 20 % of the records or more. Confirm to import it anyway.'],
  'admin.role-needed': [403, 'Your role doesn’t include this. Ask an owner of the team.'],
  'admin.own-block': [409, 'This would block yourself: it includes your address, your mail domain or your network.'],
  'admin.no-card': [409, 'The payment provider names no card for this order.'],
  'admin.last-owner': [409, 'This is the last owner. Make someone else an owner first.'],
  'admin.listed-owner': [409, 'The server’s configuration makes this address an owner. It can only be changed there.'],
  'admin.no-account': [409, 'No account with this address has confirmed it. The person has to sign up and confirm it first.'],
  'admin.is-member': [409, 'This account is on the team already. Change its roles in the list.'],
  'admin.team-moved-on': [409, 'Someone else changed these roles. Review them and try again.'],

  'records.calls-overlap': [409, 'Both records have a call at the same time. Move or cancel one of the calls first.'],
  'records.has-profile': [
    409,
    'A profile of an account has replaced this record. Keep this record, and merge the other one into it.',
  ],
  'records.merged': [409, 'One of these records was merged into another record already.'],
  'records.not-listed': [409, 'The record that stays must be in the directory.'],
  'records.removed-person': [409, 'This person asked not to be listed.'],
  'records.same': [409, 'Choose two different records.'],
  'records.similar': [409, 'A similar record exists.'],
  'records.source-decides': [409, 'The source of this record decides about that.'],
  'review.moved-on': [409, 'This was changed by someone else. Review the current version and decide again.'],
  'review.record-taken': [
    409,
    'Another profile already replaces this record. If this one is right, revoke the other profile first.',
  ],
  'review.superseded': [409, 'A later import replaced this one.'],
  'review.not-paid': [409, 'The payment for this project was returned, so it can’t be published.'],
  'review.withdrawn': [409, 'Its founder took this project off the marketplace. Only its founder can put it back.'],
  'review.not-undoable': [409, 'This decision can no longer be undone.'],

  'imports.unreadable': [422, 'The file contains no readable records.'],
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
