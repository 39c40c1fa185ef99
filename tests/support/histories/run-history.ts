import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { directoryInvestors, users, vcs } from '#drizzle/schema/index.ts'
import { type Keyring, openKeyring } from '#server/crypto/keyring.ts'
import { newId } from '#server/database/new-id.ts'
import { SANDBOX_WEBHOOK_SECRET } from '#server/env.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { eraseAccount } from '#server/features/accounts/erasure/erase-account.ts'
import { mergeGuest, settleMerge } from '#server/features/accounts/guest-merge/merge-guest.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { handOverDue, showContact } from '#server/features/bookings/calls/hand-over-contact.ts'
import { reportMissing } from '#server/features/bookings/calls/report-no-show.ts'
import { moveCall } from '#server/features/bookings/calls/reschedule-call.ts'
import type { ActDeps } from '#server/features/bookings/calls/transition.ts'
import { confirmBooking, startBooking } from '#server/features/bookings/start-booking.ts'
import { confirmDecisionMaker, startDecisionMaker } from '#server/features/cold-scout/service.ts'
import { detachBankAccount } from '#server/features/earnings/detach.ts'
import { holdPayouts, readEarningsLeft } from '#server/features/earnings/left.ts'
import { listPayouts, makeBatch, type PayoutDeps, payBatch, withdraw } from '#server/features/earnings/payouts/payouts.ts'
import { hasOwner } from '#server/features/profile-requests/queries.ts'
import { withdraw as withdrawProfile } from '#server/features/profile-requests/remove-profile.ts'
import {
  confirmProjectPayment,
  isScoutPaid,
  startProjectPayment,
  startScoutPayment,
} from '#server/features/publishing/service.ts'
import { approveRefund, rejectRefund } from '#server/features/refunds/decide.ts'
import { askRefund } from '#server/features/refunds/service.ts'
import { confirmUnlock, startUnlock } from '#server/features/unlocks/service.ts'
import type { Account } from '#server/http/session.ts'
import type { ConfirmMeetingBooking, CreateMeetingPayment } from '#shared/bookings/contract.ts'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { AskRefund } from '#shared/refunds/contract.ts'
import { type Actors, type Buyer, createActors, sessionOf } from './actors.ts'
import { bookingDeps, CALLER } from './booking.ts'
import {
  answerBank,
  closeDispute,
  dispute,
  drain,
  failRefund,
  giveBack,
  intentOf,
  prevent,
  refund,
  tryCard,
  type Way,
} from './provider.ts'
import type { Node, Setup } from './setup.ts'
import type { History, Purchase, Round, Step } from './steps.ts'

/** A payment that was offered to a buyer. */
export type Attempt = { buyer: Buyer; what: Purchase; way: Way }

export type Run = {
  setup: Setup
  keyring: Keyring
  actors: Actors
  attempts: Attempt[]
  /** Guests that signed in. A job checks each merge again. */
  merges: { from: PrincipalId; to: PrincipalId }[]
  /** Violations found during the run; empty in a correct one. */
  faults: string[]
}

/** Runs a history, and then the background loops until nothing is left to do. */
export async function runHistory(setup: Setup, history: History): Promise<Run> {
  const state: Run = {
    setup,
    keyring: await openKeyring(setup.database.db),
    actors: await createActors(setup.database.db, setup.now),
    attempts: [],
    merges: [],
    faults: [],
  }
  for (const round of history.rounds) await runRound(state, round)
  await converge(state, history.areWebhooksLost)
  await closePayouts(state)
  return state
}

async function runRound(state: Run, { steps, kill }: Round) {
  const { setup } = state
  // The steps of a round happen after those of the round before, also where the ledger compares instants.
  setup.now = new Date(setup.now.getTime() + 1000)
  if (kill) nodeAt(setup, kill.node).lifecycle.stepsLeft = kill.after
  await Promise.all(
    steps.map(async (step) => {
      const node = 'node' in step ? nodeAt(setup, step.node) : undefined
      await runStep(state, step).catch((error) => {
        // A refusal is a valid result, and a dead server returns none.
        if (!(error instanceof Problem) && !node?.lifecycle.isOver)
          state.faults.push(`${JSON.stringify(step)}: ${describe(error)}`)
      })
    }),
  )
  setup.revive()
}

