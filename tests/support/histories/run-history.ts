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
import { type Buyer, type Cast, engage, sessionOf } from './actors.ts'
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
import type { Node, Stage } from './setup.ts'
import type { History, Move, Round, Wanted } from './steps.ts'

/** Somebody was shown a way to pay. */
export type Try = { buyer: Buyer; what: Wanted; way: Way }

export type Play = {
  stage: Stage
  keyring: Keyring
  cast: Cast
  tries: Try[]
  /** Guests that signed in. A job looks at each again. */
  merges: { from: PrincipalId; to: PrincipalId }[]
  /** Whatever no history may show; empty in a good one. */
  faults: string[]
}

/** Plays a history, and then lets the loops run until nothing is left to do. */
export async function play(stage: Stage, history: History): Promise<Play> {
  const made: Play = {
    stage,
    keyring: await openKeyring(stage.database.db),
    cast: await engage(stage.database.db, stage.now),
    tries: [],
    merges: [],
    faults: [],
  }
  for (const round of history.rounds) await playRound(made, round)
  await comeToRest(made, history.areWebhooksLost)
  await closePayouts(made)
  return made
}

async function playRound(made: Play, { moves, kill }: Round) {
  const { stage } = made
  // What happens in one round comes after what happened in the one before, also where the books compare instants.
  stage.now = new Date(stage.now.getTime() + 1000)
  if (kill) nodeAt(stage, kill.node).life.stepsLeft = kill.after
  await Promise.all(
    moves.map(async (move) => {
      const node = 'node' in move ? nodeAt(stage, move.node) : undefined
      await playMove(made, move).catch((error) => {
        // A refusal is an answer, and of a dead server nobody expects one.
        if (!(error instanceof Problem) && !node?.life.isOver) made.faults.push(`${JSON.stringify(move)}: ${describe(error)}`)
      })
    }),
  )
  stage.revive()
}

const nodeAt = (stage: Stage, index: number): Node => stage.nodes[index % 2 === 0 ? 0 : 1]
const describe = (error: unknown) => `${error} ${error instanceof Error ? (error.cause ?? '') : ''}`

function playMove(made: Play, move: Move): Promise<unknown> {
  const { stage, tries, cast } = made
  const attempt = 'try' in move ? tries[move.try % Math.max(1, tries.length)] : undefined
  if ('try' in move && !attempt) return Promise.resolve()
  const tried = attempt as Try
  const onIntent = async (act: (piId: string) => Promise<unknown>) => {
    const piId = await intentOfWay(stage, tried.way)
    if (piId) await act(piId)
  }
  switch (move.do) {
    case 'create':
      return create(made, move)
    case 'pay':
      return tryCard(stage, tried.way, move.card)
    case 'authenticate':
      return answerBank(stage, tried.way, move.outcome)
    case 'confirm':
      return confirm(made, tried, move)
    case 'refund':
      return onIntent((piId) => refund(stage, piId, move.isFull ? undefined : PART))
    case 'refund fails':
      return onIntent((piId) => failRefund(stage, piId))
    case 'dispute':
      return onIntent((piId) => dispute(stage, piId, move.isPart ? PART : undefined))
    case 'prevent':
      return onIntent((piId) => prevent(stage, piId))
    case 'give back':
      return onIntent((piId) => giveBack(stage, piId, PART))
    case 'close dispute':
      return onIntent((piId) => closeDispute(stage, piId, move.outcome))
    case 'ask refund':
      return onIntent((piId) => ask(made, tried, piId, nodeAt(stage, move.node)))
    case 'approve refund':
      return approve(made, nodeAt(stage, move.node))
    case 'reject refund':
      return reject(made, nodeAt(stage, move.node))
    case 'cancel call':
      return onCall(made, tried, (id) => cancelCall(callDeps(nodeAt(stage, move.node)), tried.buyer.principalId, id, null))
    case 'report missing':
      return onCall(made, tried, (id) => reportMissing(callDeps(nodeAt(stage, move.node)), tried.buyer.principalId, id, null))
    case 'show contact':
      return onCall(made, tried, (id) => showContact(callDeps(nodeAt(stage, move.node)), tried.buyer.principalId, id))
    case 'hand over':
      return handOverDue(callDeps(nodeAt(stage, move.node)))()
    case 'move call':
      return onCall(made, tried, (id) => moveToOther(made, tried, id, nodeAt(stage, move.node)))
    case 'investor ends call':
      return onCall(made, tried, (id) => cancelCall(callDeps(nodeAt(stage, move.node)), cast.seller.principalId, id, null))
    case 'sign in':
      return signIn(made, move)
    case 'seller leaves':
      return erase(nodeAt(stage, move.node), cast.seller)
    case 'remove record':
      return removeRecord(made, nodeAt(stage, move.node))
    case 'leave':
      return leave(made, move)
    case 'take over':
      return takeOver(made, move.who)
    case 'prepare payout':
      return makeBatch(payoutDeps(made, move.node), payerOf(cast.admin))
    case 'pay out':
      return payOut(made, move.node)
    case 'disconnect bank':
      return nodeAt(stage, move.node).money.orders.db.transaction((tx) => detachBankAccount(tx, cast.claimants[0] ?? cast.seller))
    case 'stop payout':
      return stopPayout(made, move.node)
    case 'claimant leaves':
      return erase(nodeAt(stage, move.node), cast.claimants[move.who % 2] ?? cast.seller)
    case 'drain':
      return drain(stage, move.cents)
    case 'deliver':
      return deliver(made, move.events, nodeAt(stage, move.node))
    case 'work':
      return work(stage, nodeAt(stage, move.node), move.jobs)
    case 'reconcile':
      return run(nodeAt(stage, move.node), 'payments.reconcile')
    case 'list events':
      return run(nodeAt(stage, move.node), 'payments.list-events')
    case 'wait':
      return wait(stage, move.minutes)
    case 'reprice':
      return stage.database.db
        .update(directoryInvestors)
        .set({ price: cents(move.price) })
        .where(eq(directoryInvestors.id, cast.listed))
        .then()
  }
}

