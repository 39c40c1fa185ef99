import { type SQL, sql } from 'drizzle-orm'
import { rightsEndOf } from '#server/buyer-rights.ts'
import { isResponsibleFor, withheldSince } from '#server/features/listings/sold-listings.ts'
import { isLiveInstallation } from '#server/installation.ts'
import { INVESTOR_SHARE_PERCENT } from '#shared/earnings/share.ts'
import type { AccountKind } from '#shared/ledger/account.ts'

/** Ledger invariants that hold between any two transactions; each query finds violations. */
export type LedgerInvariant = { rule: string; find: SQL }

const minutes = (now: Date, count: number) => sql`${new Date(now.getTime() - count * 60_000).toISOString()}::timestamptz`

const HOUR = 60
const DAY = 24 * HOUR
/** Minutes of grace: the reconciler runs every five minutes and may be busy. */
const GRACE = 20

/** A payment arrived and was not refunded immediately: the purchase was delivered. */
const isDelivered = sql`o.paid_at is not null and o.refusal is null`

const sumOf = (...accounts: AccountKind[]) => sql`(select coalesce(sum(l.amount), 0) from ledger_entries l
  where l.order_id = o.id and l.account_kind in ${accounts} and l.transaction_kind <> 'fee')`

/** The ledger's cash of an order `o`, without card fees. */
const cashOf = sumOf('cash')

/** The losses by disputes of an order, beyond its remaining cash. */
const lossesOf = sumOf('dispute_losses')

/** The ledger balance of an order's sale: cash, without the losses beyond it. */
const saleOf = sumOf('cash', 'dispute_losses')

/** The same without disputes. */
const cashWithoutDisputes = sql`(select coalesce(sum(l.amount), 0) from ledger_entries l
  where l.order_id = o.id and l.account_kind = 'cash' and l.transaction_kind in ('capture', 'refund'))`

/** The amount that disputes of `o` have taken permanently. */
const taken = sql`(select coalesce(sum(d.taken), 0) from disputes d where d.order_id = o.id)`

/** The expected loss beyond the remaining cash. */
const dueLosses = sql`greatest(0, ${taken} - greatest(0, ${cashWithoutDisputes}))`

/**
 * Payouts before this time may follow the rule of earlier releases: 7 times 24 hours after the sale, and for a call at its end.
 */
const RIGHTS_SINCE = '2026-12-02T00:00:00Z'

/** Whether the share of an order `o`, with its call `b`, had matured at the time of `payout`. */
const hadMatured = sql`(${rightsEndOf} <= payout.created_at or (payout.created_at < ${RIGHTS_SINCE}::timestamptz
  and o.paid_at <= payout.created_at - interval '7 days' and (o.kind <> 'meeting' or b.ends_at <= payout.created_at)))`

/** The listing whose sales a payout line `p` pays, and the time since which they are withheld. */
const accountOf = sql`p.account_owner`
const withheldOf = withheldSince(accountOf)

/** The tax in the amount of an order `o`. */
const taxOf = sql`coalesce((o.snapshot -> 'tax' ->> 'amount')::bigint, 0)`

