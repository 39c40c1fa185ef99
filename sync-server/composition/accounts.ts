import { Elysia } from 'elysia'
import { authTokens, decisionMakerUnlocks, givenRefunds, notices, projectVotes, refundRequests } from '#drizzle/schema/index.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import { createMailer } from '#server/email/mailer.ts'
import { SEND_MAIL } from '#server/email/outbox.ts'
import { mailJobs, mailSchedules } from '#server/email/send-mail.ts'
import { accountAdminRoutes } from '#server/features/accounts/admin/routes.ts'
import { MAIL_RESET, mailResetJob } from '#server/features/accounts/credentials/recovery.ts'
import { recoveryRoutes } from '#server/features/accounts/credentials/recovery-routes.ts'
import { twoFactorRoutes } from '#server/features/accounts/credentials/two-factor-routes.ts'
import { FORGET_ADDRESSES, forgetAddressesJob } from '#server/features/accounts/erasure/erase-account.ts'
import { FORGET_LEFT, forgetLeftJob } from '#server/features/accounts/erasure/forget-left.ts'
import { leaveRoutes } from '#server/features/accounts/erasure/routes.ts'
import { pruneGuests } from '#server/features/accounts/guest-merge/guests.ts'
import { FINISH_MERGE, settleMerge } from '#server/features/accounts/guest-merge/merge-guest.ts'
import type { TransferOwnership } from '#server/features/accounts/guest-merge/transfer-ownership.ts'
import { transferRows } from '#server/features/accounts/guest-merge/transfer-rows.ts'
import { selfRoutes } from '#server/features/accounts/profile-routes.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { pruneAccounts } from '#server/features/accounts/service.ts'
import { accountNavigation } from '#server/features/accounts/sessions/navigation-routes.ts'
import { REMIND_EVERY_SECONDS, REMIND_REVIEW, sendOverdueReminders } from '#server/features/admin/overdue-reminders.ts'
import { reviewRoutes } from '#server/features/admin/routes.ts'
import { applicationRoutes } from '#server/features/applications/routes.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { addressIn } from '#server/features/bookings/calls/ics.ts'
import { moveCalls } from '#server/features/bookings/holds/queries.ts'
import { moveFollowUps, moveIntros, moveNotes } from '#server/features/contacts/move-owner.ts'
import { moveSaved } from '#server/features/contacts/queries.ts'
import { REMIND, remind, reminderSchedule } from '#server/features/contacts/reminders.ts'
import { contactRoutes } from '#server/features/contacts/routes.ts'
import { holdPayouts, readEarningsLeft } from '#server/features/earnings/left.ts'
import { payoutRoutes } from '#server/features/earnings/payouts/admin-routes.ts'
import { claimRoutes } from '#server/features/guest-claims/routes.ts'
import { claimVerified } from '#server/features/guest-claims/service.ts'
import { moveTickets } from '#server/features/help/queries.ts'
import { helpRoutes } from '#server/features/help/routes.ts'
import { HELP_PER_HOUR } from '#server/features/help/service.ts'
import { historyRoutes } from '#server/features/history/routes.ts'
import { newsletterRoutes } from '#server/features/newsletter/routes.ts'
import { pruneNewsletter } from '#server/features/newsletter/service.ts'
import { moveCardFailures } from '#server/features/orders/checkout/card-queries.ts'
import { moveOwnedOrders } from '#server/features/orders/service.ts'
import { NOTIFY_EVERY_SECONDS, NOTIFY_LISTED, notifyListed } from '#server/features/profile-requests/notices.ts'
import { profileRequestRoutes } from '#server/features/profile-requests/routes.ts'
import { pruneWishes } from '#server/features/profile-requests/service.ts'
import { moveReports } from '#server/features/projects/move-owner.ts'
import { listContacts, peekContact } from '#server/features/unlocks/contact.ts'
import { moveUnlocks } from '#server/features/unlocks/move-owner.ts'
import { limitOn, type RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Identity } from '#server/http/session.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import { moveTextWriters } from '#server/sync/push/text-writers.ts'

/** What a guest leaves to the account in which it signs in. */
export const owners: TransferOwnership[] = [
  moveNotes,
  moveIntros,
  moveFollowUps,
  moveTextWriters,
  moveSaved,
  moveOwnedOrders,
  moveCardFailures,
  moveUnlocks,
  moveReports,
  moveTickets,
  moveCalls,
  transferRows(decisionMakerUnlocks, notices, authTokens, projectVotes, givenRefunds, refundRequests),
]

