import { bookRules } from '#server/features/earnings/ledger-checks/invariants.ts'
import { runRule } from '#server/features/earnings/ledger-checks/queries.ts'
import { WEEKLY_LIMIT } from './actors.ts'
import { UNCOVERED } from './background.ts'
import type { Run } from './run.ts'

/**
 * Invariants that must hold after convergence, computed from the provider's records and the payment rules alone: nothing here
 * queries the product's own decisions.
 */
export async function findViolations({ setup, actors, merges, faults }: Run): Promise<string[]> {
  const { sql } = setup.database
  const found = [...faults]
  const principals = actors.buyers.map(({ principalId }) => principalId)
  const orders = await sql<OrderRow[]>`
    select id, principal_id as principal, kind, target_id as target, slot_id as slot, amount::int, status, pi_id as pi, refusal, alert_code as alert,
      owed_back_since is not null as "isOwed",
      (select status from vc_unlocks g where g.order_id = o.id) as unlock,
      (select status from meeting_bookings b where b.id = o.slot_id and b.order_id = o.id) as call,
      exists (select from meeting_bookings b where b.order_id = o.id and b.contact_given_at is null) as "isContactDue",
      exists (select from meeting_bookings b where b.order_id = o.id and b.status = 'cancelled'
        and b.refund_outcome = 'due') as "isCancelledInTime",
      exists (select from meeting_bookings b where b.order_id = o.id and b.status = 'cancelled' and b.refund_outcome = 'due'
        and b.ended_by = 'founder' and b.contact_given_at is not null) as "isReadAndReturned",
      exists (select from refund_requests r where r.order_id = o.id) as "isAsked",
      (select status from decision_maker_unlocks g where g.order_id = o.id) as person,
      (select status from payments p where p.order_id = o.id) as payment,
      (select count(*)::int from receipts r where r.order_id = o.id) as receipts,
      (select count(*)::int from mail_outbox m where m.order_id = o.id and m.template = 'receipt') as mails
    from orders o where principal_id = any(${principals})`
  const charges = await sql<ChargeRow[]>`
    select c.body->'metadata'->>'orderId' as order, c.body->>'payment_intent' as pi, (c.body->>'amount')::int as amount,
      coalesce((select sum((r.body->>'amount')::int)::int from sandbox_objects r where r.type = 'refund'
        and r.body->>'charge' = c.id and r.body->>'status' not in ('failed', 'canceled')), 0) as returned,
      coalesce((select -sum((m->>'amount')::int)::int from sandbox_objects d, jsonb_array_elements(d.body->'balance_transactions') m
        where d.type = 'dispute' and d.body->>'charge' = c.id
        and (d.body->>'status' = 'lost' or d.body->>'status' like 'appeal_%')), 0) as lost,
      exists (select from sandbox_objects m where m.type in ('refund', 'dispute') and m.body->>'charge' = c.id) as "wasAway",
      exists (select from sandbox_objects d where d.type = 'dispute' and d.body->>'charge' = c.id
        and d.body->>'status' in ('needs_response', 'under_review')) as "isDisputed",
      exists (select from sandbox_objects d where d.type = 'dispute' and d.body->>'charge' = c.id
        and not (d.body->>'is_charge_refundable')::boolean)
      or (select count(*) from sandbox_objects r where r.type = 'refund' and r.body->>'charge' = c.id and r.body->>'status' = 'failed') >= 3
        as "isRefundStuck"
    from sandbox_objects c where c.type = 'charge'`
  const legs = await sql<LegRow[]>`
    select order_id as order, transaction, account, amount::int from ledger_entries
    where transaction_kind <> 'fee' and order_id in (select id from orders where principal_id = any(${principals}))`

  const kept: (OrderRow & { money: Money })[] = []
  for (const order of orders) {
    const report = (text: string) => found.push(`${order.kind} ${order.id} (${order.status}): ${text}`)
    const own = charges.filter((charge) => charge.order === order.id)
    if (own.length > 1) report(`was charged ${own.length} times`)
    if (['pending', 'processing', 'failed'].includes(order.status)) report('is still open')
    const entries = Object.entries(
      Object.groupBy(
        legs.filter((leg) => leg.order === order.id),
        ({ transaction }) => transaction,
      ),
    )
    for (const [transaction, of] of entries) if (sum(of) !== 0) report(`the legs of ${transaction} sum to ${sum(of)}`)

    const money = moneyOf(own[0])
    const isGranted = order.receipts > 0
    if (!money) {
      if (isGranted || order.unlock || order.person || order.payment) report('was granted for nothing')
      if (entries.length > 0) report('is in the ledger without money')
      continue
    }
    if (own[0]?.amount !== order.amount) report(`was charged ${own[0]?.amount} instead of ${order.amount}`)
    if (own[0]?.pi !== order.pi) report('was paid by an intent that is not its own')
    if (order.isReadAndReturned) report('its buyer has the contact, and cancelled it for the whole price')
    const isWithPerson = order.alert === 'return-failed' && own[0]?.isRefundStuck
    if (money.state === 'paid' && !isGranted && !isWithPerson) report(`its money was kept without a grant (${order.refusal})`)
    const mustGoBack = order.isOwed || order.isCancelledInTime
    if (money.state === 'paid' && mustGoBack && !isWithPerson) report('its refund was promised and not sent')
    // The order is refused now and its money must be returned, but the provider does not return it: it bought nothing.
    const isLeftOver = isWithPerson && order.refusal !== null
    if (money.state === 'paid' && !isLeftOver) kept.push({ ...order, money })
    if (isLeftOver) {
      if ([order.unlock, order.person].includes('completed')) report('has access, and was refused')
    } else if (isGranted) checkGrant(order, money, report)
    else if (!hasLeft(order) && order.refusal !== 'unlocks.gone' && !isRightlyRefused(order, orders, charges))
      report(`was refused without need (${order.refusal})`)
    checkLedger(order, money, isGranted, legs, report)
  }

  for (const [thing, paid] of Object.entries(Object.groupBy(kept, thingOf))) {
    // All payments of a guest and its account for one target, except one, are flagged for review.
    const isWithTeam = merges.length > 0 && (paid ?? []).filter(({ isAsked }) => !isAsked).length <= 1
    if ((paid?.length ?? 0) > 1 && !isWithTeam)
      found.push(`${thing} was paid ${paid?.length} times: ${paid?.map(({ id }) => id)}`)
  }
  const staying = actors.buyers.filter((buyer) => !buyer.hasLeft)
  for (const project of await sql<{ id: string; isPublished: boolean }[]>`
    select id, is_published as "isPublished" from projects where id = any(${staying.flatMap((buyer) => buyer.projectId ?? [])})`) {
    const isPaid = kept.some(({ target }) => target === project.id)
    if (project.isPublished !== isPaid)
      found.push(`project ${project.id} is ${isPaid ? 'paid and not public' : 'public and not paid'}`)
  }
  // A returned grant (a failed refund, a won dispute) keeps its place, so this counts first grants only.
  const hasReturned = charges.some(({ wasAway }) => wasAway)
  const taken = orders.filter(({ target, unlock }) => target === actors.limited && unlock === 'completed')
  if (!hasReturned && (await isOverLimit(taken.map(({ id }) => id)))) found.push('the weekly limit was passed')

  const [unexpired] = await sql<{ count: number }[]>`
    select count(*)::int as count from meeting_bookings where vc_id = ${actors.host} and status = 'held'`
  if (unexpired?.count) found.push(`${unexpired.count} holds never expired`)
  const [twice] = await sql<{ count: number }[]>`
    select count(*)::int as count from meeting_bookings a join meeting_bookings b on a.id < b.id and a.vc_id = b.vc_id
      and tstzrange(a.meeting_date_time, a.ends_at) && tstzrange(b.meeting_date_time, b.ends_at)
    where a.vc_id = ${actors.host} and a.status in ('confirmed', 'disputed') and b.status in ('confirmed', 'disputed')`
  if (twice?.count) found.push(`${twice.count} calls overlap`)
  const [sending] = await sql<{ count: number }[]>`
    select count(*)::int as count from refund_requests r join orders o on o.id = r.order_id
    where r.status = 'approved' and o.principal_id = any(${principals})`
  if (sending?.count) found.push(`${sending.count} approved refunds were never sent`)
  const kinds = Object.keys(setup.nodes[0].money.jobs)
  const [waiting] = await sql<{ events: number; jobs: string[] | null }[]>`
    select (select count(*)::int from stripe_events where status = 'pending') as events,
      (select array_agg(kind || ' ' || coalesce(last_error, '')) from jobs where done_at is null and kind = any(${kinds})) as jobs`
  if (waiting?.events) found.push(`${waiting.events} events are still pending`)
  // A transfer that the balance does not cover waits, and its job names the reason.
  const left = waiting?.jobs?.filter((job) => !job.includes(UNCOVERED)) ?? []
  if (left.length > 0) found.push(`jobs are still waiting: ${left}`)
  for (const { id, line, status, booked } of await sql<TransferRow[]>`
    select t.id, l.id as line, l.status, coalesce((select sum(amount)::int from ledger_entries e where e.transaction_kind = 'payout' and e.transaction_subject = l.id
        and e.account = l.account), 0) = (t.body->>'amount')::int as booked
    from sandbox_objects t left join payout_lines l on 'payout:' || l.id = t.body->>'transfer_group'
    where t.type = 'transfer'`) {
    if (status !== 'paid' || !booked) found.push(`the transfer ${id} of the line ${line} has left, and the line is ${status}`)
  }
  const [twiceSent] = await sql<{ groups: number }[]>`
    select count(*)::int as groups from (select 1 from sandbox_objects where type = 'transfer'
      group by body->>'transfer_group' having count(*) > 1) twice`
  if (twiceSent?.groups) found.push(`${twiceSent.groups} lines were transferred twice`)
  const [stuck] = await sql<{ count: number }[]>`
    select count(*)::int as count from payout_lines where status = 'sending' and waits_since is null`
  if (stuck?.count) found.push(`${stuck.count} lines never left the sending state`)
  // The ledger checks of the product must detect the same. An order that requires manual review stays recorded.
  const flagged = await sql<{ id: string }[]>`select id from orders where alert_code <> 'paid-back-twice'`
  for (const { rule, find } of bookRules(setup.now)) {
    for (const { subject, detail } of await runRule(setup.database.db, find)) {
      if (!flagged.some(({ id }) => id === subject)) found.push(`${rule}: ${subject} ${detail}`)
    }
  }
  // Before, the balance is read from the provider's own report of our money: no difference may be there without an alert.
  await setup.nodes[0].money.jobs['books.read-balance']?.({})
  for (const { detail } of await sql<{ detail: string }[]>`
    select detail from ledger_violations where rule = 'provider-books' and cleared_at is null`)
    found.push(`provider-books: ${detail}`)
  return found

  function hasLeft({ principal }: OrderRow) {
    return actors.buyers.some((buyer) => buyer.hasLeft && buyer.principalId === principal)
  }

  async function isOverLimit(ids: string[]) {
    const [worst] = await sql<{ most: number }[]>`
      select coalesce(max((select count(*)::int from vc_unlocks b where b.order_id = any(${ids})
        and b.created_at between a.created_at - interval '7 days' and a.created_at)), 0) as most
      from vc_unlocks a where a.order_id = any(${ids})`
    return (worst?.most ?? 0) > WEEKLY_LIMIT
  }
}

