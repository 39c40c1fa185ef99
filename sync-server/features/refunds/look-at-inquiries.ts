import type { Database } from '#server/db.ts'
import type { Log } from '#server/log.ts'
import type { OrderId } from '#shared/ids.ts'
import { listOverdueInquiries } from './admin-queries.ts'

export const LOOK_AT_INQUIRIES = 'refunds.look-at-inquiries'
export const LOOK_AT_INQUIRIES_SECONDS = 24 * 60 * 60

type Deps = { db: Database; log: Log; now: () => Date; settle: (id: OrderId) => Promise<unknown> }

/**
 * Looks at the payment of each inquiry whose day has passed. An inquiry withholds the share of its sale, so it must not stay one
 * because the news of its end was lost.
 */
export const lookAtInquiries =
  ({ db, log, now, settle }: Deps) =>
  async () => {
    for (const orderId of await listOverdueInquiries(db, now())) {
      await settle(orderId).catch((error) =>
        log.error({ err: error, order: orderId }, 'the order of an inquiry could not be looked at'),
      )
    }
  }
