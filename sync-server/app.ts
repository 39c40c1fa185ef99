import { sql } from 'drizzle-orm'
import { type AnyElysia, Elysia } from 'elysia'
import { createPeople } from '#server/composition/accounts.ts'
import { createMoney } from '#server/composition/payments.ts'
import { createLanes } from '#server/composition/sync-registry.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { createIdentity } from '#server/features/accounts/sessions/identity.ts'
import { createCalendly } from '#server/features/bookings/availability/calendly.ts'
import { createIsOffered } from '#server/features/bookings/availability/is-slot-available.ts'
import {
  ANNOUNCE_END,
  ANNOUNCE_RETURN,
  announceEnd,
  announceReturn,
  SEND_CONFIRMATION,
  sendConfirmation,
} from '#server/features/bookings/calls/confirmation-mails.ts'
import { HAND_OVER, handOverDue, handOverSchedule } from '#server/features/bookings/calls/hand-over-contact.ts'
import { addressIn } from '#server/features/bookings/calls/ics.ts'
import { REMIND_CALLS, reminderSchedule, remindOfCalls } from '#server/features/bookings/calls/reminders.ts'
import { callRoutes } from '#server/features/bookings/calls/routes.ts'
import {
  listingSource,
  REFRESH_EVERY_SECONDS,
  REFRESH_LISTING,
  refreshListing,
} from '#server/features/directory/import/refresh-listing.ts'
import { listingRoutes } from '#server/features/directory/listed-investors-routes.ts'
import { platformRoutes } from '#server/features/directory/platform-investors-routes.ts'
import { REFRESH_STATS, refreshStats, STATS_EVERY_SECONDS } from '#server/features/directory/stats/refresh-stats.ts'
import { statsRoutes } from '#server/features/directory/stats/routes.ts'
import { countViolations } from '#server/features/earnings/ledger-checks/run-checks.ts'
import { ownerRoutes } from '#server/features/listings/routes.ts'
import { listVisitableInvestors } from '#server/features/listings/visit-queries.ts'
import { marketplaceRoutes } from '#server/features/projects/marketplace/routes.ts'
import { json } from '#server/http/body/json-body.ts'
import { problems } from '#server/http/error-handler.ts'
import { createFlood } from '#server/http/limits/flood.ts'
import { createLimit, limitOn, pruneBuckets } from '#server/http/limits/rate-limit.ts'
import { createRefusal, notFound } from '#server/http/not-found.ts'
import { assetArchive, KEEP_ASSETS, KEEP_ASSETS_EVERY_SECONDS } from '#server/http/replies/asset-archive.ts'
import { securityHeaders } from '#server/http/replies/security-headers.ts'
import { findFiles, staticFiles } from '#server/http/replies/static-files.ts'
import { requestGuard } from '#server/http/request-guard.ts'
import type { AppContext } from './app-context.ts'
import { bookingRoutes } from './features/bookings/routes.ts'
import { coldScoutRoutes } from './features/cold-scout/routes.ts'
import { configRoutes } from './features/config/routes.ts'
import { earningsRoutes } from './features/earnings/routes.ts'
import { findHead } from './features/pages/find-head.ts'
import { pageRoutes } from './features/pages/routes.ts'
import { draftRoutes } from './features/projects/draft-routes.ts'
import { listVisitable } from './features/projects/visit-queries.ts'
import { publishingRoutes } from './features/publishing/routes.ts'
import { listContacts } from './features/unlocks/contact.ts'
import { unlockRoutes } from './features/unlocks/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { uploadJobs, uploadSchedules } from './features/uploads/service.ts'
import { visitRoutes } from './features/visits/routes.ts'
import { withContracts } from './http/contracts.ts'
import { health, type Readiness } from './http/health.ts'
import { openApi } from './http/openapi.ts'
import { sameOriginOnly } from './http/origin.ts'
import { keepMode } from './installation.ts'
import { type JobHandlers, pruneJobs } from './jobs/queue.ts'
import type { Schedule } from './jobs/worker.ts'
import { keysOf } from './payments/sandbox/keys.ts'
import { openStorage } from './storage/open.ts'
import { LIVE_SOCKETS } from './sync/live.ts'

