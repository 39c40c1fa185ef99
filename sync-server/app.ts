import { sql } from 'drizzle-orm'
import { type AnyElysia, Elysia } from 'elysia'
import type { TransferOwnership } from '#server/database/transfer-ownership.ts'
import { accountingModule } from '#server/features/accounting/module.ts'
import { accountsModule, accountTransfers, createAccountContext } from '#server/features/accounts/module.ts'
import { adminModule } from '#server/features/admin/module.ts'
import { applicationsModule } from '#server/features/applications/module.ts'
import { billingModule } from '#server/features/billing/module.ts'
import { bookingsModule, holdsModule } from '#server/features/bookings/module.ts'
import { clientErrorsModule } from '#server/features/client-errors/module.ts'
import { coldScoutModule } from '#server/features/cold-scout/module.ts'
import { companyModule } from '#server/features/company/module.ts'
import { configModule } from '#server/features/config/module.ts'
import { contactsModule } from '#server/features/contacts/module.ts'
import { directoryModule } from '#server/features/directory/module.ts'
import { countViolations } from '#server/features/earnings/ledger-checks/run-checks.ts'
import { earningsModule, ledgerModule } from '#server/features/earnings/module.ts'
import { guestClaimsModule } from '#server/features/guest-claims/module.ts'
import { helpModule } from '#server/features/help/module.ts'
import { historyModule } from '#server/features/history/module.ts'
import { listingsModule } from '#server/features/listings/module.ts'
import { listVisitableInvestors } from '#server/features/listings/visit-queries.ts'
import { newsletterModule } from '#server/features/newsletter/module.ts'
import { noticesModule } from '#server/features/notices/module.ts'
import { createOrders, ordersModule } from '#server/features/orders/module.ts'
import { bestDocuments } from '#server/features/pages/best-documents.ts'
import { firstInvestors } from '#server/features/pages/first-investors.ts'
import { firstLists } from '#server/features/pages/first-lists.ts'
import { findHead } from '#server/features/pages/heads/find-head.ts'
import { pagesModule } from '#server/features/pages/module.ts'
import { peopleModule } from '#server/features/people/module.ts'
import { profileRequestsModule } from '#server/features/profile-requests/module.ts'
import { projectsModule } from '#server/features/projects/module.ts'
import { listVisitable } from '#server/features/projects/visit-queries.ts'
import { publishingModule } from '#server/features/publishing/module.ts'
import { pushModule } from '#server/features/push/module.ts'
import { raiseModule } from '#server/features/raise/module.ts'
import { recordFirstViews } from '#server/features/refunds/first-views.ts'
import { refundsModule } from '#server/features/refunds/module.ts'
import { repliesModule } from '#server/features/replies/module.ts'
import { searchesModule } from '#server/features/searches/module.ts'
import { unlocksModule } from '#server/features/unlocks/module.ts'
import { uploadsModule } from '#server/features/uploads/module.ts'
import { visitsModule } from '#server/features/visits/module.ts'
import { jsonBodyParser } from '#server/http/body/json-body.ts'
import { errorHandler } from '#server/http/error-handler.ts'
import { createFlood } from '#server/http/limits/flood.ts'
import { pruneBuckets } from '#server/http/limits/rate-limit.ts'
import { createRefusal, notFound } from '#server/http/not-found.ts'
import { ARCHIVE_ASSETS, ARCHIVE_ASSETS_EVERY_SECONDS, assetArchive } from '#server/http/replies/asset-archive.ts'
import { firstScreens } from '#server/http/replies/first-screens.ts'
import { securityHeaders } from '#server/http/replies/security-headers.ts'
import { shareTarget } from '#server/http/replies/share-target.ts'
import { findFiles, staticFiles } from '#server/http/replies/static-files.ts'
import { requestGuard } from '#server/http/request-guard.ts'
import { requestIds } from '#server/http/request-id.ts'
import { requestLog } from '#server/http/request-log.ts'
import type { OrderId } from '#shared/ids.ts'
import { type AppContext, type AppInputs, createAppContext } from './app-context.ts'
import { emailModule } from './email/module.ts'
import { concat, type FeatureModule, merge } from './feature-module.ts'
import { createCalendars } from './features/bookings/calendars/create.ts'
import { switchesModule } from './features/switches/module.ts'
import { withContracts } from './http/contracts.ts'
import { health, type Readiness } from './http/health.ts'
import { openApi } from './http/openapi.ts'
import { sameOriginOnly } from './http/origin.ts'
import { keepMode } from './installation.ts'
import { pruneJobs } from './jobs/queue.ts'
import { alertsModule } from './observe/alerts/module.ts'
import { addDatabaseFigures, countAlertsUnsent } from './observe/database-figures.ts'
import { metricsRoutes } from './observe/routes.ts'
import { followStatements } from './observe/statements.ts'
import { requestSpans } from './observe/traces/request-spans.ts'
import { takesTraceParent } from './observe/traces/settings.ts'
import { followStatementSpans } from './observe/traces/statement-spans.ts'
import { LIVE_SOCKETS } from './sync/live.ts'
import { syncModule, syncTransfers } from './sync/module.ts'

