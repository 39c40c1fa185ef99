import { Elysia } from 'elysia'
import { authTokens, decisionMakerUnlocks, givenRefunds, notices, projectVotes, refundRequests } from '#drizzle/schema/index.ts'
import { createMailer } from './email/mailer.ts'
import { SEND_MAIL } from './email/outbox.ts'
import { mailJobs, mailSchedules } from './email/send-mail.ts'
import { accountAdminRoutes } from './features/accounts/admin-routes.ts'
import { FORGET_ADDRESSES, forgetAddressesJob } from './features/accounts/erasure.ts'
import { FORGET_LEFT, forgetLeftJob } from './features/accounts/forget-left.ts'
import { pruneGuests } from './features/accounts/guests.ts'
import { leaveRoutes } from './features/accounts/leave-routes.ts'
import { SETTLE_MERGE, settleMerge } from './features/accounts/merge.ts'
import { moveRows } from './features/accounts/move-rows.ts'
import { accountNavigation } from './features/accounts/navigation.ts'
import type { MoveOwner } from './features/accounts/owner.ts'
import { MAIL_RESET, mailResetJob } from './features/accounts/recovery.ts'
import { recoveryRoutes } from './features/accounts/recovery-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { selfRoutes } from './features/accounts/self-routes.ts'
import { pruneAccounts } from './features/accounts/service.ts'
import { twoFactorRoutes } from './features/accounts/two-factor-routes.ts'
import { applicationRoutes } from './features/applications/routes.ts'
import { addressIn } from './features/bookings/calendar.ts'
import { moveCalls } from './features/bookings/hold-queries.ts'
import { cancelCallsOf } from './features/bookings/leave.ts'
import { claimRoutes } from './features/claims/routes.ts'
import { claimVerified } from './features/claims/service.ts'
import { moveFollowUps, moveIntros, moveNotes } from './features/contacts/move-owner.ts'
import { moveSaved } from './features/contacts/queries.ts'
import { REMIND, remind, reminderSchedule } from './features/contacts/reminders.ts'
import { contactRoutes } from './features/contacts/routes.ts'
import { payoutRoutes } from './features/earnings/admin-routes.ts'
import { holdPayouts, readEarningsLeft } from './features/earnings/left.ts'
import { moveTickets } from './features/help/queries.ts'
import { helpRoutes } from './features/help/routes.ts'
import { HELP_PER_HOUR } from './features/help/service.ts'
import { historyRoutes } from './features/history/routes.ts'
import { newsletterRoutes } from './features/newsletter/routes.ts'
import { pruneNewsletter } from './features/newsletter/service.ts'
import { moveCardFailures } from './features/orders/card-queries.ts'
import { moveOwnedOrders } from './features/orders/service.ts'
import { NOTIFY_EVERY_SECONDS, NOTIFY_LISTED, notifyListed } from './features/profile-requests/notices.ts'
import { profileRequestRoutes } from './features/profile-requests/routes.ts'
import { pruneWishes } from './features/profile-requests/service.ts'
import { moveReports } from './features/projects/move-owner.ts'
import { reviewRoutes } from './features/review/routes.ts'
import { REMIND_EVERY_SECONDS, REMIND_REVIEW, remindOfReview } from './features/review/waiting.ts'
import { listContacts, peekContact } from './features/unlocks/contact.ts'
import { moveUnlocks } from './features/unlocks/move-owner.ts'
import { type Limit, limitOn } from './http/rate-limit.ts'
import type { Identity } from './http/session.ts'
import type { JobHandlers } from './jobs/queue.ts'
import type { Schedule } from './jobs/worker.ts'
import { moveTextWriters } from './sync/text-writers.ts'
import type { Vault } from './vault.ts'
import type { World } from './world.ts'

/** What a guest leaves to the account in which it signs in. */
export const owners: MoveOwner[] = [
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
  moveRows(decisionMakerUnlocks, notices, authTokens, projectVotes, givenRefunds, refundRequests),
]

const HOUR_SECONDS = 60 * 60

/** `base`: where links in mails lead that nobody's request caused. */
type PeopleDeps = { identity: Identity; vault: Vault; limit: Limit; ownUrl: () => string; base: () => string }

/** The corner of the composition root that knows people: their accounts, what keeps those safe, and the mail to them. */
export function createPeople(world: World, { identity, vault, limit, ownUrl, base }: PeopleDeps) {
  const { env, log, db, now } = world
  const mailer = createMailer(env)
  const cancelCalls = cancelCallsOf({ now, base, organizer: addressIn(env.MAIL_FROM) })
  const accounts = {
    db,
    log,
    now,
    limit,
    limitOn: limitOn(env.RATE_LIMIT_SCALE, vault),
    identity,
    owners,
    ownUrl,
    claimVerified,
    cancelCalls,
    readEarningsLeft: readEarningsLeft({ now }),
    holdPayouts,
    vault,
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
    [SETTLE_MERGE]: settleMerge(db, owners),
    [FORGET_LEFT]: forgetLeftJob(db),
    [MAIL_RESET]: mailResetJob(accounts),
    [FORGET_ADDRESSES]: forgetAddressesJob(accounts),
    [REMIND]: remind({ db, now, base, findContact: peekContact }),
    // Sample data names nobody.
    ...(env.seed !== 'demo' && { [NOTIFY_LISTED]: notifyListed({ db, vault, base }) }),
    'profile-requests.prune': () => pruneWishes(accounts),
    'newsletter.prune': () => pruneNewsletter(accounts),
    [REMIND_REVIEW]: () => remindOfReview({ db, log, now, base, adminEmails: env.ADMIN_EMAILS }),
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
