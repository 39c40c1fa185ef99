import { Elysia } from 'elysia'
import type { OrderId } from '#shared/ids.ts'
import { accountMutators } from './features/accounts/mutators.ts'
import { accountSource } from './features/accounts/sync-source.ts'
import { addressIn } from './features/bookings/calendar.ts'
import { bookingsSource } from './features/bookings/sync-source.ts'
import { decisionMakerSource } from './features/cold-scout/private-source.ts'
import { coldFundSource } from './features/cold-scout/sync-source.ts'
import { contactMutators } from './features/contacts/mutators.ts'
import { followUpSource, noteSource, savedSource } from './features/contacts/sync-source.ts'
import { investorSource, statsSource } from './features/directory/sync-source.ts'
import { earningsSource } from './features/earnings/sync-source.ts'
import { helpMutators } from './features/help/mutators.ts'
import { HELP_PER_HOUR } from './features/help/service.ts'
import { ticketSource } from './features/help/sync-source.ts'
import { newsletterMutators } from './features/newsletter/mutators.ts'
import { ordersSource } from './features/orders/sync-source.ts'
import { ownerMutators } from './features/owners/mutators.ts'
import { callsBookedSource, figuresSource, listingsSource, requestsReceivedSource } from './features/owners/sync-source.ts'
import { saveDraft } from './features/projects/draft-service.ts'
import { marketplaceMutators } from './features/projects/marketplace-mutators.ts'
import { ownProjectSource } from './features/projects/own-source.ts'
import { performanceSource } from './features/projects/performance-source.ts'
import { projectSource } from './features/projects/sync-source.ts'
import { voteSource } from './features/projects/vote-source.ts'
import { listRefundsOf } from './features/refunds/present.ts'
import { noteViews } from './features/refunds/views.ts'
import { holdsContact } from './features/unlocks/contact.ts'
import { requestIntro } from './features/unlocks/mutators.ts'
import { contactsSource, requestsSource } from './features/unlocks/sync-source.ts'
import { type Limit, limitOn } from './http/rate-limit.ts'
import type { Identity } from './http/session.ts'
import { privateInputs } from './private-inputs.ts'
import { privateRules } from './private-rules.ts'
import { createDirectoryLane } from './sync/directory-lane.ts'
import { directoryRoutes } from './sync/directory-routes.ts'
import type { DirectorySources } from './sync/directory-source.ts'
import { syncJobs, syncSchedules } from './sync/jobs.ts'
import { createLive } from './sync/live.ts'
import type { Mutators } from './sync/mutator.ts'
import { createPrivateLane } from './sync/private-lane.ts'
import { createPrivateMarks } from './sync/private-marks.ts'
import { privateRoutes } from './sync/private-routes.ts'
import type { PrivateSources } from './sync/private-source.ts'
import type { Vault } from './vault.ts'
import type { World } from './world.ts'

const directorySources: DirectorySources = {
  investors: investorSource,
  stats: statsSource,
  coldFunds: coldFundSource,
  projects: projectSource,
}

export const privateSources = ({ env }: World): PrivateSources => ({
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
  mails: { vault: Vault; base: () => string },
  counting = limitOn(scale, mails.vault),
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

type LaneDeps = { identity: Identity; vault: Vault; limit: Limit; base: () => string }

/** The corner of the composition root where the sync engine meets the features: one that is missing does not compile. */
export function createLanes(world: World, { identity, vault, limit, base }: LaneDeps) {
  const { env, db } = world
  const directory = createDirectoryLane({ ...world, sources: directorySources })
  const sources = privateSources(world)
  const marks = createPrivateMarks({ sql: world.sql, rules: privateRules(world) })
  const me = createPrivateLane({
    db,
    sources,
    marked: { marks, inputs: privateInputs },
    prove: world.proveMarks?.({ db, marks, inputs: privateInputs, sources }),
    onHanded: ({ contacts, decisionMakers }) => noteViews(db, ordersOf(contacts, decisionMakers), world.now()),
  })
  const mutators = createMutators(env.RATE_LIMIT_SCALE, { vault, base })
  const live = createLive({
    ...world,
    identity,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUST_PROXY,
    scale: env.RATE_LIMIT_SCALE,
  })

  const routes = new Elysia({ name: 'lanes' })
    .use(directoryRoutes(directory))
    .use(
      privateRoutes({
        ...world,
        lane: me,
        mutators,
        identity,
        vault,
        limit,
        trustedProxies: env.TRUST_PROXY,
        scale: env.RATE_LIMIT_SCALE,
      }),
    )
    .use(live.routes)
  return { routes, handlers: syncJobs({ db, lane: directory }), schedules: syncSchedules, companions: [live.notices] }
}