const nodeAt = (setup: Setup, index: number): Node => setup.nodes[index % 2 === 0 ? 0 : 1]
const describe = (error: unknown) => `${error} ${error instanceof Error ? (error.cause ?? '') : ''}`

function runStep(state: Run, step: Step): Promise<unknown> {
  const { setup, attempts, actors } = state
  const attempt = 'try' in step ? attempts[step.try % Math.max(1, attempts.length)] : undefined
  if ('try' in step && !attempt) return Promise.resolve()
  const offered = attempt as Attempt
  const onIntent = async (act: (piId: string) => Promise<unknown>) => {
    const piId = await intentOfWay(setup, offered.way)
    if (piId) await act(piId)
  }
  switch (step.do) {
    case 'create':
      return create(state, step)
    case 'pay':
      return tryCard(setup, offered.way, step.card)
    case 'authenticate':
      return answerBank(setup, offered.way, step.outcome)
    case 'confirm':
      return confirm(state, offered, step)
    case 'refund':
      return onIntent((piId) => refund(setup, piId, step.isFull ? undefined : PART))
    case 'refund fails':
      return onIntent((piId) => failRefund(setup, piId))
    case 'dispute':
      return onIntent((piId) => dispute(setup, piId, step.isPart ? PART : undefined))
    case 'prevent':
      return onIntent((piId) => prevent(setup, piId))
    case 'give back':
      return onIntent((piId) => giveBack(setup, piId, PART))
    case 'close dispute':
      return onIntent((piId) => closeDispute(setup, piId, step.outcome))
    case 'ask refund':
      return onIntent((piId) => ask(state, offered, piId, nodeAt(setup, step.node)))
    case 'approve refund':
      return approve(state, nodeAt(setup, step.node))
    case 'reject refund':
      return reject(state, nodeAt(setup, step.node))
    case 'cancel call':
      return onCall(state, offered, (id) => cancelCall(callDeps(nodeAt(setup, step.node)), offered.buyer.principalId, id, null))
    case 'report missing':
      return onCall(state, offered, (id) =>
        reportMissing(callDeps(nodeAt(setup, step.node)), offered.buyer.principalId, id, null),
      )
    case 'show contact':
      return onCall(state, offered, (id) => showContact(callDeps(nodeAt(setup, step.node)), offered.buyer.principalId, id))
    case 'hand over':
      return handOverDue(callDeps(nodeAt(setup, step.node)))()
    case 'move call':
      return onCall(state, offered, (id) => moveToOther(state, offered, id, nodeAt(setup, step.node)))
    case 'investor ends call':
      return onCall(state, offered, (id) => cancelCall(callDeps(nodeAt(setup, step.node)), actors.seller.principalId, id, null))
    case 'sign in':
      return signIn(state, step)
    case 'seller leaves':
      return erase(nodeAt(setup, step.node), actors.seller)
    case 'remove record':
      return removeRecord(state, nodeAt(setup, step.node))
    case 'leave':
      return leave(state, step)
    case 'take over':
      return takeOver(state, step.who)
    case 'prepare payout':
      return makeBatch(payoutDeps(state, step.node), payerOf(actors.admin))
    case 'pay out':
      return payOut(state, step.node)
    case 'disconnect bank':
      return nodeAt(setup, step.node).money.orders.db.transaction((tx) =>
        detachBankAccount(tx, actors.claimants[0] ?? actors.seller),
      )
    case 'stop payout':
      return stopPayout(state, step.node)
    case 'claimant leaves':
      return erase(nodeAt(setup, step.node), actors.claimants[step.who % 2] ?? actors.seller)
    case 'drain':
      return drain(setup, step.cents)
    case 'deliver':
      return deliver(state, step.events, nodeAt(setup, step.node))
    case 'work':
      return work(setup, nodeAt(setup, step.node), step.jobs)
    case 'reconcile':
      return run(nodeAt(setup, step.node), 'payments.reconcile')
    case 'list events':
      return run(nodeAt(setup, step.node), 'payments.list-events')
    case 'wait':
      return wait(setup, step.minutes)
    case 'reprice':
      return setup.database.db
        .update(directoryInvestors)
        .set({ price: cents(step.price) })
        .where(eq(directoryInvestors.id, actors.listed))
        .then()
  }
}