type OrderRow = {
  id: string
  principal: string
  kind: string
  target: string
  slot: string | null
  call: string | null
  /** A call whose contact is shared later. */
  isContactDue: boolean
  amount: number
  status: string
  pi: string | null
  refusal: string | null
  alert: string | null
  isOwed: boolean
  isCancelledInTime: boolean
  isReadAndReturned: boolean
  isAsked: boolean
  unlock: string | null
  person: string | null
  payment: string | null
  receipts: number
  mails: number
}
type ChargeRow = {
  order: string
  pi: string
  amount: number
  returned: number
  lost: number
  /** A refund or dispute moved its money, even when it came back. */
  wasAway: boolean
  isDisputed: boolean
  isRefundStuck: boolean
}
type TransferRow = { id: string; line: string | null; status: string | null; booked: boolean }
type LegRow = { order: string; transaction: string; account: string; amount: number }
/** `gone`: what disputes took beyond what was left. */
type Money = { state: 'paid' | 'refunded' | 'disputed' | 'revoked'; left: number; gone: number }
type Say = (text: string) => void

function moneyOf(charge: ChargeRow | undefined): Money | undefined {
  if (!charge) return undefined
  const here = charge.amount - charge.returned - charge.lost
  const [left, gone] = [Math.max(0, here), Math.max(0, -here)]
  if (left === 0) return { state: charge.lost > 0 ? 'revoked' : 'refunded', left, gone }
  return { state: charge.isDisputed ? 'disputed' : 'paid', left, gone }
}

