import { and, eq, sql } from 'drizzle-orm'
import { stripeEvents } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { briefOf } from '#server/log.ts'
import type { OrderPort } from './order-port.ts'
import type { ObjectKind, PaymentEvent, PaymentRef, Payments } from './payments-port.ts'
import type { PayeePort } from './payouts-port.ts'

export const EVENT_JOB = 'payments.event'

/**
 * Event types that may change money. An `…created` event adds nothing to what its order knows; a `payout.` event of the platform
 * account to its own bank names no object that could be read.
 */
const RELEVANT =
  /^(account\.updated$|payout\.|payment_intent\.(?!created$)|checkout\.session\.|charge\.|refund\.|radar\.early_fraud_warning\.)/

const CARD_FAILED = 'payment_intent.payment_failed'
const WAITS_FOR_BANK = 'payment_intent.requires_action'

/** A warning does not change the money, so settling would not see it. */
const WARNING = /^radar\.early_fraud_warning\./

/** Commits an event to the inbox once, together with its job. */
export async function ingestEvent(db: Database, source: 'webhook' | 'list', event: PaymentEvent) {
  const isRelevant = RELEVANT.test(event.type) && event.objectId !== undefined
  await db.transaction(async (tx) => {
    const taken = await tx
      .insert(stripeEvents)
      .values({
        source,
        eventId: event.id,
        type: event.type,
        objectId: event.objectId ?? '',
        objectKind: event.objectKind ?? null,
        livemode: event.livemode,
        status: isRelevant ? 'pending' : 'ignored',
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.eventId })
    if (isRelevant && taken.length > 0) await enqueueEvent(tx, event.id)
  })
}

const enqueueEvent = (db: Parameters<typeof enqueueJob>[0], eventId: string) =>
  enqueueJob(db, { kind: EVENT_JOB, key: eventId, payload: { eventId } })

/** Enqueues the job of every pending event again, in case it was lost. */
export async function requeueEvents(db: Database) {
  const waiting = await db.select({ eventId: stripeEvents.eventId }).from(stripeEvents).where(eq(stripeEvents.status, 'pending'))
  for (const { eventId } of waiting) await enqueueEvent(db, eventId)
}

export type InboxDeps = { db: Database; payments: Payments; orders: OrderPort; payees: PayeePort }

/**
 * Processes one event: it names a payment or an account, whose state is read again.
 *
 * @throws Error when its order is not known (yet): the event stays pending and is retried indefinitely
 */
export const processEvent =
  ({ db, payments, orders, payees }: InboxDeps) =>
  async (payload: unknown) => {
    const { eventId } = payload as { eventId: string }
    const [event] = await db.select().from(stripeEvents).where(eq(stripeEvents.eventId, eventId))
    if (event?.status !== 'pending') return
    const finish = (status: 'done' | 'ignored') =>
      db
        .update(stripeEvents)
        .set({ status, processedAt: sql`now()`, attempts: sql`attempts + 1`, lastError: null })
        .where(and(eq(stripeEvents.eventId, eventId), eq(stripeEvents.status, 'pending')))
    try {
      const kind = event.objectKind ?? kindOfUnmarked(event.objectId)
      if (kind === 'account') return void (await finish((await payees.refresh(event.objectId)) ? 'done' : 'ignored'))
      const orderId = await findOrder({ payments, orders }, { kind, id: event.objectId })
      if (orderId !== 'not-ours' && orderId !== 'stray') {
        await orders.settle(orderId)
        if (event.type === CARD_FAILED) await orders.recordCardFailure(orderId, eventId)
        if (event.type === WAITS_FOR_BANK) await orders.refuseBlockedCard(orderId)
        if (WARNING.test(event.type)) await orders.recordWarnings(orderId, await payments.listFraudWarnings(event.objectId))
      }
      await finish(orderId === 'not-ours' ? 'ignored' : 'done')
    } catch (error) {
      await db
        .update(stripeEvents)
        .set({ attempts: sql`attempts + 1`, lastError: briefOf(error).slice(0, 500) })
        .where(eq(stripeEvents.eventId, eventId))
      throw error
    }
  }

/**
 * The kind of an object that a node of the last release has stored without one, by Stripe's prefix of its id. The next
 * release removes this function, and its migration fills the column of such rows again: no such node runs beside it.
 */
function kindOfUnmarked(objectId: string): ObjectKind {
  if (objectId.startsWith('acct_')) return 'account'
  return objectId.startsWith('cs_') ? 'checkout' : 'intent'
}

/**
 * Finds the order by the stored payment id, or else by the payment's metadata: the event may arrive before the commit of this
 * server.
 *
 * @returns `stray` for a payment of this installation that is not its order's payment; it has been ended
 */
async function findOrder({ payments, orders }: Pick<InboxDeps, 'payments' | 'orders'>, ref: PaymentRef) {
  const known = await orders.find(ref.id)
  if (known) return known
  const isPage = ref.kind === 'checkout'
  const payment = isPage ? await payments.readCheckout(ref.id) : await payments.readIntent(ref.id)
  if (payment && payment.orderId === undefined) return 'not-ours'
  if (!payment?.orderId) throw new Error('No order is known for this event yet')
  // A cancelled payment belongs to an abandoned attempt: it must not replace the current one.
  if ('status' in payment && payment.status === 'canceled') return 'stray'
  const result = await orders.adopt(payment.orderId, ref)
  if (result === 'unknown') throw new Error('No order is known for this event yet')
  if (result === 'adopted') return payment.orderId
  // A payment made on a page has events of its own.
  if (!isPage) await orders.endStray(payment.orderId, ref.id)
  else if ('isOpen' in payment && payment.isOpen) await payments.closeCheckout(ref.id)
  return 'stray'
}
