import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { BusyReader } from '#server/features/bookings/calendars/refresh.ts'
import { meetingFulfilment } from '#server/features/bookings/fulfilment.ts'
import { decisionMakerFulfilment } from '#server/features/cold-scout/fulfilment.ts'
import { notifySeller } from '#server/features/earnings/notify-seller.ts'
import { refreshPayee } from '#server/features/earnings/payouts/payout-account.ts'
import { SEND_PAYOUT } from '#server/features/earnings/payouts/send-payout.ts'
import { publishFulfilment } from '#server/features/publishing/fulfilment.ts'
import { refundRefused } from '#server/features/refunds/decide.ts'
import { markBuyers } from '#server/features/refunds/marks.ts'
import { listRefundsOf } from '#server/features/refunds/present.ts'
import { recordWarnings } from '#server/features/refunds/service.ts'
import { followRefunds } from '#server/features/refunds/sync-with-payment.ts'
import { unlockFulfilment } from '#server/features/unlocks/fulfilment.ts'
import { createIntroModel } from '#server/features/unlocks/intro-model.ts'
import { requestIntroText, WRITE_INTRO, writeIntro } from '#server/features/unlocks/write-intro.ts'
import { createInstallation } from '#server/installation.ts'
import { createEventReader, LIST_EVENTS_JOB, LIST_EVENTS_SECONDS } from '#server/payments/event-backfill.ts'
import { createReconciler, RECONCILE_JOB, RECONCILE_SECONDS } from '#server/payments/reconcile.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import { webhookRoute } from '#server/payments/webhook.ts'
import { EVENT_JOB, type InboxDeps, processEvent } from '#server/payments/webhook-inbox.ts'
import type { VcId } from '#shared/ids.ts'
import { MINIMUM_CHARGES } from '#shared/orders/minimum.ts'
import {
  FORGET_FAILURES,
  FORGET_FAILURES_SECONDS,
  forgetCardFailures,
  recordCardFailure,
  refuseBlockedCard,
} from './checkout/card-failures.ts'
import { moveCardFailures } from './checkout/card-queries.ts'
import type { OrderDeps } from './deps.ts'
import { ISSUE_DOCUMENTS_JOB, ISSUE_DOCUMENTS_SECONDS, issueMissing } from './documents/backfill.ts'
import { documentRoutes } from './documents/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { createOrderPort, moveOwnedOrders } from './service.ts'
import { REFUND_UNDELIVERABLE_JOB } from './settlement/fulfil-order.ts'
import { createLooks } from './settlement/looks.ts'
import {
  CLOSE_JOB,
  closeOrder,
  orderOf,
  REFUND_JOB,
  refundOf,
  refundOrder,
  refundUndeliverable,
} from './settlement/refund-jobs.ts'
import { ordersSource } from './sync-source.ts'

/**
 * Orders and the payment provider: what fulfils an order, and the three ways in which the state of a payment arrives (webhook, list of
 * events, reconciliation).
 */
export function createOrders(context: AppContext, busyReader: BusyReader) {
  const { env, db, now, keyring, listeningUrl } = context
  const { secretKey, webhookSecret } = context.stripeKeys
  const sandbox = env.isPaymentSandbox ? createSandbox({ ...context, secretKey, webhookSecret, ownUrl: listeningUrl }) : undefined
  const payments = createStripePayments({
    secretKey,
    webhookSecret,
    connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET,
    installation: createInstallation(db),
    ...(sandbox && { sandboxUrl: listeningUrl }),
  })
  const model = env.introModel && createIntroModel(env.introModel)
  const orders: OrderDeps = {
    ...context,
    payments,
    looks: createLooks(db, keyring),
    isLiveMode: env.isLiveMode,
    taxCountry: env.STRIPE_TAX_COUNTRY,
    minimumCharge: MINIMUM_CHARGES[env.STRIPE_SETTLEMENT_CURRENCY],
    fulfilments: {
      vc_unlock: unlockFulfilment,
      vc_contact: unlockFulfilment,
      meeting: { ...meetingFulfilment, prepare: ({ targetId }) => busyReader.now(targetId as VcId) },
      decision_maker: decisionMakerFulfilment,
      scout_publish: publishFulfilment,
      project_visibility: publishFulfilment,
    },
    subscribers: [followRefunds, markBuyers(keyring), notifySeller(context), ...(model ? [requestIntroText] : [])],
  }
  const inbox: InboxDeps = {
    db,
    payments,
    orders: {
      ...createOrderPort(orders),
      recordWarnings: (orderId, warnings) => recordWarnings(db, orderId, warnings),
      recordCardFailure: recordCardFailure(orders),
      refuseBlockedCard: refuseBlockedCard(orders),
    },
    payees: { refresh: refreshPayee({ db, payments, now }) },
  }
  return { orders, inbox, sandbox, model }
}

export function ordersModule(context: AppContext, { orders, inbox, sandbox, model }: ReturnType<typeof createOrders>) {
  const { db, log } = context
  const { payments } = orders
  return {
    routes: [
      webhookRoute({ db, payments, now: context.now }),
      receiptRoutes(context),
      documentRoutes(context),
      ...(sandbox ? [sandbox.routes] : []),
    ],
    jobs: {
      [EVENT_JOB]: processEvent(inbox),
      [RECONCILE_JOB]: createReconciler({ ...context, ...inbox }),
      [LIST_EVENTS_JOB]: createEventReader({ ...context, payments }),
      [REFUND_UNDELIVERABLE_JOB]: (payload, run) => refundUndeliverable(orders, orderOf(payload), run),
      [REFUND_JOB]: async (payload, run) => {
        const work = refundOf(payload)
        if (!(await refundOrder(orders, work, run))) await refundRefused({ db }, work.orderId)
      },
      [FORGET_FAILURES]: forgetCardFailures(context),
      [ISSUE_DOCUMENTS_JOB]: issueMissing(orders),
      [CLOSE_JOB]: (payload) => closeOrder(orders, orderOf(payload)),
      ...(model && { [WRITE_INTRO]: writeIntro({ db, log, model }) }),
      ...sandbox?.handlers,
    },
    schedules: [
      { kind: RECONCILE_JOB, everySeconds: RECONCILE_SECONDS, runsAtStart: true },
      { kind: LIST_EVENTS_JOB, everySeconds: LIST_EVENTS_SECONDS, runsAtStart: true },
      { kind: ISSUE_DOCUMENTS_JOB, everySeconds: ISSUE_DOCUMENTS_SECONDS },
      { kind: FORGET_FAILURES, everySeconds: FORGET_FAILURES_SECONDS },
    ],
    reserved: [[EVENT_JOB], [REFUND_UNDELIVERABLE_JOB, REFUND_JOB, CLOSE_JOB, SEND_PAYOUT], ...(model ? [[WRITE_INTRO]] : [])],
    privateCollections: {
      orders: { source: ordersSource(listRefundsOf), tables: ['orders', 'receipts', 'refund_requests', 'documents'] },
    },
    transfers: [moveOwnedOrders, moveCardFailures],
    services: sandbox ? [{ start: async () => sandbox.start(), stop: sandbox.stop }] : [],
  } satisfies FeatureModule
}