/** Both kinds of contact purchase are one target, and so are both ways to publish a project. */
const thingOf = ({ principal, target, slot }: OrderRow) => `${slot ?? target} for ${principal}`

function checkGrant(order: OrderRow, { state }: Money, report: Say) {
  const grant = order.unlock ?? order.person
  const isGrantOfRow = !order.kind.includes('publish') && !order.kind.includes('visibility')
  const due = order.isContactDue ? null : state === 'paid' ? 'completed' : state
  if (isGrantOfRow && grant !== due) report(`its grant is ${grant}, its money ${state}`)
  // A slot released for a refund stays released while its refund is in progress. A call that a participant cancelled stays
  // cancelled, for every outcome of its payment.
  const isReleased = order.call === 'cancelled' || (order.call === 'refunded' && state !== 'paid')
  if (order.kind === 'meeting' && !isReleased && order.call !== (state === 'paid' ? 'confirmed' : state))
    report(`its call is ${order.call}, its money ${state}`)
  if (order.status !== state) report(`its money is ${state}`)
  if (order.payment !== state) report(`its payment is ${order.payment}, its money ${state}`)
  if (order.receipts !== 1 || order.mails > 1) report(`${order.receipts} receipts, ${order.mails} mails`)
}

/** The buyer already had the target, or another buyer had just taken the last place. */
function isRightlyRefused(order: OrderRow, orders: OrderRow[], charges: ChargeRow[]): boolean {
  const wasPaid = ({ id }: OrderRow) => charges.some((charge) => charge.order === id)
  const others = orders.filter((other) => other.id !== order.id && other.target === order.target && wasPaid(other))
  // An hour that has begun cannot be sold any more, and neither can an hour sold to another buyer.
  if (order.kind === 'meeting') return /too-late|slot-taken|not-offered/.test(order.refusal ?? '')
  if (order.refusal?.includes('limit-reached')) return others.some(({ unlock }) => unlock !== null)
  return /already-/.test(order.refusal ?? '') && others.some(({ principal }) => principal === order.principal)
}

/** The investor's 85 % of the remainder, rounded down, and the rest is platform revenue; what disputes took beyond it is lost. */
function checkLedger(order: OrderRow, { left, gone }: Money, isGranted: boolean, legs: LegRow[], report: Say) {
  const of = (pattern: RegExp) => sum(legs.filter((leg) => leg.order === order.id && pattern.test(leg.account)))
  const share = isGranted && (order.kind.startsWith('vc_') || order.kind === 'meeting') ? Math.floor((left * 85) / 100) : 0
  if (of(/^cash$/) !== left - gone) report(`the ledger has cash of ${of(/^cash$/)} of ${left - gone}`)
  if (of(/^dispute_losses$/) !== gone) report(`the ledger has losses of ${of(/^dispute_losses$/)} instead of ${gone}`)
  if (-of(/_payable:/) !== share) report(`the ledger owes ${-of(/_payable:/)} instead of ${share}`)
  if (-of(/^platform_revenue$/) !== left - share)
    report(`the ledger has revenue of ${-of(/^platform_revenue$/)} instead of ${left - share}`)
}

const sum = (legs: LegRow[] | undefined) => legs?.reduce((total, { amount }) => total + amount, 0) ?? 0
