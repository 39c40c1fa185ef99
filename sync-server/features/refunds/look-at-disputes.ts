import type { Database } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import type { OrderId } from '#shared/ids.ts'
import { listUndecided } from './admin-queries.ts'

/** The name is that of an earlier release, which looked at inquiries alone. */
export const LOOK_AT_DISPUTES = 'refunds.look-at-inquiries'
export const LOOK_AT_DISPUTES_SECONDS = 24 * 60 * 60

type Deps = { db: Database; log: Log; settle: (id: OrderId) => Promise<unknown> }

/**
 * Looks at the payment of each dispute and inquiry that is not decided. It withholds what was bought and the share of its sale, so
 * it must not stay undecided because the news of its end was lost, or was never made.
 */
export const lookAtDisputes =
  ({ db, log, settle }: Deps) =>
  async () => {
    for (const orderId of await listUndecided(db)) {
      await settle(orderId).catch((error) =>
        log.error({ err: error, order: orderId }, 'the order of a dispute could not be looked at'),
      )
    }
  }
