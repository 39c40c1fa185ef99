import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { sandboxDeliveries } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import { findObject } from './object-store.ts'

const IDLE_MS = 1000
const DEADLINE_MS = 10_000

export type DeliveryDeps = { db: Database; log: Log; webhookSecret: string; ownUrl: () => string | undefined }

/**
 * Delivers events to the webhook endpoint, signed as Stripe signs, until it replies 2xx. Pending deliveries are in the database,
 * so a restarted process continues them, and any number of nodes may deliver.
 */
export function createDeliveries({ db, log, webhookSecret, ownUrl }: DeliveryDeps) {
  let isRunning = false
  let wake = Promise.withResolvers<void>()
  let finished = Promise.resolve()

  const deliverOne = async (): Promise<boolean> => {
    const receiver = ownUrl()
    const eventId = receiver && (await claim(db))
    if (eventId === undefined) return false
    const event = await findObject(db, 'event', eventId)
    const payload = JSON.stringify(event)
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret })
    try {
      const reply = await fetch(`${receiver}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      if (reply.ok) await db.update(sandboxDeliveries).set({ isDelivered: true }).where(eq(sandboxDeliveries.eventId, eventId))
      else log.warn({ event: eventId, status: reply.status }, 'sandbox webhook rejected')
    } catch (error) {
      log.warn({ err: error, event: eventId }, 'sandbox webhook delivery failed')
    }
    return true
  }

  const loop = async () => {
    while (isRunning) {
      wake = Promise.withResolvers()
      const found = await deliverOne().catch((error) => {
        log.error({ err: error }, 'sandbox deliveries not readable')
        return false
      })
      if (!found && isRunning) await Promise.race([Bun.sleep(IDLE_MS), wake.promise])
    }
  }

  return {
    start: () => {
      isRunning = true
      finished = loop()
    },
    /** Resolves after the current delivery. */
    stop: async () => {
      isRunning = false
      wake.resolve()
      await finished
    },
    /** Wakes the loop, so that a new event is delivered without waiting for the next poll. */
    kick: () => wake.resolve(),
  }
}

/** Claims the oldest due delivery, to be retried later unless it succeeds; other nodes skip it. */
async function claim(db: Database): Promise<string | undefined> {
  const [row] = await db.execute<{ event_id: string }>(sql`
    update sandbox_deliveries set attempts = attempts + 1, next_at = now() + make_interval(secs => power(2, least(attempts, 6)))
    where event_id = (
      select event_id from sandbox_deliveries where not is_delivered and next_at <= now()::timestamptz(3)
      order by event_id limit 1 for update skip locked
    )
    returning event_id`)
  return row?.event_id
}
