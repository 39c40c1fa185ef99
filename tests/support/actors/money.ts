import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import {
  directoryInvestors,
  jobs,
  ledgerEntries,
  mailOutbox,
  orders,
  payments,
  payoutDetails,
  sandboxObjects,
  stripeEvents,
  vcs,
  vcUnlocks,
} from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import { SCHEDULE } from '#server/jobs/worker.ts'
import type { MaskedDetails } from '#shared/earnings/payout-details.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { PaymentSetup } from '#shared/unlocks/contract.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { DEADLINE_MS, until } from '#tests/support/until.ts'

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  authenticates: '4000002500003155',
  disputed: '4000000000000259',
  inquired: '4000000000001976',
  warned: '4000000000005423',
  unrefundable: '4000000000005126',
} as const

/** A listed investor with a complete contact. */
export async function listInvestor(db: Database, about: Partial<typeof directoryInvestors.$inferInsert> = {}): Promise<VcId> {
  const id = newId<VcId>('rec')
  await db.insert(directoryInvestors).values({
    id,
    name: 'Grace Listed',
    fund: 'Harbour Ventures',
    isVerified: true,
    isVentureCapital: true,
    isAngel: false,
    sectors: ['DeFi'],
    email: 'grace@harbour.example',
    telegram: '@grace_listed',
    price: cents(9900),
    raw: {},
    sourceHash: id,
    consentedAt: new Date(),
    ...about,
  })
  return id
}

/** An investor of the platform, approved and open. */
export async function approveInvestor(db: Database, about: Partial<typeof vcs.$inferInsert> = {}): Promise<VcId> {
  const id = newId<VcId>('vc')
  await db.insert(vcs).values({
    id,
    fundName: 'Keystone',
    partnerName: 'Alan Platform',
    email: 'alan@keystone.example',
    meetingLink: 'https://cal.example.com/alan',
    stage: ['Seed'],
    isVerified: true,
    reviewStatus: 'approved',
    weeklyIntroLimit: 1000,
    ...about,
  })
  if (about.userId) await addPayoutDetails(db, about.userId)
  return id
}

export const SAMPLE_DETAILS: MaskedDetails = { kind: 'iban', holder: 'Alan Platform', country: 'DE', lastFour: '3000' }

/** A user who has entered payout details long ago; they cannot be opened. */
export const addPayoutDetails = (db: Database, userId: UserId) =>
  db
    .insert(payoutDetails)
    .values({ userId, sealed: new Uint8Array(32), masked: SAMPLE_DETAILS, changedAt: new Date('2026-01-01T00:00:00.000Z') })
    .onConflictDoNothing()

export const startPayment = (buyer: Client, vcId: string, more: Record<string, unknown> = {}) =>
  buyer.post<PaymentSetup & { code?: string; message?: string }>('/api/create-vc-unlock-payment', {
    vcId,
    vcType: 'airtable',
    ...more,
  })

export const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

type SandboxReply = {
  id: string
  status: string
  error?: { type: string; code?: string; message: string; payment_intent?: { status: string } }
}

/** Submits a card form as Stripe.js does: directly to the provider, not to our server. */
export async function payWithCard(app: { url: string }, clientSecret: string, number: string, card: Record<string, string> = {}) {
  const fields = { number, exp_month: '12', exp_year: '40', cvc: '123', ...card }
  const form = new URLSearchParams({ client_secret: clientSecret, 'payment_method_data[type]': 'card' })
  for (const [name, value] of Object.entries(fields)) form.set(`payment_method_data[card][${name}]`, value)
  return post(app, `payment_intents/${intentOf(clientSecret)}/confirm`, form)
}

export const authenticate = (app: TestApp, clientSecret: string, outcome: 'success' | 'fail') =>
  post(
    app,
    `payment_intents/${intentOf(clientSecret)}/authenticate`,
    new URLSearchParams({ client_secret: clientSecret, outcome }),
  )

/** A call with the secret key, as by an operator in the provider's dashboard. */
export const atProvider = (app: TestApp, path: string, form: Record<string, string> = {}) =>
  post(app, path, new URLSearchParams(form), { authorization: `Bearer ${SANDBOX_SECRET_KEY}` })

async function post(app: { url: string }, path: string, body: URLSearchParams, headers: Record<string, string> = {}) {
  const reply = await fetch(`${app.url}/sandbox/stripe/v1/${path}`, { method: 'POST', body, headers })
  return { status: reply.status, body: (await reply.json()) as SandboxReply }
}

export const confirmUnlock = (buyer: Client, clientSecret: string, vcId: string) =>
  buyer.post<{ success?: true; contact?: { email: string; introTemplate: string }; code?: string; message?: string }>(
    '/api/confirm-vc-unlock',
    { paymentIntentId: intentOf(clientSecret), vcId, vcType: 'airtable', email: 'anonymous@latchkey.example' },
  )

export const hasUnlocked = async (buyer: Client, vcId: string) =>
  (await buyer.get<{ hasUnlocked: boolean }>(`/api/check-vc-unlock?vcId=${vcId}&vcType=airtable&email=x@y.example`)).body
    .hasUnlocked

/** As if seconds had passed since browsers last polled their payments. */
export const forgetLooks = (db: Database) => db.execute(sql`delete from rate_limits where bucket = 'order-look'`)

