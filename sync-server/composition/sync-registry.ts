import { Elysia } from 'elysia'
import type { AppContext } from '#server/app-context.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import { accountMutators } from '#server/features/accounts/mutators.ts'
import { accountSource } from '#server/features/accounts/sync-source.ts'
import { addressIn } from '#server/features/bookings/calls/ics.ts'
import { bookingsSource } from '#server/features/bookings/sync-source.ts'
import { decisionMakerSource } from '#server/features/cold-scout/private-source.ts'
import { coldFundSource } from '#server/features/cold-scout/sync-source.ts'
import { contactMutators } from '#server/features/contacts/mutators.ts'
import { followUpSource, noteSource, savedSource } from '#server/features/contacts/sync-source.ts'
import { investorSource, statsSource } from '#server/features/directory/sync-source.ts'
import { earningsSource } from '#server/features/earnings/sync-source.ts'
import { helpMutators } from '#server/features/help/mutators.ts'
import { HELP_PER_HOUR } from '#server/features/help/service.ts'
import { ticketSource } from '#server/features/help/sync-source.ts'
import { ownerMutators } from '#server/features/listings/mutators.ts'
import {
  callsBookedSource,
  figuresSource,
  listingsSource,
  requestsReceivedSource,
} from '#server/features/listings/sync-source.ts'
import { newsletterMutators } from '#server/features/newsletter/mutators.ts'
import { ordersSource } from '#server/features/orders/sync-source.ts'
import { saveDraft } from '#server/features/projects/draft-service.ts'
import { marketplaceMutators } from '#server/features/projects/marketplace/mutators.ts'
import { ownProjectSource } from '#server/features/projects/own-source.ts'
import { performanceSource } from '#server/features/projects/performance-source.ts'
import { projectSource } from '#server/features/projects/sync-source.ts'
import { voteSource } from '#server/features/projects/vote-source.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import { listRefundsOf } from '#server/features/refunds/present.ts'
import { holdsContact } from '#server/features/unlocks/contact.ts'
import { requestIntro } from '#server/features/unlocks/mutators.ts'
import { contactsSource, requestsSource } from '#server/features/unlocks/sync-source.ts'
import { limitOn, type RateLimit } from '#server/http/limits/rate-limit.ts'
import type { Identity } from '#server/http/session.ts'
import { privateInputs } from '#server/private-inputs.ts'
import { privateRules } from '#server/private-rules.ts'
import { syncJobs, syncSchedules } from '#server/sync/jobs.ts'
import { createLive } from '#server/sync/live.ts'
import { createPrivateLane } from '#server/sync/private/private-lane.ts'
import { createPrivateMarks } from '#server/sync/private/private-marks.ts'
import type { PrivateSources } from '#server/sync/private/private-source.ts'
import { privateRoutes } from '#server/sync/private/routes.ts'
import { createDirectoryLane } from '#server/sync/public/public-lane.ts'
import type { DirectorySources } from '#server/sync/public/public-source.ts'
import { directoryRoutes } from '#server/sync/public/routes.ts'
import type { Mutators } from '#server/sync/push/mutator.ts'
import type { OrderId } from '#shared/ids.ts'

const directorySources: DirectorySources = {
  investors: investorSource,
  stats: statsSource,
  coldFunds: coldFundSource,
  projects: projectSource,
}

export const privateSources = ({ env }: AppContext): PrivateSources => ({
  account: accountSource(env.ADMIN_EMAILS),
  contacts: contactsSource,
  decisionMakers: decisionMakerSource,
  orders: ordersSource(listRefundsOf),
  notes: noteSource,
  followUps: followUpSource,
  saved: savedSource,
  votes: voteSource,
  requests: requestsSource,
  performance: performanceSource,
  ownListings: listingsSource,
  requestsReceived: requestsReceivedSource,
  callsBooked: callsBookedSource,
  listingFigures: figuresSource,
  earnings: earningsSource,
  ownProject: ownProjectSource,
  tickets: ticketSource,
  bookings: bookingsSource(addressIn(env.MAIL_FROM)),
})

const createMutators = (
  scale: number,
  mails: { keyring: Keyring; base: () => string },
  counting = limitOn(scale, mails.keyring),
): Mutators => ({
  ...accountMutators(counting),
  ...contactMutators(holdsContact),
  'intro.request': requestIntro(counting),
  ...marketplaceMutators(counting),
  'project.saveDraft': saveDraft(counting),
  ...ownerMutators(counting),
  ...helpMutators(Math.max(1, Math.floor(HELP_PER_HOUR * scale)), counting),
  ...newsletterMutators({ ...mails, limitOn: counting }),
})

/** Whose contacts a device was just given. */
const ordersOf = (...handed: (unknown[] | undefined)[]) =>
  handed.flatMap((docs) => (docs ?? []) as { orderId: OrderId }[]).map(({ orderId }) => orderId)

type LaneDeps = { identity: Identity; keyring: Keyring; limit: RateLimit; base: () => string }

/** The corner of the composition root where the sync engine meets the features: one that is missing does not compile. */
export function createLanes(context: AppContext, { identity, keyring, limit, base }: LaneDeps) {
  const { env, db } = context
  const directory = createDirectoryLane({ ...context, sources: directorySources })
  const sources = privateSources(context)
  const marks = createPrivateMarks({ sql: context.sql, rules: privateRules(context) })
  const me = createPrivateLane({
    db,
    sources,
    marked: { marks, inputs: privateInputs },
    prove: context.proveMarks?.({ db, marks, inputs: privateInputs, sources }),
    onDelivered: ({ contacts, decisionMakers }) => recordFirstViews(db, ordersOf(contacts, decisionMakers), context.now()),
  })
  const mutators = createMutators(env.RATE_LIMIT_SCALE, { keyring, base })
  const live = createLive({
    ...context,
    identity,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUST_PROXY,
    scale: env.RATE_LIMIT_SCALE,
  })

  const routes = new Elysia({ name: 'lanes' })
    .use(directoryRoutes(directory))
    .use(
      privateRoutes({
        ...context,
        lane: me,
        mutators,
        identity,
        keyring,
        limit,
        trustedProxies: env.TRUST_PROXY,
        scale: env.RATE_LIMIT_SCALE,
      }),
    )
    .use(live.routes)
  return { routes, handlers: syncJobs({ db, lane: directory }), schedules: syncSchedules, companions: [live.notices] }
}