export type App = Awaited<ReturnType<typeof createApp>>

const HOUR_SECONDS = 60 * 60

/** The composition root: the one place where features, engines and the outside meet. */
export async function createApp(context: AppContext) {
  const { env, log, db } = context
  await keepMode(db, env.paymentMode)
  const keyring = await openKeyring(db)
  const limit = createLimit({ db, scale: env.RATE_LIMIT_SCALE, keys: keyring })
  const identity = createIdentity({ ...context, limit, keyring, trustedProxies: env.TRUST_PROXY })
  const storage = openStorage(env)
  const assets = assetArchive({ db, folder: context.webFolder, now: context.now })

  const readiness: Readiness = {
    isDraining: false,
    checkDatabase: () => db.execute(sql`select 1`),
    checkSync: () => db.execute(sql`select epoch_seed from sync_state`),
    countViolations: () => countViolations(context),
  }

  const ownUrl = () => http.server && `http://${loopbackOf(env.HOST)}:${http.server.port}`
  const money = createMoney(context, identity, keyring, () => ownUrl() ?? undefined, await keysOf(env, keyring))
  const nearestUrl = () => ownUrl() ?? `http://${loopbackOf(env.HOST)}:${env.PORT}`
  /** Where links in mails lead that nobody's request caused. */
  const base = () => (env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : nearestUrl())
  const people = createPeople(context, { identity, keyring, limit, ownUrl: nearestUrl, base })
  const lanes = createLanes(context, { identity, keyring, limit, base })
  const offers = { ...context, calendly: createCalendly(env.CALENDLY_API_URL), keyring }
  const isSlotAvailable = createIsOffered({ orders: money.orders, offers })
  const calls = { ...context, base, organizer: addressIn(env.MAIL_FROM), isSlotAvailable }

  const listRoutes = () => http.routes
  const refuseUnknown = createRefusal(listRoutes)

  const api = new Elysia({ name: 'api' })
    .use(health(readiness, { token: env.HEALTH_TOKEN, trustedProxies: env.TRUST_PROXY }))
    .use(people.routes)
    .use(lanes.routes)
    .use(configRoutes(env))
    .use(money.routes)
    .use(unlockRoutes({ orders: money.orders, identity, limit, trustedProxies: env.TRUST_PROXY }))
    .use(listingRoutes({ db, identity, listContacts: (principalId) => listContacts(context, principalId) }))
    .use(platformRoutes({ db }))
    .use(statsRoutes({ db }))
    .use(callRoutes({ ...calls, identity, limit }))
    .use(
      bookingRoutes({
        orders: money.orders,
        offers,
        organizer: calls.organizer,
        identity,
        limit,
        trustedProxies: env.TRUST_PROXY,
      }),
    )
    .use(uploadRoutes({ db, storage, identity, limit, trustedProxies: env.TRUST_PROXY }))
    .use(marketplaceRoutes({ ...context, identity, limit, trustedProxies: env.TRUST_PROXY }))
    .use(
      visitRoutes({
        ...context,
        identity,
        limit,
        trustedProxies: env.TRUST_PROXY,
        visitable: { project: listVisitable, investor: listVisitableInvestors },
      }),
    )
    .use(coldScoutRoutes({ orders: money.orders, identity, limit, trustedProxies: env.TRUST_PROXY }))
    .use(
      publishingRoutes({
        orders: money.orders,
        identity,
        publicUrl: env.PUBLIC_URL,
        limit,
        trustedProxies: env.TRUST_PROXY,
      }),
    )
    .use(ownerRoutes({ ...context, identity, keyring, limitOn: limitOn(env.RATE_LIMIT_SCALE, keyring) }))
    .use(
      earningsRoutes({
        ...context,
        payments: money.orders.payments,
        isConnect: env.STRIPE_CONNECT,
        publicUrl: env.PUBLIC_URL,
        limit,
        identity,
      }),
    )
    .use(draftRoutes({ ...context, identity, limitOn: limitOn(env.RATE_LIMIT_SCALE, keyring) }))
    .use(openApi(listRoutes))
    .use(pageRoutes({ db, publicUrl: env.PUBLIC_URL }))

  const files = await findFiles(context.webFolder)
  const http: AnyElysia = new Elysia({
    serve: { maxRequestBodySize: 20 * 1024 * 1024, idleTimeout: 255 },
    websocket: LIVE_SOCKETS,
  })
    .use(problems(log))
    .use(securityHeaders({ publicUrl: env.PUBLIC_URL, isPaymentSandbox: env.isPaymentSandbox }))
    .use(
      requestGuard({
        flood: createFlood({ scale: env.RATE_LIMIT_SCALE }),
        trustedProxies: env.TRUST_PROXY,
        isFile: (pathname) => files.has(pathname),
      }),
    )
    .use(json())
    .use(sameOriginOnly(env.PUBLIC_URL))
    .use(withContracts(api))
    .use(
      await staticFiles({
        files,
        publicUrl: env.PUBLIC_URL,
        findHead: findHead({ db, homeVariant: env.HOME_VARIANT }),
        refuse: refuseUnknown,
        findKept: assets.find,
        isWorkerOff: env.SERVICE_WORKER === 'off',
      }),
    )
    .use(notFound(refuseUnknown))

  const handlers: JobHandlers = {
    'rate-limits.prune': () => pruneBuckets(db),
    'jobs.prune': () => pruneJobs(db),
    [REFRESH_STATS]: () => refreshStats(context),
    [KEEP_ASSETS]: () => assets.keep(),
    [SEND_CONFIRMATION]: sendConfirmation(calls),
    [ANNOUNCE_END]: announceEnd(calls),
    [ANNOUNCE_RETURN]: announceReturn(calls),
    [REMIND_CALLS]: remindOfCalls(calls),
    [HAND_OVER]: handOverDue(calls),
    ...uploadJobs({ db, storage }),
    ...people.handlers,
    ...lanes.handlers,
    ...money.handlers,
  }
  const schedules: Schedule[] = [
    { kind: 'rate-limits.prune', everySeconds: HOUR_SECONDS },
    { kind: 'jobs.prune', everySeconds: HOUR_SECONDS },
    { kind: KEEP_ASSETS, everySeconds: KEEP_ASSETS_EVERY_SECONDS },
    { kind: REFRESH_STATS, everySeconds: STATS_EVERY_SECONDS },
    reminderSchedule,
    handOverSchedule,
    ...uploadSchedules,
    ...people.schedules,
    ...lanes.schedules,
    ...money.schedules,
  ]

  const source = listingSource(env)
  if (source) {
    handlers[REFRESH_LISTING] = () => refreshListing({ db, source }).then(() => undefined)
    schedules.push({ kind: REFRESH_LISTING, everySeconds: REFRESH_EVERY_SECONDS })
  }

  /** Whatever else there is to do: news of payments, mails, and money on its way, each in a lane of its own. */
  const reserved = [...money.reserved, ...people.reserved]

  /** Opened before the first request is taken, closed after the last one is answered: what listens to the database. */
  const companions: { open: () => Promise<void>; close: () => Promise<void> }[] = [
    // Before the first page of this build is served, every node can serve what that page will ask for.
    { open: () => assets.keep(), close: async () => undefined },
    ...lanes.companions,
    ...money.companions,
    ...people.companions,
  ]

  return { http, readiness, handlers, schedules, reserved, companions }
}

/** How this process reaches itself: an address that means "every interface" is none to call. */
function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
