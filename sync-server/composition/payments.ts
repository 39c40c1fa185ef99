import { Elysia } from 'elysia'
import type { AppContext } from '#server/app-context.ts'
import type { Keyring } from '#server/crypto/keyring.ts'
import { meetingFulfilment } from '#server/features/bookings/fulfilment.ts'
import { EXPIRE_EVERY_SECONDS, EXPIRE_HOLDS, expireHolds } from '#server/features/bookings/holds/expire-holds.ts'
import { decisionMakerFulfilment } from '#server/features/cold-scout/fulfilment.ts'
import {
  READ_BALANCE,
  READ_BALANCE_SECONDS,
  reconcileProviderBalance,
} from '#server/features/earnings/ledger-checks/reconcile-provider-balance.ts'
import { CHECK_BOOKS, CHECK_BOOKS_SECONDS, runLedgerChecks } from '#server/features/earnings/ledger-checks/run-checks.ts'
import { refreshPayee } from '#server/features/earnings/payouts/payout-account.ts'
import { SEND_PAYOUT, sendPayout } from '#server/features/earnings/payouts/send-payout.ts'
import {
  FORGET_FAILURES,
  FORGET_FAILURES_SECONDS,
  forgetCardFailures,
  recordCardFailure,
} from '#server/features/orders/checkout/card-failures.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { receiptRoutes } from '#server/features/orders/receipts/routes.ts'
import { createOrderPort } from '#server/features/orders/service.ts'
import { RETURN_JOB } from '#server/features/orders/settlement/fulfil-order.ts'
import { createLooks } from '#server/features/orders/settlement/looks.ts'
import {
  CLOSE_JOB,
  closeOrder,
  orderOf,
  REFUND_JOB,
  refundOf,
  refundOrder,
  refundUndeliverable,
} from '#server/features/orders/settlement/refund-jobs.ts'
import { publishFulfilment } from '#server/features/publishing/fulfilment.ts'
import { refundAdminRoutes } from '#server/features/refunds/admin-routes.ts'
import { refundRefused } from '#server/features/refunds/decide.ts'
import { FORGET_BUYERS, FORGET_BUYERS_SECONDS, forgetBuyers } from '#server/features/refunds/forget.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import { LOOK_AT_DISPUTES, LOOK_AT_DISPUTES_SECONDS, lookAtDisputes } from '#server/features/refunds/look-at-disputes.ts'
import { markBuyers } from '#server/features/refunds/marks.ts'
import { refundRoutes } from '#server/features/refunds/routes.ts'
import { askForMoney } from '#server/features/refunds/service.ts'
import { followRefunds } from '#server/features/refunds/sync-with-payment.ts'
import { recordWarnings } from '#server/features/refunds/warnings.ts'
import { unlockFulfilment } from '#server/features/unlocks/fulfilment.ts'
import { createIntroModel } from '#server/features/unlocks/intro-model.ts'
import { requestIntroText, WRITE_INTRO, writeIntro } from '#server/features/unlocks/write-intro.ts'
import type { Identity } from '#server/http/session.ts'
import { createInstallation } from '#server/installation.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import type { Schedule } from '#server/jobs/worker.ts'
import { createEventReader, LIST_EVENTS_JOB, LIST_EVENTS_SECONDS } from '#server/payments/event-backfill.ts'
import type { OrderPort } from '#server/payments/order-port.ts'
import { createReconciler, RECONCILE_JOB, RECONCILE_SECONDS } from '#server/payments/reconcile.ts'
import type { StripeKeys } from '#server/payments/sandbox/keys.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import { webhookRoute } from '#server/payments/webhook.ts'
import { EVENT_JOB, processEvent } from '#server/payments/webhook-inbox.ts'
import { MINIMUM_CHARGES } from '#shared/orders/minimum.ts'

/**
 * The corner of the composition root where money meets its provider: the orders, what
 * fulfils them, and the three ways in which news of a payment arrives.
 *
 * @param ownUrl  where this process listens; undefined until it does
 */