/** Of a partial refund or dispute, in cents. */
const PART = 17

async function create(made: Play, { who, what, node }: Extract<Move, { do: 'create' }>) {
  const buyer = made.cast.buyers[who]
  if (!buyer || buyer.hasLeft) return
  const { life, money } = nodeAt(made.stage, node)
  const way = await startPaying(money, made, buyer, what)
  if (way && !life.isOver) made.tries.push({ buyer, what, way })
}

async function startPaying(money: Node['money'], made: Play, buyer: Buyer, what: Wanted): Promise<Way | undefined> {
  const { cast, stage } = made
  const { principalId, account } = buyer
  const { orders } = money
  const unlock = async (kind: 'vc_unlock' | 'vc_contact', vcId: VcId) => ({
    secret: (await startUnlock({ orders }, principalId, { kind, vcId, receiptEmail: 'buyer@example.com' })).clientSecret,
  })
  switch (what) {
    case 'unlock listed':
      return unlock('vc_unlock', cast.listed)
    case 'contact listed':
      return unlock('vc_contact', cast.listed)
    case 'unlock limited':
      return unlock('vc_unlock', cast.limited)
    case 'call soon':
    case 'call later':
      return book(made, money, buyer, what)
    case 'person':
      return { secret: (await startDecisionMaker({ orders }, principalId, { decisionMakerId: cast.person })).clientSecret }
    case 'scout':
      return account && startScoutPayment({ orders }, account, stage.url)
    case 'visibility':
      return account && { secret: (await startProjectPayment({ orders }, account)).clientSecret }
  }
}

const hourOf = ({ hours }: Cast, what: Wanted) => hours[what === 'call soon' ? 0 : 1]

async function book({ cast, stage }: Play, { orders }: Node['money'], { principalId }: Buyer, what: Wanted) {
  const hour = hourOf(cast, what)
  if (!hour) return undefined
  const wanted = { vcId: cast.host, selectedSlot: hour, bookingDetails: CALLER } as CreateMeetingPayment
  const deps = await bookingDeps(stage, orders)
  return { secret: (await startBooking(deps, { principalId, isGuest: false, address: undefined }, wanted)).clientSecret }
}

const ask = async ({ stage }: Play, { buyer }: Try, piId: string, { money }: Node) => {
  const [order] = await stage.database.sql<{ id: OrderId }[]>`select id from orders where pi_id = ${piId}`
  if (order)
    await askRefund(money.orders, { principalId: buyer.principalId }, {
      orderId: order.id,
      reason: 'It does not fit.',
    } as AskRefund)
}

