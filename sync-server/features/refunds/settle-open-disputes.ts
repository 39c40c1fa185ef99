import type { Database } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import type { OrderId } from '#shared/ids.ts'
import { listUndecided } from './admin-queries.ts'

/** The name dates from an earlier release, which only checked inquiries. */
export const LOOK_AT_DISPUTES = 'refunds.look-at-inquiries'
export const LOOK_AT_DISPUTES_SECONDS = 24 * 60 * 60

type Deps = { db: Database; log: Log; settle: (id: OrderId) => Promise<unknown> }

/**
 * Settles the payment of each undecided dispute and inquiry. A dispute suspends the purchase and withholds the seller's share, so
 * it must not stay undecided because the update of its end was lost, or was never sent.
 */
export const settleOpenDisputes =
  ({ db, log, settle }: Deps) =>
  async () => {
    for (const orderId of await listUndecided(db)) {
      await settle(orderId).catch((error) => log.error({ err: error, order: orderId }, 'settlement of disputed order failed'))
    }
  }