/** From here on all polls of a payment fall into one window of its limit, for a machine on which many of them take longer. */
export async function stopLookWindows(db: Database) {
  await db.execute(sql`create function stop_look_window() returns trigger language plpgsql as
    $$ begin new.window_start := now() + interval '1 hour'; return new; end $$`)
  await db.execute(sql`create trigger stop_look_window before insert or update on rate_limits
    for each row when (new.bucket = 'order-look') execute function stop_look_window()`)
}

/** From here on the provider delivers no webhook and keeps them pending. Every update of a payment is then caused by a test. */
export async function silenceWebhooks(db: Database) {
  await db.execute(sql`create function delay_delivery() returns trigger language plpgsql as
    $$ begin new.next_at := now() + interval '1 day'; return new; end $$`)
  await db.execute(sql`create trigger delay_delivery before insert on sandbox_deliveries
    for each row execute function delay_delivery()`)
  await untilNoJobIsDue(db)
}

/** A due round of the server's own jobs would find the updates that later webhooks and job runs of the test bring. */
async function untilNoJobIsDue(db: Database) {
  const isDue = and(isNull(jobs.doneAt), lte(jobs.runAt, sql`now()`))
  await until(async () => (await db.$count(jobs, isDue)) === 0)
}

/** Makes the provider return another state of a payment, which no card can cause. */
export async function rewriteIntent(db: Database, id: string, change: Record<string, unknown>) {
  await db
    .update(sandboxObjects)
    .set({ body: sql`${sandboxObjects.body} || ${JSON.stringify(change)}::jsonb` })
    .where(eq(sandboxObjects.id, id))
}

export async function orderOfIntent(db: Database, piId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.piId, piId))
  if (!order) throw new Error(`There is no order for ${piId}`)
  return order
}

/** All effects of a payment, without values that differ between runs. */
export async function effectsOf(db: Database, piId: string) {
  const order = await orderOfIntent(db, piId)
  const ofOrder = order.id
  return {
    status: order.status,
    alert: order.alertCode && [order.alertCode, order.alertDetail].filter(Boolean).join(': '),
    grants: await db.select({ status: vcUnlocks.status }).from(vcUnlocks).where(eq(vcUnlocks.orderId, ofOrder)),
    payments: await db.select({ status: payments.status }).from(payments).where(eq(payments.orderId, ofOrder)),
    mails: await db.select({ template: mailOutbox.template }).from(mailOutbox).where(eq(mailOutbox.orderId, ofOrder)),
    balances: await balances(db, ofOrder),
  }
}

/** Balances of the sale itself, without the provider's fee. */
async function balances(db: Database, orderId: string) {
  const rows = await db
    .select({ account: ledgerEntries.account, amount: sql<number>`sum(amount)::int` })
    .from(ledgerEntries)
    .where(sql`order_id = ${orderId} and transaction_kind <> 'fee'`)
    .groupBy(ledgerEntries.account)
  return Object.fromEntries(rows.map(({ account, amount }) => [account.split(':')[0], amount]))
}

export const listInbox = (db: Database) => db.select().from(stripeEvents)

export type SandboxEvent = { id: string; type: string }

/** The provider's events of one payment, oldest first. */
export async function eventsOf(db: Database, piId: string) {
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(
      sql`type = 'event' and (body->'data'->'object'->>'id' = ${piId} or body->'data'->'object'->>'payment_intent' = ${piId})`,
    )
    .orderBy(sandboxObjects.id)
  return rows.map(({ body }) => body as SandboxEvent & Record<string, unknown>)
}

type Signing = { secret?: string; timestamp?: number; spaces?: number }

/** Delivers an event as the provider does: signed over exactly the bytes that are sent. */
export async function deliver(
  app: TestApp,
  event: unknown,
  { secret = SANDBOX_WEBHOOK_SECRET, timestamp, spaces }: Signing = {},
) {
  const payload = JSON.stringify(event, null, spaces)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, ...(timestamp && { timestamp }) })
  return deliverSigned(app, payload, signature)
}

export async function deliverSigned(app: TestApp, payload: string, signature: string) {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const reply = await fetch(`${app.url}/api/stripe/webhook`, { method: 'POST', headers, body: payload })
  return { status: reply.status, body: (await reply.json()) as { code?: string; received?: boolean } }
}

/** Makes an order older. */
export async function backdate(db: Database, piId: string, interval: string) {
  await db.execute(sql`update orders set created_at = created_at - ${interval}::interval where pi_id = ${piId}`)
}

/** One run of reconciliation (L1), as the schedule runs it. */
export const reconcile = (app: TestApp) => runJob(app, 'payments.reconcile')

export async function runJob(app: TestApp, kind: string, payload: unknown = {}) {
  const handler = app.app.jobs[kind]
  if (!handler) throw new Error(`Nothing handles ${kind}`)
  await ownRunsEnded(app.database.db, kind)
  await handler(payload)
}

/**
 * The app runs its scheduled jobs itself, first when it starts. A run that has begun ends first, one that is due is postponed: it
 * would write what it found beside the run of the test. The lease of a node that was killed is not awaited to its end.
 */
async function ownRunsEnded(db: Database, kind: string) {
  const ownRuns = sql`kind = ${kind} and (key = ${SCHEDULE} or key like 'start:%') and done_at is null`
  await db.execute(sql`update jobs set run_at = now() + interval '1 hour'
    where ${ownRuns} and locked_until is null and run_at < now() + interval '30 minutes'`)
  const began = performance.now()
  const hasEnded = async () => {
    const running = await db.execute(sql`select from jobs where ${ownRuns} and locked_until > now()`)
    return running.length === 0 || performance.now() - began > DEADLINE_MS / 2
  }
  await until(hasEnded)
}
