import type { Database } from '#server/database/client.ts'
import { detachedRun, type JobRun, LeaseLost } from '#server/jobs/run.ts'
import { PAYMENT_EVENTS } from './event-types.ts'
import type { PaymentEvent, Payments } from './payments-port.ts'
import { ingestEvent } from './webhook-inbox.ts'

export const LIST_EVENTS_JOB = 'payments.list-events'
export const LIST_EVENTS_SECONDS = 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000
/** The provider retries a webhook for three days; undelivered events that it has abandoned are older. */
const LOOK_BACK_MS = 4 * DAY_MS
/** The provider deletes events after 30 days. */
const MAX_LOOK_BACK_MS = 29 * DAY_MS

/**
 * L2: reads the provider's own list of events through the same inbox, so that a refund or dispute is processed even when its
 * webhook was never delivered. The first run after a start reads the whole list, because the length of the downtime is unknown.
 */
export function createEventReader({ db, payments, now }: { db: Database; payments: Payments; now: () => Date }) {
  let lookBack = MAX_LOOK_BACK_MS

  return async (_payload: unknown = {}, run: JobRun = detachedRun()) => {
    const before = (ms: number) => new Date(now().getTime() - ms)
    const ingest = async (event: PaymentEvent) => {
      run.requireLease()
      await ingestEvent(db, 'list', event)
    }
    const failures: unknown[] = []
    const ingestAll = async (events: AsyncIterable<PaymentEvent>) => {
      try {
        for await (const event of events) await ingest(event)
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        failures.push(error)
      }
    }
    await ingestAll(payments.listEvents(before(lookBack), { types: PAYMENT_EVENTS }))
    // The provider still lists events of any age that no webhook delivered.
    await ingestAll(payments.listEvents(before(MAX_LOOK_BACK_MS), { types: PAYMENT_EVENTS, isUndelivered: true }))
    if (failures.length > 0) throw failures[0]
    lookBack = LOOK_BACK_MS
  }
}