/** The amount of a partial refund or dispute, in cents. */
const PART = 17

async function create(state: Run, { who, what, node }: Extract<Step, { do: 'create' }>) {
  const buyer = state.actors.buyers[who]
  if (!buyer || buyer.hasLeft) return
  const { lifecycle, money } = nodeAt(state.setup, node)
  const way = await startPaying(money, state, buyer, what)
  if (way && !lifecycle.isOver) state.attempts.push({ buyer, what, way })
}

async function startPaying(money: Node['money'], state: Run, buyer: Buyer, what: Purchase): Promise<Way | undefined> {
  const { actors, setup } = state
  const { principalId, account } = buyer
  const { orders } = money
  const unlock = async (kind: 'vc_unlock' | 'vc_contact', vcId: VcId) => ({
    secret: (await startUnlock({ orders }, principalId, { kind, vcId, receiptEmail: 'buyer@example.com' })).clientSecret,
  })
  switch (what) {
    case 'unlock listed':
      return unlock('vc_unlock', actors.listed)
    case 'contact listed':
      return unlock('vc_contact', actors.listed)
    case 'unlock limited':
      return unlock('vc_unlock', actors.limited)
    case 'call soon':
    case 'call later':
      return book(state, money, buyer, what)
    case 'person':
      return { secret: (await startDecisionMaker({ orders }, principalId, { decisionMakerId: actors.person })).clientSecret }
    case 'scout':
      return account && startScoutPayment({ orders }, account, setup.url)
    case 'visibility':
      return account && { secret: (await startProjectPayment({ orders }, account)).clientSecret }
  }
}

const hourOf = ({ hours }: Actors, what: Purchase) => hours[what === 'call soon' ? 0 : 1]

async function book({ actors, setup }: Run, { orders }: Node['money'], { principalId }: Buyer, what: Purchase) {
  const hour = hourOf(actors, what)
  if (!hour) return undefined
  const input = { vcId: actors.host, selectedSlot: hour, bookingDetails: CALLER } as CreateMeetingPayment
  const deps = await bookingDeps(setup, orders)
  return { secret: (await startBooking(deps, { principalId, isGuest: false, address: undefined }, input)).clientSecret }
}

const ask = async ({ setup }: Run, { buyer }: Attempt, piId: string, { money }: Node) => {
  const [order] = await setup.database.sql<{ id: OrderId }[]>`select id from orders where pi_id = ${piId}`
  if (order)
    await askRefund(money.orders, { principalId: buyer.principalId }, {
      orderId: order.id,
      reason: 'It does not fit.',
    } as AskRefund)
}

async function approve({ setup, actors }: Run, { money }: Node) {
  const [request] = await setup.database.sql<{ id: string }[]>`
    select r.id from refund_requests r join orders o on o.id = r.order_id
    where r.status <> 'refunded' and o.principal_id = any(${actors.buyers.map(({ principalId }) => principalId)})
    order by md5(r.id) limit 1`
  if (request) await approveRefund(money.orders, actors.admin, request.id, { overCap: true })
}

async function reject({ setup, actors }: Run, { money }: Node) {
  const [request] = await setup.database.sql<{ id: string }[]>`
    select r.id from refund_requests r join orders o on o.id = r.order_id
    where r.status = 'requested' and o.principal_id = any(${actors.buyers.map(({ principalId }) => principalId)})
    order by md5(r.id) limit 1`
  if (request) await rejectRefund(money.orders, actors.admin, request.id, { reason: 'It took place.' })
}

const BASE = 'https://latchkey.example'
const ORGANIZER = 'calls@latchkey.example'

const callDeps = ({ money: { orders } }: Node): ActDeps => ({
  lock: async () => undefined,
  db: orders.db,
  log: orders.log,
  now: orders.now,
  base: () => BASE,
  organizer: ORGANIZER,
  isSlotAvailable: async () => false,
  env: { ADMIN_EMAILS: [] },
})