async function approve({ stage, cast }: Play, { money }: Node) {
  const [request] = await stage.database.sql<{ id: string }[]>`
    select r.id from refund_requests r join orders o on o.id = r.order_id
    where r.status <> 'refunded' and o.principal_id = any(${cast.buyers.map(({ principalId }) => principalId)})
    order by md5(r.id) limit 1`
  if (request) await approveRefund(money.orders, cast.admin, request.id, { overCap: true })
}

async function reject({ stage, cast }: Play, { money }: Node) {
  const [request] = await stage.database.sql<{ id: string }[]>`
    select r.id from refund_requests r join orders o on o.id = r.order_id
    where r.status = 'requested' and o.principal_id = any(${cast.buyers.map(({ principalId }) => principalId)})
    order by md5(r.id) limit 1`
  if (request) await rejectRefund(money.orders, cast.admin, request.id, { reason: 'It took place.' })
}

const BASE = 'https://latchkey.example'
const ORGANIZER = 'calls@latchkey.example'

const callDeps = ({ money: { orders } }: Node): ActDeps => ({
  hold: async () => undefined,
  db: orders.db,
  log: orders.log,
  now: orders.now,
  base: () => BASE,
  organizer: ORGANIZER,
  isSlotAvailable: async () => false,
  env: { ADMIN_EMAILS: [] },
})

/** Does something to the call that a try has paid for, if it has. */
async function onCall({ stage }: Play, { way }: Try, act: (id: BookingId) => Promise<unknown>) {
  const piId = await intentOfWay(stage, way)
  const [call] = await stage.database.sql<{ id: BookingId }[]>`
    select b.id from meeting_bookings b join orders o on o.id = b.order_id where o.pi_id = ${piId ?? ''}`
  if (call) await act(call.id)
}

/** The hour is the other one that everybody wants. */
async function moveToOther({ cast, stage }: Play, { buyer }: Try, id: BookingId, node: Node) {
  const [call] = await stage.database.sql<{ at: string }[]>`select meeting_date_time as at from meeting_bookings where id = ${id}`
  const other = cast.hours.find(({ start }) => call && Date.parse(start) !== new Date(call.at).getTime())
  if (other)
    await moveCall({ ...callDeps(node), isSlotAvailable: async () => true }, buyer.principalId, id, new Date(other.start))
}

/** A founder erases their account. Their principal stays as the pseudonym of what they bought. */
async function leave({ stage, cast }: Play, { who, node }: Extract<Move, { do: 'leave' }>) {
  const buyer = cast.buyers[who]
  if (!buyer?.account || buyer.hasLeft) return
  buyer.hasLeft = true
  await erase(nodeAt(stage, node), buyer.account)
}

const cancelCalls = ({ money: { orders } }: Node) => cancelCallsOf({ now: orders.now, base: () => BASE, organizer: ORGANIZER })

async function erase(node: Node, leaver: Account) {
  const { db, now } = node.money.orders
  const account = { ...leaver, session: { sid: sessionOf(leaver.id), provedAt: now(), adminRefusal: undefined } }
  const earnings = { holdPayouts, readEarningsLeft: readEarningsLeft({ now }) }
  const deps = { db, now, keyring: await openKeyring(db), cancelCalls: cancelCalls(node), ...earnings }
  await eraseAccount(deps as Partial<AccountDeps> as AccountDeps, account, { giveUpEarnings: 'yes' })
}

/** The guest becomes one of the members, with all that it has bought. */
async function signIn({ cast, merges, stage }: Play, { who, node }: Extract<Move, { do: 'sign in' }>) {
  const [guest, member] = [cast.buyers[2], cast.buyers[who]]
  if (!guest || guest.account || !member?.account || member.hasLeft) return
  const { owners, money } = nodeAt(stage, node)
  const { db, now } = money.orders
  const [from, to] = [guest.principalId, member.principalId]
  await db.transaction((tx) => mergeGuest(tx, owners, from, to, now()))
  merges.push({ from, to })
  Object.assign(guest, { principalId: to, account: member.account })
}

/** By the link in the mailbox of the record, with which no claim is online. */
async function removeRecord({ cast, keyring }: Play, node: Node) {
  const { db, now } = node.money.orders
  await db.transaction(async (tx) => {
    if (await hasOwner(tx, cast.listed)) return
    await withdrawProfile(tx, { keyring, now, cancelCalls: cancelCalls(node) }, cast.listed)
  })
}

/**
 * An admin takes a record from its owner and gives it to a claimant, at the stage's clock. The claimant's row is locked, because a
 * claimant may erase their account in the same round; the record then has no owner.
 */