/** Each query returns rows of `subject` and `detail`. */
export const bookRules = (now: Date): LedgerInvariant[] => [
  {
    rule: 'legs-balance',
    find: sql`select coalesce(order_id || ' ', '') || transaction as subject, 'sums to ' || sum(amount) || ' cents' as detail
      from ledger_entries group by order_id, transaction having sum(amount) <> 0`,
  },
  {
    rule: 'share',
    find: sql`select o.id as subject, 'the payee got ' || -l.amount || ' of ' || o.amount || ' cents' as detail
      from ledger_entries l join orders o on o.id = l.order_id
      where l.transaction_kind = 'capture' and l.account_kind in ('investor_payable', 'charity_payable')
        and -l.amount <> floor((o.amount - ${taxOf}) * ${INVESTOR_SHARE_PERCENT}::int / 100.0)`,
  },
  {
    // What the rest of a sale contains of the tax that was paid.
    rule: 'tax',
    find: sql`select o.id as subject, 'owes ' || -coalesce(sum(l.amount), 0) || ' cents of tax for a rest of ' || ${saleOf} || ' of ' || o.amount as detail
      from orders o left join ledger_entries l on l.order_id = o.id and l.account_kind = 'tax_payable'
      where o.paid_at is not null and (${taxOf} > 0 or l.id is not null)
      group by o.id having -coalesce(sum(l.amount), 0) <> floor(${taxOf} * ${saleOf} / o.amount::numeric + 0.5)`,
  },
  {
    rule: 'capture',
    find: sql`select o.id as subject, 'paid ' || o.amount || ', booked ' || coalesce(sum(l.amount), 0) || ' cents' as detail
      from orders o left join ledger_entries l on l.order_id = o.id and l.transaction_kind = 'capture' and l.account_kind = 'cash'
      where o.paid_at is not null group by o.id having coalesce(sum(l.amount), 0) <> o.amount`,
  },
  {
    rule: 'refunds-within-paid',
    // What a dispute takes beyond that is not a refund but a loss.
    find: sql`select order_id as subject, 'the sale sums to ' || sum(amount) || ' cents' as detail
      from ledger_entries where order_id is not null and account_kind in ('cash', 'dispute_losses') and transaction_kind <> 'fee'
      group by order_id having sum(amount) < 0`,
  },
  {
    rule: 'returned',
    find: sql`select o.id as subject, 'is ' || o.status || ', and ' || ${saleOf} || ' cents are not returned' as detail
      from orders o where o.status in ('refunded', 'revoked') and ${saleOf} <> 0`,
  },
  {
    // Received and not posted, or posted and not received: also a dispute that was won after it was lost.
    rule: 'paid-cash',
    find: sql`select o.id as subject, 'has ' || ${cashOf} || ' cents in the ledger instead of ' || (${cashWithoutDisputes} - ${taken}) as detail
      from orders o where o.paid_at is not null and ${cashOf} <> ${cashWithoutDisputes} - ${taken}`,
  },
  {
    // The payee carries a part of a sale's loss: the rest must not be taken from the payee, nor must a part of the sale be posted
    // as a loss.
    rule: 'dispute-losses',
    find: sql`select o.id as subject, 'has lost ' || ${lossesOf} || ' cents in the ledger instead of ' || ${dueLosses} as detail
      from orders o where o.paid_at is not null and ${lossesOf} <> ${dueLosses}`,
  },
  {
    // A payment without an order that arrived and was refunded: a dispute of such a payment takes it a second time. The balance
    // is read once a day: a charge may be posted by one read and its refund by the next.
    rule: 'returned-payments',
    find: sql`select 'returned_payments' as subject, 'returned second payments sum to ' || sum(amount) || ' cents' as detail
      from ledger_entries where account_kind = 'returned_payments' and currency = 'usd'
      having sum(amount) <> 0 and sum(amount) filter (where created_at < ${minutes(now, DAY + HOUR)}) <> 0`,
  },
  {
    // A release that did not store the mode could start with test keys first and live keys later. No batch pays such a share.
    rule: 'paid-mode',
    find: sql`select o.id as subject, 'was paid with ' || case when o.livemode then 'live' else 'test' end || ' keys' as detail
      from orders o where o.paid_at is not null and o.livemode <> ${isLiveInstallation}`,
  },
  {
    rule: 'booked-unpaid',
    find: sql`select o.id as subject, 'is ' || o.status || ' and not paid, and has ' || ${cashOf} || ' cents in the ledger' as detail
      from orders o where o.paid_at is null and exists (select from ledger_entries l where l.order_id = o.id)`,
  },
  {
    // Undeliverable, or with a promised refund, and neither being refunded nor in dispute. A refund that the card refuses is
    // found here as well.
    rule: 'held-without-reason',
    find: sql`select o.id as subject, ${cashOf} || ' cents to refund since ' || coalesce(o.owed_back_since, o.updated_at) as detail
      from orders o where ${cashOf} > 0 and (
        (o.refusal is not null and o.status = 'cancelled' and (o.alert_code = 'return-failed' or o.updated_at < ${minutes(now, HOUR)}))
        or (o.owed_back_since < ${minutes(now, HOUR)} and o.status = 'paid'))`,
  },
  {
    rule: 'refund-unsent',
    find: sql`select r.id as subject, 'is approved since ' || r.decided_at || ' and not sent' as detail
      from refund_requests r join orders o on o.id = r.order_id
      where r.status = 'approved' and o.status in ('paid', 'cancelled') and r.decided_at < ${minutes(now, DAY)}`,
  },
  {
    // A share is withheld while a decision is open. A decided request or a closed dispute withholds nothing.
    rule: 'dispute-status',
    find: sql`select o.id as subject, 'is ' || o.status || ', and ' || case when o.status = 'disputed'
        then 'no dispute is open' else 'a dispute is open' end as detail
      from orders o where o.paid_at is not null and ${cashOf} > 0 and (o.status = 'disputed') <> exists (
        select from disputes d where d.order_id = o.id and d.status = 'open')`,
  },
  {
    rule: 'payout-waiting',
    // For lack of balance, or because its job has stopped: the amount is reserved and reaches no payee.
    find: sql`select p.id as subject, 'a payout of ' || p.amount || ' cents is not sent since ' || coalesce(p.waits_since, batch.closed_at) as detail
      from payout_lines p join payout_batches batch on batch.id = p.batch_id
      where p.status = 'sending' and coalesce(p.waits_since, batch.closed_at) < ${minutes(now, DAY)}`,
  },
  {
    rule: 'receipt',
    find: sql`select o.id as subject, concat_ws(' and ', case when p.id is null then 'no payment' end, case when r.order_id is null then 'no receipt' end) as detail
      from orders o left join payments p on p.order_id = o.id left join receipts r on r.order_id = o.id
      where ${isDelivered} and (p.id is null or r.order_id is null)`,
  },
  {
    // Purchases of before the first document get theirs by a job.
    rule: 'document-missing',
    find: sql`select l.order_id as subject, l.transaction || ' has no invoice or credit note' as detail
      from ledger_entries l join receipts r on r.order_id = l.order_id join orders o on o.id = l.order_id
      where l.transaction_kind in ('capture', 'refund', 'dispute') and l.account_kind in ('cash', 'dispute_losses')
        and o.livemode = ${isLiveInstallation} and coalesce(l.posted_at, l.created_at) >= (select min(issued_at) from documents)
        and not exists (select from documents d where d.order_id = l.order_id and d.cause = l.transaction)
      group by l.order_id, l.transaction having sum(l.amount) <> 0 and max(coalesce(l.posted_at, l.created_at)) < ${minutes(now, DAY)}`,
  },
  {
    // A correction is a credit note and an invoice of one amount.
    rule: 'document-amount',
    find: sql`select d.order_id as subject, d.cause || ' is documented with ' || sum(d.amount) || ' cents' as detail
      from (select order_id, cause, (content ->> 'amount')::bigint * case kind when 'invoice' then 1 else -1 end as amount from documents) d
      group by d.order_id, d.cause having sum(d.amount) <> (select coalesce(sum(l.amount), 0) from ledger_entries l
        where l.order_id = d.order_id and l.transaction = d.cause and l.account_kind in ('cash', 'dispute_losses'))`,
  },
  {
    rule: 'document-numbers',
    find: sql`select c.kind || ' ' || c.year as subject, 'the last number is ' || c.last || ', and there are ' || count(d.number) || ' documents' as detail
      from document_counters c left join documents d on d.kind = c.kind and d.year = c.year and d.sequence <= c.last
      group by c.kind, c.year having count(d.number) <> c.last - c.lost`,
  },
  {
    rule: 'grant',
    find: sql`select o.id as subject, 'paid and not delivered' as detail from orders o
      where o.status = 'paid' and ${isDelivered} and case
        when o.kind in ('vc_unlock', 'vc_contact') then not exists (select from vc_unlocks g where g.order_id = o.id)
        when o.kind = 'decision_maker' then not exists (select from decision_maker_unlocks g where g.order_id = o.id)
        when o.kind = 'meeting' then not exists (select from meeting_bookings g where g.order_id = o.id)
        else false end`,
  },
  {
    rule: 'grant-unpaid',
    find: sql`select o.id as subject, 'is ' || o.status || ', and its purchase is still active' as detail
      from orders o join (
        select order_id from vc_unlocks where status = 'completed'
        union select order_id from decision_maker_unlocks where status = 'completed'
        union select order_id from meeting_bookings where status = 'confirmed'
      ) g on g.order_id = o.id where o.status <> 'paid'`,
  },
  {
    rule: 'payout-legs',
    find: sql`select p.id as subject, 'a line of ' || p.amount || ' cents that is ' || p.status || ' has ' || coalesce(sum(l.amount), 0) || ' in the ledger' as detail
      from payout_lines p left join ledger_entries l on l.order_id is null and l.transaction_kind = 'payout' and l.transaction_subject = p.id and l.account = p.account
      group by p.id having coalesce(sum(l.amount), 0) <> case p.status when 'paid' then p.amount else 0 end`,
  },
  {
    rule: 'payout-payee',
    // Prepared for a payee who is no longer the owner of the account, or sent to them after another account had taken the record
    // over. A later claimant who was paid, and revoked since, was the owner of the record at that time.
    find: sql`select p.id as subject, 'a line of ' || p.amount || ' cents that is ' || p.status || ' is for another user than the owner of ' || p.account as detail
      from payout_lines p join payout_batches batch on batch.id = p.batch_id
      left join vcs v on ${isResponsibleFor(accountOf)}
      where p.account_kind = 'investor_payable' and ((p.status in ('open', 'sending') and v.user_id is distinct from p.user_id)
        or (p.status = 'paid' and v.user_id <> p.user_id and v.replaced_at < batch.closed_at and not exists (
          select from vcs theirs where theirs.user_id = p.user_id and theirs.replaces_id = v.replaces_id and theirs.replaced_at > v.replaced_at)))`,
  },
  {
    // Paid after an admin had revoked the listing or its claim, and before it was approved again. A revocation may happen in
    // between.
    rule: 'payout-withheld',
    find: sql`select p.id as subject, 'a line of ' || p.amount || ' cents was paid, and ' || p.account || ' is withheld since ' || ${withheldOf} as detail
      from payout_lines p join payout_batches batch on batch.id = p.batch_id join vcs v on ${isResponsibleFor(accountOf)}
      where p.account_kind = 'investor_payable' and p.status = 'paid' and batch.closed_at > ${withheldOf} + interval '${sql.raw(String(GRACE))} minutes'`,
  },
  {
    rule: 'payouts-within-matured',
    // Evaluated at the time of each payout: a later refund makes the balance negative, which is no violation.
    find: sql`select payout.transaction as subject, 'paid ' || paid.total || ' of ' || earned.total || ' matured cents' as detail
      from ledger_entries payout
      join lateral (select coalesce(sum(amount), 0) as total from ledger_entries
        where order_id is null and account = payout.account and transaction_kind = 'payout' and created_at <= payout.created_at) paid on true
      join lateral (select coalesce(-sum(l.amount), 0) as total from ledger_entries l join orders o on o.id = l.order_id
          left join meeting_bookings b on b.order_id = o.id
        where l.account = payout.account and ${hadMatured}
          and (l.amount < 0 or l.created_at <= payout.created_at)) earned on true
      where payout.order_id is null and payout.transaction_kind = 'payout' and payout.account_kind in ('investor_payable', 'charity_payable') and paid.total > earned.total`,
  },
  {
    rule: 'overlapping-calls',
    // A record and the listing that replaced it are one person, unless an admin has revoked that claim.
    find: sql`with taken as (
        select c.id, record_of(coalesce(v.replaces_id, c.vc_id)) as person, tstzrange(c.meeting_date_time, c.ends_at) as span
        from meeting_bookings c left join vcs v on v.id = c.vc_id and v.replaced_at is not null and v.claim_revoked_at is null
        where c.status in ('held', 'confirmed'))
      select a.id as subject, 'overlaps ' || b.id as detail
      from taken a join taken b on a.person = b.person and a.id < b.id and a.span && b.span`,
  },
  {
    rule: 'hold-past-due',
    find: sql`select id as subject, 'is held since ' || created_at as detail
      from meeting_bookings where status = 'held' and held_until < ${minutes(now, GRACE)}`,
  },
  {
    rule: 'order-undecided',
    find: sql`select id as subject, 'is ' || status || ' since ' || created_at as detail
      from orders where status in ('pending', 'processing', 'failed') and created_at < ${minutes(now, DAY + GRACE)}`,
  },
  {
    rule: 'event-unprocessed',
    find: sql`select event_id as subject, type || ' waits since ' || created_at as detail
      from stripe_events where status = 'pending' and created_at < ${minutes(now, DAY)}`,
  },
]
