import type { MailMessage } from '#server/email/mail-message.ts'
import * as accounts from '#server/email/messages/accounts.ts'
import * as admin from '#server/email/messages/admin.ts'
import * as alerts from '#server/email/messages/alerts.ts'
import * as applications from '#server/email/messages/applications.ts'
import * as calls from '#server/email/messages/bookings.ts'
import * as contacts from '#server/email/messages/contacts.ts'
import * as earnings from '#server/email/messages/earnings.ts'
import * as help from '#server/email/messages/help.ts'
import * as newsletter from '#server/email/messages/newsletter.ts'
import * as orders from '#server/email/messages/orders.ts'
import * as profileRequests from '#server/email/messages/profile-requests.ts'
import * as refunds from '#server/email/messages/refunds.ts'
import * as replies from '#server/email/messages/replies.ts'
import { withSettingsLink } from '#server/email/optional-mail.ts'
import { ALERT_KINDS } from '#shared/admin/alerts.ts'
import type { ProjectReview } from '#shared/admin/projects.ts'
import { cents } from '#shared/money.ts'

/** The functions that write mails, by file. */
export const mailModules = {
  accounts,
  admin,
  alerts,
  applications,
  calls,
  contacts,
  earnings,
  help,
  newsletter,
  orders,
  profileRequests,
  refunds,
  replies,
}

const BASE = 'https://latchkey.example'
const LINK = `${BASE}/verify-email#0123456789-sample-link-0123456789`
const AT = new Date('2026-11-24T16:04:00Z')

const founderCall: calls.CallFacts = {
  role: 'founder',
  counterpart: 'Grace Hopper',
  company: 'Harbour Ventures',
  start: '2026-12-03T15:00:00Z',
  end: '2026-12-03T15:30:00Z',
  ownZone: 'Europe/Berlin',
  otherZone: 'America/New_York',
  meetingLink: null,
  openActions: ['reschedule', 'cancel'],
  canPropose: true,
  freeUntil: '2026-12-02T15:00:00Z',
  contactFrom: '2026-12-02T15:00:00Z',
  isContactKept: true,
  amount: cents(12_500),
  message: null,
  replyLink: null,
  page: `${BASE}/calls`,
}
export const investorCall: calls.CallFacts = {
  ...founderCall,
  role: 'investor',
  counterpart: 'Ada Lovelace',
  company: 'Analytical Engines',
  ownZone: 'America/New_York',
  otherZone: 'Europe/Berlin',
  meetingLink: 'https://meet.example.com/grace',
  openActions: ['cancel'],
  freeUntil: null,
  contactFrom: null,
  replyLink: `${BASE}/reply#0123456789-sample-link-0123456789`,
  message: 'We are raising a seed round and would like your view on the market in New York.',
}
/** Free cancellation has ended: the founder has the contact and the meeting link. */
const releasedCall: calls.CallFacts = {
  ...founderCall,
  meetingLink: 'https://meet.example.com/grace',
  contactFrom: null,
  freeUntil: null,
  openActions: [],
}
const BEFORE = { start: '2026-12-01T15:00:00Z', end: '2026-12-01T15:30:00Z' }
const reported = {
  id: 'bok_01',
  orderId: 'ord_01',
  founder: 'Ada Lovelace',
  investor: 'Grace Hopper',
  start: founderCall.start,
  end: founderCall.end,
  reason: 'Nobody came for 15 minutes.',
}

const bought = { id: 'ord_01', amount: cents(7500), snapshot: { title: 'Grace Hopper, Harbour Ventures' } }
const purchase = { ...bought, kind: 'vc_unlock', targetId: 'rec_01', currency: 'usd' } as const
const issued = { name: 'Ada', number: 1042, paidAt: AT, base: BASE }
const sale = {
  firstName: 'Grace',
  founder: 'Ada Lovelace',
  amount: cents(7500),
  charity: null,
  link: `${BASE}/earnings`,
}

const paidTo = { kind: 'iban', holder: 'Grace Hopper', country: 'GB', lastFour: '5698' } as const

const news = { name: 'Ada', isUndone: false, base: BASE }
const fund = { fundName: 'Harbour Ventures' }
const vcReview = { isVerified: false, reviewReason: null, isClaimRevoked: false } as const
const project = { id: 'prj_01', companyName: 'Analytical Engines' }
const projectReview = { isPublished: true, reviewReason: null } as Pick<ProjectReview, 'isPublished' | 'reviewReason'>
const projectAfter = (status: ProjectReview['status'], more: Partial<ProjectReview> = {}) =>
  ({ ...projectReview, status, ...more }) as ProjectReview