async function takeOver({ stage, cast }: Play, who: number) {
  const claimant = cast.claimants[who % cast.claimants.length]?.id
  await stage.database.db.transaction(async (tx) => {
    const [there] = claimant ? await tx.select({ id: users.id }).from(users).where(eq(users.id, claimant)).for('key share') : []
    const userId = there?.id ?? null
    await tx.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.replacesId, cast.listed))
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
      replacesId: cast.listed,
      replacedAt: stage.now,
      isVerified: true,
      reviewStatus: 'approved',
    })
  })
}

const payerOf = ({ id, email }: Account) => ({ adminId: id, email, base: BASE })

function payoutDeps({ keyring, stage }: Play, node: number): PayoutDeps {
  const { db, now } = nodeAt(stage, node).money.orders
  return { db, now, keyring, adminEmails: [], adminsNeedTwoFactor: false, isConnect: true }
}

/** Whatever is open leaves; what is not covered any more is taken out first, as the screen asks for. */
async function payOut(made: Play, node: number) {
  const deps = payoutDeps(made, node)
  const open = (await listPayouts(deps)).batches.find(({ status }) => status === 'open')
  if (!open) return
  for (const { id, isCovered } of open.lines) {
    if (!isCovered) await withdraw(deps, payerOf(made.cast.payer), open.id, id)
  }
  await payBatch(deps, payerOf(made.cast.payer), open.id, 'BANK')
}

/** An admin takes a line out whose transfer is not made. */
async function stopPayout(made: Play, node: number) {
  const deps = payoutDeps(made, node)
  const lines = (await listPayouts(deps)).batches.flatMap((batch) => batch.lines.map((line) => ({ ...line, batchId: batch.id })))
  const sending = lines.find(({ status }) => status === 'sending')
  if (sending) await withdraw(deps, payerOf(made.cast.payer), sending.batchId, sending.id)
}

/** What nobody has paid is nobody's any more: the next history has a batch of its own. */
async function closePayouts(made: Play) {
  const deps = payoutDeps(made, 0)
  const open = (await listPayouts(deps)).batches.find(({ status }) => status === 'open')
  if (open) await withdraw(deps, payerOf(made.cast.payer), open.id)
}

/** P6: somebody else's confirmation is told nothing, whatever became of the payment. */
async function confirm(made: Play, { buyer, what, way }: Try, { isOwner, node }: Extract<Move, { do: 'confirm' }>) {
  const { orders } = nodeAt(made.stage, node).money
  const who = isOwner
    ? buyer
    : made.cast.buyers.find((other) => other.principalId !== buyer.principalId && (other.account || !buyer.account))
  if (!who) return
  const said = await ask().catch((error) => {
    if (!isOwner && error instanceof Problem && error.code === 'not-found') return false
    throw error
  })
  if (said && !isOwner) made.faults.push(`somebody else was told of ${what}`)

  async function ask(): Promise<unknown> {
    const account = who?.account
    if (!who) return false
    if ('url' in way) return isScoutPaid({ orders }, account, way.url.split('/').at(-1) ?? '')
    const paymentIntentId = intentOf(way.secret)
    if (what === 'visibility') return account ? confirmProjectPayment({ orders }, account, paymentIntentId) : false
    if (what === 'person') {
      const body = { paymentIntentId, decisionMakerId: made.cast.person }
      return confirmDecisionMaker({ orders }, who.principalId, body as Parameters<typeof confirmDecisionMaker>[2])
    }
    if (what === 'call soon' || what === 'call later') {
      const body = { paymentIntentId, vcId: made.cast.host, selectedSlot: hourOf(made.cast, what), bookingDetails: CALLER }
      return confirmBooking(await bookingDeps(made.stage, orders), who.principalId, body as ConfirmMeetingBooking)
    }
    const vcId = what === 'unlock limited' ? made.cast.limited : made.cast.listed
    return confirmUnlock({ orders }, who.principalId, { paymentIntentId, vcId } as Parameters<typeof confirmUnlock>[2])
  }
}

async function intentOfWay({ database }: Stage, way: Way): Promise<string | undefined> {
  if ('secret' in way) return intentOf(way.secret)
  const id = way.url.split('/').at(-1) ?? ''
  const [page] = await database.sql<{ pi: string | null }[]>`
    select body->>'payment_intent' as pi from sandbox_objects where id = ${id}`
  return page?.pi ?? undefined
}

