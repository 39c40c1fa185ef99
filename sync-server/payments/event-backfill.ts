import type { Database } from '#server/database/client.ts'
import { detachedRun, type JobRun, LeaseLost } from '#server/jobs/run.ts'
import { PAYMENT_EVENTS } from './event-types.ts'
import type { PaymentEvent, Payments } from './payments-port.ts'
import { ingestEvent } from './webhook-inbox.ts'

export const LIST_EVENTS_JOB = 'payments.list-events'
export const LIST_EVENTS_SECONDS = 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000
/** The provider tries a webhook for three days; what it gave up on is older than that. */
const LOOK_BACK_MS = 4 * DAY_MS
/** It forgets events after 30 days. */
const LONGEST_LOOK_BACK_MS = 29 * DAY_MS

/**
 * L2: reads the provider's own list of what happened, through the same inbox, so that
 * a refund or dispute is heard of even when its webhook never came. The first round
 * after a start goes back as far as the list does: nobody knows how long we were away.
 */
export function createEventReader({ db, payments, now }: { db: Database; payments: Payments; now: () => Date }) {
  let lookBack = LONGEST_LOOK_BACK_MS

  return async (_payload: unknown = {}, run: JobRun = detachedRun()) => {
    const before = (ms: number) => new Date(now().getTime() - ms)
    const take = async (event: PaymentEvent) => {
      run.hold()
      await ingestEvent(db, 'list', event)
    }
    const failures: unknown[] = []
    const takeAll = async (events: AsyncIterable<PaymentEvent>) => {
      try {
        for await (const event of events) await take(event)
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        failures.push(error)
      }
    }
    await takeAll(payments.listEvents(before(lookBack), { types: PAYMENT_EVENTS }))
    // However long ago: the provider still has what we never took, and says so.
    await takeAll(payments.listEvents(before(LONGEST_LOOK_BACK_MS), { types: PAYMENT_EVENTS, isUndelivered: true }))
    if (failures.length > 0) throw failures[0]
    lookBack = LOOK_BACK_MS
  }
}