export function createMoney(
  context: AppContext,
  identity: Identity,
  keyring: Keyring,
  ownUrl: () => string | undefined,
  { secretKey, webhookSecret }: StripeKeys = context.env.stripe,
) {
  const { env, db, log, now } = context
  const sandbox = env.isPaymentSandbox ? createSandbox({ db, log, now, secretKey, webhookSecret, ownUrl }) : undefined
  const payments = createStripePayments({
    secretKey,
    webhookSecret,
    connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET,
    installation: createInstallation(db),
    ...(sandbox && { sandboxUrl: ownUrl }),
  })

  const model = env.introModel && createIntroModel(env.introModel)

  const orders: OrderDeps = {
    db,
    log,
    now,
    payments,
    keyring,
    looks: createLooks(db, keyring),
    isLiveMode: env.isLiveMode,
    minimumCharge: MINIMUM_CHARGES[env.STRIPE_SETTLEMENT_CURRENCY],
    fulfilments: {
      vc_unlock: unlockFulfilment,
      vc_contact: unlockFulfilment,
      meeting: meetingFulfilment,
      decision_maker: decisionMakerFulfilment,
      scout_publish: publishFulfilment,
      project_visibility: publishFulfilment,
    },
    subscribers: [followRefunds, markBuyers(keyring), ...(model ? [requestIntroText] : [])],
  }
  const book: OrderPort = {
    ...createOrderPort(orders),
    recordWarnings: (orderId, warnings) => recordWarnings(db, orderId, warnings),
    recordCardFailure: recordCardFailure(orders),
  }
  const inbox = { db, payments, book, payees: { refresh: refreshPayee({ db, payments, now }) } }

  const routes = new Elysia({ name: 'money' })
    .use(webhookRoute({ db, payments }))
    .use(receiptRoutes({ db, identity }))
    .use(refundRoutes({ db, now, identity }))
    .use(refundAdminRoutes({ db, now, identity }))
  if (sandbox) routes.use(sandbox.routes)

  const handlers: JobHandlers = {
    [EVENT_JOB]: processEvent(inbox),
    [RECONCILE_JOB]: createReconciler({ ...inbox, log, now }),
    [CHECK_BOOKS]: () => runLedgerChecks({ db, log, now, settle: book.settle }),
    [READ_BALANCE]: () => reconcileProviderBalance({ ...inbox, log, now }),
    [LIST_EVENTS_JOB]: createEventReader({ db, payments, now }),
    [SEND_PAYOUT]: sendPayout({ db, log, now, payments }),
    [RETURN_JOB]: (payload, run) => refundUndeliverable(orders, orderOf(payload), run),
    [REFUND_JOB]: async (payload, run) => {
      const work = refundOf(payload)
      if (!(await refundOrder(orders, work, run))) await refundRefused({ db }, work.orderId)
    },
    [ASK_FOR_MONEY]: askForMoney({ db, now }),
    [FORGET_FAILURES]: forgetCardFailures({ db, now }),
    [FORGET_BUYERS]: forgetBuyers({ db, now, keyring }),
    [LOOK_AT_DISPUTES]: lookAtDisputes({ db, log, settle: book.settle }),
    [CLOSE_JOB]: (payload) => closeOrder(orders, orderOf(payload)),
    [EXPIRE_HOLDS]: expireHolds({ orders }),
    ...(model && { [WRITE_INTRO]: writeIntro({ db, log, model }) }),
    ...sandbox?.handlers,
  }
  const schedules: Schedule[] = [
    { kind: CHECK_BOOKS, everySeconds: CHECK_BOOKS_SECONDS },
    { kind: READ_BALANCE, everySeconds: READ_BALANCE_SECONDS },
    { kind: RECONCILE_JOB, everySeconds: RECONCILE_SECONDS },
    { kind: LIST_EVENTS_JOB, everySeconds: LIST_EVENTS_SECONDS },
    { kind: FORGET_FAILURES, everySeconds: FORGET_FAILURES_SECONDS },
    { kind: FORGET_BUYERS, everySeconds: FORGET_BUYERS_SECONDS },
    { kind: LOOK_AT_DISPUTES, everySeconds: LOOK_AT_DISPUTES_SECONDS },
    { kind: EXPIRE_HOLDS, everySeconds: EXPIRE_EVERY_SECONDS },
  ]
  const companions = sandbox ? [{ open: async () => sandbox.start(), close: sandbox.stop }] : []
  const reserved = [[EVENT_JOB], [RETURN_JOB, REFUND_JOB, CLOSE_JOB, SEND_PAYOUT], ...(model ? [[WRITE_INTRO]] : [])]
  return { orders, routes, handlers, schedules, reserved, companions }
}