/** Events in any order, some of them again. */
async function deliver({ stage }: Pick<Play, 'stage'>, picks: number[], node: Node) {
  const known = await stage.database.sql<{ body: { id: string } }[]>`
    select body from sandbox_objects join sandbox_deliveries on event_id = id order by is_delivered, event_id`
  await Promise.all(picks.map((pick) => known.length > 0 && deliverOne(stage, node, known[pick % known.length]?.body)))
}

async function deliverOne({ database }: Stage, node: Node, event: { id: string } | undefined) {
  if (!event) return
  const payload = JSON.stringify(event)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: SANDBOX_WEBHOOK_SECRET })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const request = new Request('http://127.0.0.1/api/stripe/webhook', { method: 'POST', headers, body: payload })
  const reply = await node.money.routes.handle(request)
  // P10: what was said 2xx to must not be needed again.
  if (reply.ok) await database.sql`update sandbox_deliveries set is_delivered = true where event_id = ${event.id}`
}

type Job = { id: string; kind: string; payload: unknown; fault: string | null }

/** A transfer waits for cover, and there may be none: no round is made for it alone. */
export const UNCOVERED = 'does not cover the payout'

/** As many jobs at once as a worker has lanes. */
const LANES = 3

/** The waiting jobs of money, in no particular order. @returns how many there were that may come to an end */
async function work({ database }: Stage, node: Node, most: number): Promise<number> {
  const kinds = Object.keys(node.money.jobs)
  const waiting = await database.sql<Job[]>`
    select id, kind, payload, last_error as fault from jobs where done_at is null and kind = any(${kinds}) order by md5(id) limit ${most}`
  const left = waiting.values()
  const lane = async () => {
    for (const job of left) await workOn(database, node, job)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return waiting.filter(({ fault }) => !fault?.includes(UNCOVERED)).length
}

async function workOn({ sql: query }: Stage['database'], node: Node, { id, kind, payload }: Job) {
  try {
    await run(node, kind, payload)
    if (!node.life.isOver) await query`update jobs set done_at = now() where id = ${id}`
  } catch (error) {
    // A job that fails comes again.
    await query`update jobs set last_error = ${describe(error)} where id = ${id}`
  }
}

const run = async (node: Node, kind: string, payload: unknown = {}) => node.money.jobs[kind]?.(payload)

/** A day later the provider has forgotten its idempotency keys. */
async function wait(stage: Stage, minutes: number) {
  stage.now = new Date(stage.now.getTime() + minutes * 60_000)
  if (minutes > 24 * 60) await stage.database.sql`delete from sandbox_requests`
}

/** Far more than it takes, so that only what would go on for ever is cut off. */
const MOST_ROUNDS = 12

/**
 * The loops run until they find nothing more to do: after that only what waits for ever is left.
 * News that was lost is read from the provider's list; else nobody needs the list.
 */
async function comeToRest(made: Play, areWebhooksLost: boolean) {
  const { stage, merges } = made
  for (const merge of merges) await settleMerge(stage.database.db, stage.nodes[0].owners)(merge)
  const finishJobs = async () => {
    for (let round = 0; round < MOST_ROUNDS; round += 1) if ((await work(stage, nodeAt(stage, round), 100)) === 0) return
  }
  if (!areWebhooksLost) {
    const undelivered = await stage.database.sql<{ body: { id: string } }[]>`
      select body from sandbox_objects join sandbox_deliveries on event_id = id where not is_delivered order by md5(event_id)`
    for (const { body } of undelivered) await deliverOne(stage, stage.nodes[0], body)
  }
  for (let day = 0; day < 4; day += 1) {
    // Nobody can still mean to pay what was begun a day ago.
    await wait(stage, 25 * 60)
    if (areWebhooksLost) {
      await run(nodeAt(stage, day), 'payments.list-events')
      // What is older than the list has moved money.
      if (day === 0) await run(nodeAt(stage, day), 'books.read-balance')
    }
    await run(nodeAt(stage, day + 1), 'payments.reconcile')
    await run(nodeAt(stage, day), 'bookings.lapse')
    await finishJobs()
    if (await isAtRest(stage)) return
  }
}

async function isAtRest({ database }: Stage): Promise<boolean> {
  const [left] = await database.db.execute<{ count: number }>(sql`
    select (select count(*) from orders where status in ('pending', 'processing', 'failed'))
      + (select count(*) from stripe_events where status = 'pending') as count`)
  return Number(left?.count) === 0
}