/** Applies an action to the call that an attempt has paid for, if it has. */
async function onCall({ setup }: Run, { way }: Attempt, act: (id: BookingId) => Promise<unknown>) {
  const piId = await intentOfWay(setup, way)
  const [call] = await setup.database.sql<{ id: BookingId }[]>`
    select b.id from meeting_bookings b join orders o on o.id = b.order_id where o.pi_id = ${piId ?? ''}`
  if (call) await act(call.id)
}

/** Moves the call to the other contested hour. */
async function moveToOther({ actors, setup }: Run, { buyer }: Attempt, id: BookingId, node: Node) {
  const [call] = await setup.database.sql<{ at: string }[]>`select meeting_date_time as at from meeting_bookings where id = ${id}`
  const other = actors.hours.find(({ start }) => call && Date.parse(start) !== new Date(call.at).getTime())
  if (other)
    await moveCall({ ...callDeps(node), isSlotAvailable: async () => true }, buyer.principalId, id, new Date(other.start))
}

/** A founder erases their account. Their principal stays as the pseudonym of what they bought. */
async function leave({ setup, actors }: Run, { who, node }: Extract<Step, { do: 'leave' }>) {
  const buyer = actors.buyers[who]
  if (!buyer?.account || buyer.hasLeft) return
  buyer.hasLeft = true
  await erase(nodeAt(setup, node), buyer.account)
}

const cancelCalls = ({ money: { orders } }: Node) => cancelCallsOf({ now: orders.now, base: () => BASE, organizer: ORGANIZER })

async function erase(node: Node, owner: Account) {
  const { db, now } = node.money.orders
  const account = { ...owner, session: { sid: sessionOf(owner.id), provedAt: now(), adminRefusal: undefined } }
  const earnings = { holdPayouts, readEarningsLeft: readEarningsLeft({ now }) }
  const deps = { db, now, keyring: await openKeyring(db), cancelCalls: cancelCalls(node), ...earnings }
  await eraseAccount(deps as Partial<AccountDeps> as AccountDeps, account, { giveUpEarnings: 'yes' })
}

/** The guest is merged into one of the members, with all its purchases. */
async function signIn({ actors, merges, setup }: Run, { who, node }: Extract<Step, { do: 'sign in' }>) {
  const [guest, member] = [actors.buyers[2], actors.buyers[who]]
  if (!guest || guest.account || !member?.account || member.hasLeft) return
  const { owners, money } = nodeAt(setup, node)
  const { db, now } = money.orders
  const [from, to] = [guest.principalId, member.principalId]
  await db.transaction((tx) => mergeGuest(tx, owners, from, to, now()))
  merges.push({ from, to })
  Object.assign(guest, { principalId: to, account: member.account })
}

/** Uses the link from the record's mailbox; with it no claim stays online. */
async function removeRecord({ actors, keyring }: Run, node: Node) {
  const { db, now } = node.money.orders
  await db.transaction(async (tx) => {
    if (await hasOwner(tx, actors.listed)) return
    await withdrawProfile(tx, { keyring, now, cancelCalls: cancelCalls(node) }, actors.listed)
  })
}

/**
 * An admin takes a record from its owner and gives it to a claimant, at the setup's clock. The claimant's row is locked, because
 * a claimant may erase their account in the same round; the record then has no owner.
 */
async function takeOver({ setup, actors }: Run, who: number) {
  const claimant = actors.claimants[who % actors.claimants.length]?.id
  await setup.database.db.transaction(async (tx) => {
    const [there] = claimant ? await tx.select({ id: users.id }).from(users).where(eq(users.id, claimant)).for('key share') : []
    const userId = there?.id ?? null
    await tx.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.replacesId, actors.listed))
    await tx.insert(vcs).values({
      id: newId<VcId>('vc'),
      fundName: 'Harbour Ventures',
      partnerName: 'Grace Listed',
      email: 'grace@harbour.example',
      contactHandle: 'https://cal.example.com/grace',
      meetingLink: 'https://cal.example.com/grace',
      price: cents(9900),
      weeklyIntroLimit: 1000,
      userId,
      replacesId: actors.listed,
      replacedAt: setup.now,
      isVerified: true,
      reviewStatus: 'approved',
    })
  })
}