const HOUR_SECONDS = 60 * 60

/** `base`: where links in mails lead that nobody's request caused. */
type PeopleDeps = { identity: Identity; keyring: Keyring; limit: RateLimit; ownUrl: () => string; base: () => string }

/** The corner of the composition root that knows people: their accounts, what keeps those safe, and the mail to them. */
export function createPeople(context: AppContext, { identity, keyring, limit, ownUrl, base }: PeopleDeps) {
  const { env, log, db, now } = context
  const mailer = createMailer(env)
  const cancelCalls = cancelCallsOf({ now, base, organizer: addressIn(env.MAIL_FROM) })
  const accounts = {
    db,
    log,
    now,
    limit,
    limitOn: limitOn(env.RATE_LIMIT_SCALE, keyring),
    identity,
    owners,
    ownUrl,
    claimVerified,
    cancelCalls,
    readEarningsLeft: readEarningsLeft({ now }),
    holdPayouts,
    keyring,
    adminEmails: env.ADMIN_EMAILS,
    adminsNeedTwoFactor: env.adminsNeedTwoFactor,
    trustedProxies: env.TRUST_PROXY,
    publicUrl: env.PUBLIC_URL,
  }

  const routes = new Elysia({ name: 'people' })
    .use(accountRoutes(accounts))
    .use(accountNavigation(accounts))
    .use(recoveryRoutes(accounts))
    .use(selfRoutes(accounts))
    .use(twoFactorRoutes(accounts))
    .use(leaveRoutes(accounts))
    .use(accountAdminRoutes(accounts))
    .use(claimRoutes(accounts))
    .use(newsletterRoutes(accounts))
    .use(profileRequestRoutes(accounts))
    .use(contactRoutes({ db, identity, limit, listContacts: (principalId) => listContacts({ db, now }, principalId) }))
    .use(historyRoutes({ db, now, identity }))
    .use(applicationRoutes(accounts))
    .use(reviewRoutes(accounts))
    .use(payoutRoutes({ ...accounts, isConnect: env.STRIPE_CONNECT }))
    .use(helpRoutes({ ...accounts, perHour: Math.max(1, Math.floor(HELP_PER_HOUR * env.RATE_LIMIT_SCALE)) }))

  const handlers: JobHandlers = {
    'accounts.prune': () => pruneAccounts(accounts),
    'guests.prune': () => pruneGuests(accounts),
    [FINISH_MERGE]: settleMerge(db, owners),
    [FORGET_LEFT]: forgetLeftJob(db),
    [MAIL_RESET]: mailResetJob(accounts),
    [FORGET_ADDRESSES]: forgetAddressesJob(accounts),
    [REMIND]: remind({ db, now, base, findContact: peekContact }),
    // Sample data names nobody.
    ...(env.seed !== 'demo' && { [NOTIFY_LISTED]: notifyListed({ db, keyring, base }) }),
    'profile-requests.prune': () => pruneWishes(accounts),
    'newsletter.prune': () => pruneNewsletter(accounts),
    [REMIND_REVIEW]: () => sendOverdueReminders({ db, log, now, base, adminEmails: env.ADMIN_EMAILS }),
    ...mailJobs({ db, log, now, mailer }),
  }
  const schedules: Schedule[] = [
    { kind: 'accounts.prune', everySeconds: HOUR_SECONDS },
    { kind: 'guests.prune', everySeconds: HOUR_SECONDS },
    { kind: 'profile-requests.prune', everySeconds: HOUR_SECONDS },
    { kind: 'newsletter.prune', everySeconds: 24 * HOUR_SECONDS },
    ...(env.seed === 'demo' ? [] : [{ kind: NOTIFY_LISTED, everySeconds: NOTIFY_EVERY_SECONDS }]),
    reminderSchedule,
    { kind: REMIND_REVIEW, everySeconds: REMIND_EVERY_SECONDS },
    ...mailSchedules,
  ]
  const companions = [{ open: async () => undefined, close: async () => mailer.close() }]
  return { routes, handlers, schedules, reserved: [[SEND_MAIL]], companions }
}