export type App = Awaited<ReturnType<typeof createApp>>

const HOUR_SECONDS = 60 * 60

/** Each feature and each engine of the server. A collection or a mutation that no module provides does not compile. */
export function createModules(context: AppContext) {
  const calendars = createCalendars(context)
  const payments = createOrders(context, calendars.busyReader)
  const { orders, inbox } = payments
  const owners: TransferOwnership[] = []
  const accounts = createAccountContext(context, owners)
  /** What has to do with the payment provider. */
  const money = [
    ordersModule(context, payments),
    refundsModule(context, inbox.orders),
    ledgerModule(context, inbox),
    holdsModule(orders),
  ] as const
  const features = [
    accountsModule(accounts),
    guestClaimsModule(accounts),
    newsletterModule(context),
    profileRequestsModule(accounts),
    // Its transfer gives people other ids, and what is about them is transferred under the new ones.
    peopleModule(context),
    contactsModule(context),
    raiseModule(),
    searchesModule(),
    historyModule(context),
    applicationsModule(context),
    adminModule(accounts, orders),
    helpModule(context),
    companyModule(accounts),
    switchesModule(accounts),
    accountingModule(accounts),
    billingModule(accounts),
    configModule(context),
    unlocksModule(context, orders),
    repliesModule(context),
    noticesModule(context),
    pushModule(context),
    directoryModule(context),
    bookingsModule(context, orders, calendars),
    uploadsModule(context),
    projectsModule(context),
    clientErrorsModule(context),
    visitsModule(context, { project: listVisitable, investor: listVisitableInvestors }),
    coldScoutModule(context, orders),
    publishingModule(context, orders),
    listingsModule(context),
    earningsModule(context, orders),
    pagesModule(context),
    ...money,
  ] as const
  owners.push(...concat(features, 'transfers'), ...syncTransfers, ...accountTransfers)
  const sync = syncModule(context, {
    publicSources: merge(features, 'publicSources'),
    privateCollections: merge(features, 'privateCollections'),
    mutators: merge(features, 'mutators'),
    onDelivered: ({ contacts, decisionMakers }) =>
      recordFirstViews(context.db, ordersOf(contacts, decisionMakers), context.now()),
  })
  const all: readonly FeatureModule[] = [...features, sync, emailModule(context), alertsModule(context)]
  const { directory } = sync
  return { orders, money, owners, privateCollections: merge(features, 'privateCollections'), directory, all }
}

/** The orders whose contacts a device was just given. */
const ordersOf = (...delivered: (unknown[] | undefined)[]) =>
  delivered.flatMap((docs) => (docs ?? []) as { orderId: OrderId }[]).map(({ orderId }) => orderId)