const payerOf = ({ id, email }: Account) => ({ adminId: id, email, base: BASE })

function payoutDeps({ keyring, setup }: Run, node: number): PayoutDeps {
  const { db, now } = nodeAt(setup, node).money.orders
  return { db, now, keyring, adminEmails: [], adminsNeedTwoFactor: false, isConnect: true }
}

/** Pays the open batch; lines that are no longer covered are withdrawn first, as the screen requires. */
async function payOut(state: Run, node: number) {
  const deps = payoutDeps(state, node)
  const open = (await listPayouts(deps)).batches.find(({ status }) => status === 'open')
  if (!open) return
  for (const { id, isCovered } of open.lines) {
    if (!isCovered) await withdraw(deps, payerOf(state.actors.payer), open.id, id)
  }
  await payBatch(deps, payerOf(state.actors.payer), open.id, 'BANK')
}

/** An admin withdraws a line whose transfer has not been made. */
async function stopPayout(state: Run, node: number) {
  const deps = payoutDeps(state, node)
  const lines = (await listPayouts(deps)).batches.flatMap((batch) => batch.lines.map((line) => ({ ...line, batchId: batch.id })))
  const sending = lines.find(({ status }) => status === 'sending')
  if (sending) await withdraw(deps, payerOf(state.actors.payer), sending.batchId, sending.id)
}

/** Closes an unpaid batch, so that the next history gets a new one. */
async function closePayouts(state: Run) {
  const deps = payoutDeps(state, 0)
  const open = (await listPayouts(deps)).batches.find(({ status }) => status === 'open')
  if (open) await withdraw(deps, payerOf(state.actors.payer), open.id)
}

/** P6: another principal's confirmation gets no information, for every state of the payment. */
async function confirm(state: Run, { buyer, what, way }: Attempt, { isOwner, node }: Extract<Step, { do: 'confirm' }>) {
  const { orders } = nodeAt(state.setup, node).money
  const who = isOwner
    ? buyer
    : state.actors.buyers.find((other) => other.principalId !== buyer.principalId && (other.account || !buyer.account))
  if (!who) return
  const isConfirmed = await ask().catch((error) => {
    if (!isOwner && error instanceof Problem && error.code === 'not-found') return false
    throw error
  })
  if (isConfirmed && !isOwner) state.faults.push(`another principal got the status of ${what}`)

  async function ask(): Promise<unknown> {
    const account = who?.account
    if (!who) return false
    if ('url' in way) return isScoutPaid({ orders }, account, way.url.split('/').at(-1) ?? '')
    const paymentIntentId = intentOf(way.secret)
    if (what === 'visibility') return account ? confirmProjectPayment({ orders }, account, paymentIntentId) : false
    if (what === 'person') {
      const body = { paymentIntentId, decisionMakerId: state.actors.person }
      return confirmDecisionMaker({ orders }, who.principalId, body as Parameters<typeof confirmDecisionMaker>[2])
    }
    if (what === 'call soon' || what === 'call later') {
      const body = { paymentIntentId, vcId: state.actors.host, selectedSlot: hourOf(state.actors, what), bookingDetails: CALLER }
      return confirmBooking(await bookingDeps(state.setup, orders), who.principalId, body as ConfirmMeetingBooking)
    }
    const vcId = what === 'unlock limited' ? state.actors.limited : state.actors.listed
    return confirmUnlock({ orders }, who.principalId, { paymentIntentId, vcId } as Parameters<typeof confirmUnlock>[2])
  }
}

async function intentOfWay({ database }: Setup, way: Way): Promise<string | undefined> {
  if ('secret' in way) return intentOf(way.secret)
  const id = way.url.split('/').at(-1) ?? ''
  const [page] = await database.sql<{ pi: string | null }[]>`
    select body->>'payment_intent' as pi from sandbox_objects where id = ${id}`
  return page?.pi ?? undefined
}

/** Delivers events in any order, some of them repeatedly. */
async function deliver({ setup }: Pick<Run, 'setup'>, picks: number[], node: Node) {
  const known = await setup.database.sql<{ body: { id: string } }[]>`
    select body from sandbox_objects join sandbox_deliveries on event_id = id order by is_delivered, event_id`
  await Promise.all(picks.map((pick) => known.length > 0 && deliverOne(setup, node, known[pick % known.length]?.body)))
}