const investor = { investor: { name: 'Grace Hopper' } }

/**
 * Every mail of the product with sample values, by file, function and case. A test requires an entry for each function, and
 * `bun run mails` renders all of them.
 */
export const sampleMails: Record<string, MailMessage> = {
  'accounts.welcome': accounts.welcome(BASE, 'founder'),
  'accounts.welcome: investor': accounts.welcome(BASE, 'vc'),
  'accounts.verifyEmail': accounts.verifyEmail(LINK, { isChange: false }),
  'accounts.verifyEmail: new address': accounts.verifyEmail(LINK, { isChange: true }),
  'accounts.resetPassword': accounts.resetPassword('Ada', LINK, { isFirstProof: false }),
  'accounts.resetPassword: unconfirmed address': accounts.resetPassword(null, LINK, { isFirstProof: true }),
  'accounts.emailChanging': accounts.emailChanging('Ada', BASE, LINK),
  'accounts.emailChanging: without a link': accounts.emailChanging('Ada', BASE),
  'accounts.emailChanged': accounts.emailChanged('Ada', BASE, LINK),
  'accounts.emailKept': accounts.emailKept('Ada'),
  'accounts.manyWrongCodes': accounts.manyWrongCodes('Ada', BASE),
  'accounts.accountRecovered': accounts.accountRecovered('Ada'),
  'accounts.passwordChanged': accounts.passwordChanged('Ada', BASE),
  'accounts.newSignIn': accounts.newSignIn('Ada', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', AT, BASE),
  'accounts.signInCode': accounts.signInCode('Ada', '481 205'),
  'accounts.claimCode': accounts.claimCode('481 205'),
  'accounts.registrationAttempted': accounts.registrationAttempted('Ada', BASE),
  'accounts.twoFactorOn': accounts.twoFactorOn('Ada', BASE, 7),
  'accounts.twoFactorOff': accounts.twoFactorOff('Ada', BASE),
  'accounts.newAppRemoved': accounts.newAppRemoved('Ada', 7),
  'accounts.addressReserved': accounts.addressReserved(7),
  'accounts.accountDeleted': accounts.accountDeleted(),

  'admin.applicationAnswered: approved': admin.applicationAnswered(
    { ...news, after: { ...vcReview, isVerified: true, reviewStatus: 'approved' } },
    fund,
  ),
  'admin.applicationAnswered: rejected': admin.applicationAnswered(
    { ...news, after: { ...vcReview, reviewStatus: 'rejected', reviewReason: 'The website of the fund does not exist.' } },
    fund,
  ),
  'admin.applicationAnswered: revoked': admin.applicationAnswered(
    { ...news, after: { ...vcReview, reviewStatus: 'revoked', reviewReason: 'The fund says that it does not know you.' } },
    fund,
  ),
  'admin.applicationAnswered: undone': admin.applicationAnswered(
    { ...news, isUndone: true, after: { ...vcReview, reviewStatus: 'pending' } },
    fund,
  ),
  'admin.projectAnswered: verified': admin.projectAnswered({ ...news, after: projectAfter('verified') }, project),
  'admin.projectAnswered: rejected': admin.projectAnswered(
    {
      ...news,
      after: projectAfter('rejected', { isPublished: false, reviewReason: 'The pitch deck belongs to another company.' }),
    },
    project,
  ),
  'admin.projectAnswered: undone': admin.projectAnswered(
    { ...news, isUndone: true, after: projectAfter('under review') },
    project,
  ),
  'admin.introAnswered: forwarded': admin.introAnswered(
    { ...news, after: { answer: 'forwarded', answerNote: 'They usually answer within a week.' } },
    investor,
  ),
  'admin.introAnswered: declined': admin.introAnswered({ ...news, after: { answer: 'declined', answerNote: null } }, investor),
  'admin.introAnswered: undone': admin.introAnswered(
    { ...news, isUndone: true, after: { answer: 'new', answerNote: null } },
    investor,
  ),
  ...Object.fromEntries(
    ALERT_KINDS.map((kind, at) => [`alerts.operatorAlert: ${kind}`, alerts.operatorAlert(kind, at + 1, BASE)] as const),
  ),
  'admin.reviewWaiting': admin.reviewWaiting('Iris', { late: 3, broken: 1 }, BASE),
  'admin.overdueMail: tickets': admin.overdueMail('Iris', { queue: 'tickets', count: 2 }, BASE),
  'admin.overdueMail: refunds': admin.overdueMail('Iris', { queue: 'refunds', count: 1 }, BASE),
  'admin.overdueMail: disputes': admin.overdueMail('Iris', { queue: 'disputes', count: 4 }, BASE),

  'applications.applicationReceived': applications.applicationReceived({ name: 'Grace', fund: 'Harbour Ventures' }, BASE),
  'applications.listingChanged': applications.listingChanged({
    name: 'Grace',
    what: 'text',
    fields: ['Bio', 'Price'],
    base: BASE,
  }),

  'calls.callBooked: founder': calls.callBooked(founderCall),
  'calls.callBooked: investor': calls.callBooked(investorCall),
  'calls.callReplied': calls.callReplied(founderCall, 'Send me the deck before we talk.'),
  'calls.callReplied: without a line': calls.callReplied(releasedCall, ''),
  'calls.callContact': calls.callContact(releasedCall),
  'calls.callMoved: founder': calls.callMoved(founderCall, BEFORE, 'founder'),
  'calls.callMoved: investor': calls.callMoved(investorCall, BEFORE, 'founder'),
  'calls.callMoved: accepted by the reader': calls.callMoved(founderCall, BEFORE, { accepted: 'founder' }),
  'calls.callMoved: accepted by the other side': calls.callMoved(investorCall, BEFORE, { accepted: 'founder' }),
  'calls.timesProposed': calls.timesProposed(founderCall, {
    times: ['2026-12-04T15:00:00.000Z', '2026-12-07T16:00:00.000Z'],
    note: 'I am travelling on Thursday.',
  }),
  'calls.proposalDeclined': calls.proposalDeclined(investorCall),
  'calls.callStandsAgain': calls.callStandsAgain(founderCall),
  'calls.callEnded: cancelled by the founder': calls.callEnded(investorCall, {
    kind: 'cancelled',
    by: 'founder',
    refund: 'due',
    reason: 'We have found an investor.',
  }),
  'calls.callEnded: declined by the investor': calls.callEnded(founderCall, {
    kind: 'declined',
    by: 'investor',
    refund: 'due',
    reason: 'I am travelling that week.',
  }),
  'calls.callEnded: too late for a refund': calls.callEnded(releasedCall, {
    kind: 'cancelled',
    by: 'founder',
    refund: 'none',
    reason: null,
  }),
  'calls.callTomorrow': calls.callTomorrow(investorCall),
  'calls.callSoon': calls.callSoon(releasedCall),
  'calls.reportedMissing': calls.reportedMissing(investorCall),
  'calls.contested': calls.contested(founderCall),
  'calls.reportDecided: with a refund': calls.reportDecided(investorCall, true),
  'calls.reportDecided: without a refund': calls.reportDecided(investorCall, false),
  'calls.reportContested': calls.reportContested(
    { ...reported, side: 'investor', name: 'Grace Hopper', reason: 'I was there.' },
    BASE,
  ),
  'calls.missingReported': calls.missingReported({ ...reported, missing: 'investor' }, BASE),

  'contacts.weeklyDigest': contacts.weeklyDigest({
    ...{ firstName: 'Ada', now: AT, more: 2, link: `${BASE}/contacts?sort=follow-up` },
    due: [
      { name: 'Grace Hopper', at: new Date('2026-11-20T09:00:00Z') },
      { name: 'Noa Berg', at: new Date('2026-11-26T09:00:00Z') },
    ],
    calls: [{ name: 'Edith Clarke', at: new Date('2026-11-27T15:00:00Z') }],
  }),
  'contacts.contactGiven': contacts.contactGiven('Ada', 'Grace Hopper', BASE),
  'contacts.contactTakenBack': contacts.contactTakenBack('Ada', 'Contact of Grace Hopper, Navy', BASE),
  'contacts.followUpDue': contacts.followUpDue('Grace Hopper', `${BASE}/contacts/rec_01`),

  'earnings.bankAccountBegun': earnings.bankAccountBegun(),
  'earnings.bankAccountReady': earnings.bankAccountReady(7),
  'earnings.bankAccountDisconnected': earnings.bankAccountDisconnected(),
  'earnings.payoutSent': earnings.payoutSent({
    payee: 'Grace Hopper',
    amount: cents(63_750),
    reference: 'LK-2026-11',
    base: BASE,
  }),
  'earnings.payoutSent: at the bank': earnings.payoutSent({
    payee: 'Grace Hopper',
    amount: cents(63_750),
    reference: 'LK-2026-11',
    base: BASE,
    paidTo,
  }),
  'earnings.payoutDetailsChanged': earnings.payoutDetailsChanged(paidTo),
  'earnings.payoutDetailsRemoved': earnings.payoutDetailsRemoved(paidTo),
  'earnings.payoutDetailsMissing': earnings.payoutDetailsMissing({ payee: 'Grace Hopper', amount: cents(63_750), base: BASE }),
  'earnings.saleMade': earnings.saleMade(sale),
  'earnings.saleMade: for charity': earnings.saleMade({ ...sale, charity: 'Code for All' }),
  'earnings.saleReversed': earnings.saleReversed({ ...sale, isCall: false }),
  'earnings.saleReversed: call': earnings.saleReversed({ ...sale, isCall: true }),

  'help.ticketReceived': help.ticketReceived({ ticketNumber: 'T-1042', hours: 4, link: `${BASE}/support` }),
  'help.ticketAnswered': help.ticketAnswered({
    name: 'Ada',
    ticketNumber: 'T-1042',
    text: 'Thank you for the report.\nThe list loads again since this morning.',
    isClosed: true,
    link: `${BASE}/support/tickets`,
  }),

  'newsletter.confirmNewsletter': newsletter.confirmNewsletter(`${BASE}/newsletter#0123456789-sample-link`),

  'orders.receipt: guest': orders.receipt(purchase, { ...issued, isGuest: true }),
  'orders.receipt: call': orders.receipt({ ...purchase, kind: 'meeting' }, { ...issued, isGuest: false }),
  'orders.paymentReturned': orders.paymentReturned('Ada', purchase, 'This investor is no longer available.'),

  'profileRequests.confirmRemoval': profileRequests.confirmRemoval('Grace Hopper', LINK),
  'profileRequests.confirmClaim': profileRequests.confirmClaim('Grace Hopper', LINK),
  'profileRequests.profileTakenOver': profileRequests.profileTakenOver('Grace Hopper', 30),
  'profileRequests.profileRemoved': profileRequests.profileRemoved('Grace Hopper'),
  'profileRequests.requestDeclined': profileRequests.requestDeclined('Grace Hopper'),
  'profileRequests.requestOwned': profileRequests.requestOwned('Grace Hopper'),
  'profileRequests.claimEnded': profileRequests.claimEnded(),
  'profileRequests.listedUnasked': profileRequests.listedUnasked(
    'Grace Hopper',
    `${BASE}/investor/rec_01`,
    `${BASE}/privacy-policy`,
  ),

  'refunds.refundRequested': refunds.refundRequested('Ada', bought, { replyDueAt: AT, refundDueAt: AT }),
  'refunds.refundApproved': refunds.refundApproved('Ada', bought, { note: 'Sorry for the trouble.', refundDueAt: AT }),
  'refunds.refundDeclined': refunds.refundDeclined('Ada', bought, 'The call took place as booked.'),
  'refunds.refundArrived': refunds.refundArrived('Ada', bought),
  'refunds.refundArrived: as fast as its approval': refunds.refundArrived('Ada', bought, { note: 'Sorry for the trouble.' }),

  'replies.replyGiven': replies.replyGiven({
    ...{ name: 'Ada', investor: 'Grace Hopper', link: `${BASE}/contacts/vc_01` },
    reply: { choice: 'yes', text: 'Send me the deck.', repliedAt: AT.toISOString() },
  }),
  'replies.replyGiven: to an account': withSettingsLink(
    replies.replyGiven({
      ...{ name: 'Ada', investor: 'Grace Hopper', link: `${BASE}/contacts/vc_1` },
      reply: { choice: 'yes', text: 'Send me the deck.', repliedAt: AT.toISOString() },
    }),
    BASE,
  ),
  'replies.replyGiven: without a line': replies.replyGiven({
    ...{ name: 'Ada', investor: 'Grace Hopper', link: `${BASE}/contacts/vc_01` },
    reply: { choice: 'no-fit', text: '', repliedAt: AT.toISOString() },
  }),
  'replies.noReply': replies.noReply({
    ...{ name: 'Ada', investor: 'Grace Hopper', days: 3, until: AT, link: `${BASE}/receipt/ord_01` },
  }),
}