/** The composition root: the one place where features, engines and the outside meet. */
export async function createApp(inputs: AppInputs) {
  const { env, log, db } = inputs
  await keepMode(db, env.paymentMode)
  const context = await createAppContext(inputs, () => http.server?.port)
  const { all, directory } = createModules(context)
  const assets = assetArchive({ db, folder: inputs.webFolder, now: inputs.now })

  const readiness: Readiness = {
    isDraining: false,
    checkDatabase: () => db.execute(sql`select 1`),
    checkSync: () => db.execute(sql`select epoch_seed from sync_state`),
    countViolations: () => countViolations(inputs),
    countAlertsUnsent: () => countAlertsUnsent(inputs.sql),
  }

  const operator = { token: env.HEALTH_TOKEN, trustedProxies: env.TRUST_PROXY }
  const { metrics } = context
  inputs.observeStatements(followStatementSpans(followStatements({ log, metrics, slowMs: env.SLOW_QUERY_MS })))
  const readDatabase = addDatabaseFigures(metrics.registry, { sql: inputs.sql, countViolations: readiness.countViolations })

  const listRoutes = () => http.routes
  const refuseUnknown = createRefusal(listRoutes)
  const api = concat(all, 'routes')
    .reduce<AnyElysia>(
      (app, routes) => app.use(routes),
      new Elysia({ name: 'api' })
        .use(health(readiness, operator))
        .use(metricsRoutes({ registry: metrics.registry, operator, readDatabase })),
    )
    .use(openApi(listRoutes))

  const screens = firstScreens({ worker: inputs.screenRenderer, log })
  const readBest = bestDocuments(directory)
  const files = await findFiles(inputs.webFolder)
  const http: AnyElysia = new Elysia({
    serve: { maxRequestBodySize: 20 * 1024 * 1024, idleTimeout: 255 },
    websocket: LIVE_SOCKETS,
  })
    .use(errorHandler(log))
    .use(requestIds(env.TRUST_PROXY))
    .use(requestSpans(takesTraceParent(env, env.TRUST_PROXY)))
    .use(requestLog(log, (about, seconds) => metrics.requests.observe(about, seconds)))
    .use(securityHeaders({ publicUrl: env.PUBLIC_URL, isPaymentSandbox: env.isPaymentSandbox }))
    .use(
      requestGuard({
        flood: createFlood({ scale: env.RATE_LIMIT_SCALE }),
        trustedProxies: env.TRUST_PROXY,
        isFile: (pathname) => files.has(pathname),
      }),
    )
    .use(jsonBodyParser())
    .use(sameOriginOnly(env.PUBLIC_URL))
    .use(withContracts(api))
    .use(await shareTarget({ files, refuse: refuseUnknown }))
    .use(
      await staticFiles({
        files,
        publicUrl: env.PUBLIC_URL,
        findHead: findHead({
          db,
          homeVariant: env.HOME_VARIANT,
          readFirstInvestors: firstInvestors(readBest, inputs.now),
          readFirstList: firstLists(readBest, directory.readPart, inputs.now),
        }),
        renderScreen: screens.render,
        refuse: refuseUnknown,
        findKept: assets.find,
        isWorkerOff: env.SERVICE_WORKER === 'off',
      }),
    )
    .use(notFound(refuseUnknown))

  /** What belongs to the process and to no feature. */
  const housekeeping: FeatureModule = {
    jobs: {
      'rate-limits.prune': () => pruneBuckets(db),
      'jobs.prune': () => pruneJobs(db),
      [ARCHIVE_ASSETS]: () => assets.keep(),
    },
    schedules: [
      { kind: 'rate-limits.prune', everySeconds: HOUR_SECONDS },
      { kind: 'jobs.prune', everySeconds: HOUR_SECONDS },
      { kind: ARCHIVE_ASSETS, everySeconds: ARCHIVE_ASSETS_EVERY_SECONDS },
    ],
    // Before the first page of this build is served, every node can serve what that page will request.
    services: [{ start: () => assets.keep(), stop: async () => undefined }, screens],
  }
  const modules = [housekeeping, ...all]
  return {
    http,
    readiness,
    metrics,
    jobs: merge(modules, 'jobs') as NonNullable<FeatureModule['jobs']>,
    schedules: concat(modules, 'schedules'),
    reserved: concat(modules, 'reserved'),
    services: concat(modules, 'services'),
  }
}