async function deliverOne({ database }: Setup, node: Node, event: { id: string } | undefined) {
  if (!event) return
  const payload = JSON.stringify(event)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: SANDBOX_WEBHOOK_SECRET })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const request = new Request('http://127.0.0.1/api/stripe/webhook', { method: 'POST', headers, body: payload })
  const reply = await node.money.routes.handle(request)
  // P10: an event that was answered with 2xx must not be needed again.
  if (reply.ok) await database.sql`update sandbox_deliveries set is_delivered = true where event_id = ${event.id}`
}

type Job = { id: string; kind: string; payload: unknown; fault: string | null }

/** A transfer waits for cover, which may never come: it causes no further round by itself. */
export const UNCOVERED = 'does not cover the payout'

/** The concurrency of a worker. */
const LANES = 3

/** Runs the pending money jobs, in no particular order. @returns the number of jobs that can finish */
async function work({ database }: Setup, node: Node, limit: number): Promise<number> {
  const kinds = Object.keys(node.money.jobs)
  const waiting = await database.sql<Job[]>`
    select id, kind, payload, last_error as fault from jobs where done_at is null and kind = any(${kinds}) order by md5(id) limit ${limit}`
  const left = waiting.values()
  const lane = async () => {
    for (const job of left) await workOn(database, node, job)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return waiting.filter(({ fault }) => !fault?.includes(UNCOVERED)).length
}

async function workOn({ sql: query }: Setup['database'], node: Node, { id, kind, payload }: Job) {
  try {
    await run(node, kind, payload)
    if (!node.lifecycle.isOver) await query`update jobs set done_at = now() where id = ${id}`
  } catch (error) {
    // A failed job is retried.
    await query`update jobs set last_error = ${describe(error)} where id = ${id}`
  }
}

const run = async (node: Node, kind: string, payload: unknown = {}) => node.money.jobs[kind]?.(payload)

/** After a day the provider has dropped its idempotency keys. */
async function wait(setup: Setup, minutes: number) {
  setup.now = new Date(setup.now.getTime() + minutes * 60_000)
  if (minutes > 24 * 60) await setup.database.sql`delete from sandbox_requests`
}

/** Far more than needed, so that only an endless loop is cut off. */
const MAX_ROUNDS = 12

/**
 * Runs the loops until they find nothing more to do: after that only permanently stuck work is left. Lost webhooks are read from
 * the provider's event list; otherwise the list is not needed.
 */
async function converge(state: Run, areWebhooksLost: boolean) {
  const { setup, merges } = state
  for (const merge of merges) await settleMerge(setup.database.db, setup.nodes[0].owners)(merge)
  const finishJobs = async () => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if ((await work(setup, nodeAt(setup, round), 100)) === 0) return
  }
  if (!areWebhooksLost) {
    const undelivered = await setup.database.sql<{ body: { id: string } }[]>`
      select body from sandbox_objects join sandbox_deliveries on event_id = id where not is_delivered order by md5(event_id)`
    for (const { body } of undelivered) await deliverOne(setup, setup.nodes[0], body)
  }
  for (let day = 0; day < 4; day += 1) {
    // A payment that was begun a day ago is no longer expected.
    await wait(setup, 25 * 60)
    if (areWebhooksLost) {
      await run(nodeAt(setup, day), 'payments.list-events')
      // Events older than the list have moved money, which the balance shows.
      if (day === 0) await run(nodeAt(setup, day), 'books.read-balance')
    }
    await run(nodeAt(setup, day + 1), 'payments.reconcile')
    await run(nodeAt(setup, day), 'bookings.lapse')
    await finishJobs()
    if (await hasConverged(setup)) return
  }
}

async function hasConverged({ database }: Setup): Promise<boolean> {
  const [left] = await database.db.execute<{ count: number }>(sql`
    select (select count(*) from orders where status in ('pending', 'processing', 'failed'))
      + (select count(*) from stripe_events where status = 'pending') as count`)
  return Number(left?.count) === 0
}
