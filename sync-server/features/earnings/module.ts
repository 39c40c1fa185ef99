import type { AppContext } from '#server/app-context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import type { InboxDeps } from '#server/payments/webhook-inbox.ts'
import { READ_BALANCE, READ_BALANCE_SECONDS, reconcileProviderBalance } from './ledger-checks/reconcile-provider-balance.ts'
import { LEDGER_CHECKS, LEDGER_CHECKS_SECONDS, runLedgerChecks } from './ledger-checks/run-checks.ts'
import { payoutRoutes } from './payouts/admin-routes.ts'
import { SEND_PAYOUT, sendPayout } from './payouts/send-payout.ts'
import { earningsRoutes } from './routes.ts'
import { earningsSource, earningsValidUntil } from './sync-source.ts'

export function earningsModule(context: AppContext, { payments }: OrderDeps) {
  const isConnect = context.env.STRIPE_CONNECT
  return {
    routes: [payoutRoutes({ ...context, isConnect }), earningsRoutes({ ...context, payments, isConnect })],
    privateCollections: {
      earnings: {
        source: earningsSource,
        tables: [
          ...['vcs', 'directory_investors', 'principals', 'users', 'projects'],
          ...['ledger_entries', 'orders', 'meeting_bookings', 'refund_requests', 'fraud_warnings', 'disputes', 'jobs'],
          ...['payout_lines', 'payout_batches', 'buyer_marks'],
        ],
        until: earningsValidUntil,
      },
    },
  } satisfies FeatureModule
}

/** The ledger is checked against itself and against the provider's account, and payouts are sent. */
export const ledgerModule = (context: AppContext, inbox: InboxDeps) =>
  ({
    jobs: {
      [LEDGER_CHECKS]: () => runLedgerChecks({ ...context, settle: inbox.orders.settle }),
      [READ_BALANCE]: () => reconcileProviderBalance({ ...context, ...inbox }),
      [SEND_PAYOUT]: sendPayout({ ...context, payments: inbox.payments }),
    },
    schedules: [
      { kind: LEDGER_CHECKS, everySeconds: LEDGER_CHECKS_SECONDS },
      { kind: READ_BALANCE, everySeconds: READ_BALANCE_SECONDS },
    ],
  }) satisfies FeatureModule
