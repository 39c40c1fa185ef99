import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import { soldListings } from '#server/features/listings/sold-listings.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { MaskedDetails } from '#shared/earnings/payout-details.ts'
import type { OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'

/** The facts that decide when a sale's share can be paid out, for an order `o` and the call `b` that it bought. */
export type SaleRow = {
  order_id: OrderId
  kind: OrderKind
  status: OrderStatus
  paid_at: string
  call_ends_at: string | null
  call_status: string | null
  /** When the investor reported that the buyer did not come. */
  missed_at: string | null
  is_suspect: boolean
  /** A refund is requested, about to be requested, or owed, and neither rejected nor completed. */
  is_refund_asked: boolean
}

/** An admin has rejected the founder's report, or the refund of a cancelled call. */
const isRefused = (since: SQL) => sql`exists (
  select from refund_requests r where r.order_id = o.id and r.status = 'rejected' and r.decided_at >= ${since})`

/**
 * `missed`: the investor was reported as missing, and no admin has decided yet. `kept`: the founder cancelled too late for a
 * refund, so the investor earns the price as if the call had taken place.
 */
const callStatus = sql`case
  when b.no_show_by = 'investor' and not ${isRefused(sql`b.no_show_reported_at`)} then 'missed'
  when b.status = 'cancelled' and b.refund_outcome = 'none' then 'kept'
  when b.status = 'cancelled' and b.refund_outcome = 'asked' and ${isRefused(sql`b.cancelled_at`)} then 'kept'
  when b.status = 'cancelled' and b.refund_outcome is null and b.ended_by = 'founder'
    and b.cancelled_at >= b.meeting_date_time - interval '24 hours' then 'kept'
  else b.status end`

/** A card network suspects fraud, and no admin has dismissed it, or the buyer's bank has opened an inquiry about the payment. */
const isSuspect = sql`(exists (select from fraud_warnings w where w.order_id = o.id and w.dismissed_at is null)
  or exists (select from disputes d where d.order_id = o.id and d.status = 'inquiry'))`

/** A refund is to be decided by an admin, the request is queued, or the refund is promised or was refused by the provider. */
const isRefundAsked = sql`(o.status = 'cancelled' or (o.status = 'paid' and o.owed_back_since is not null) or exists (
    select from refund_requests r where r.order_id = o.id and r.status in ('requested', 'approved', 'failed'))
  or exists (select from jobs j where j.kind = ${ASK_FOR_MONEY} and j.key = o.id and j.done_at is null))`

export const saleColumns = sql`o.id as order_id, o.kind, o.status, o.paid_at,
  ${callStatus} as call_status, b.ends_at as call_ends_at,
  case when b.no_show_by = 'founder' then b.no_show_reported_at end as missed_at, ${isSuspect} as is_suspect,
  ${isRefundAsked} as is_refund_asked`
export const callOfSale = sql`left join meeting_bookings b on b.order_id = o.id`

export type EntryRow = SaleRow & {
  id: string
  transaction: string
  account: string
  amount: string
  /** The amount of the sale that the same transaction moved. */
  gross: string
  created_at: string
  listing: VcId
  /** When the listing replaced the record that was sold. */
  taken_over_at: string | null
  /** When the record's account was last paid out. */
  paid_until: string | null
  name: string | null
  project: string | null
}

/**
 * All ledger changes by sales of a principal's own listings, as the investor's share or a charity's. No index starts
 * with the account's kind: the legs are looked up per order, never among those of all sellers.
 */
export const listEntryRows = (db: Queryable, principalId: PrincipalId) =>
  db.execute<EntryRow>(sql`
    with ${soldListings(principalId)},
    taken_over as materialized (
      select sold.vc_id, v.replaced_at as at, (select max(p.created_at) from ledger_entries p
        where p.account_kind = 'investor_payable' and p.account_owner = sold.vc_id and p.order_id is null and p.transaction_kind = 'payout') as paid_until
      from sold join vcs v on v.id = sold.listing where sold.vc_id <> sold.listing)
    select l.id, l.transaction, l.account, -l.amount as amount, l.created_at, sold.listing, ${saleColumns},
      taken_over.at as taken_over_at, taken_over.paid_until,
      coalesce((select abs(sum(c.amount)) from ledger_entries c where c.order_id = l.order_id
        and c.transaction = l.transaction and c.account in ('cash', 'dispute_losses', 'tax_payable')), 0) as gross,
      case when sold.is_shown then coalesce(nullif(trim(b.founder_name), ''), nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')) end as name,
      case when sold.is_shown then coalesce(nullif(trim(b.founder_company), ''), published.project_name) end as project
    from ledger_entries l
    join orders o on o.id = l.order_id and o.target_type in ('platform', 'airtable')
    join sold on sold.vc_id = o.target_id
    left join taken_over on taken_over.vc_id = sold.vc_id
    ${callOfSale}
    left join principals buyer on buyer.id = o.principal_id
    left join users u on u.id = buyer.user_id
    left join lateral (
      select nullif(trim(company_name), '') as project_name from projects
      where projects.user_id = u.id and is_published order by published_at desc nulls last limit 1
    ) published on true
    where l.amount <> 0 and l.account_kind in ('investor_payable', 'charity_payable')
    order by l.id`)

export type PayoutRow = {
  id: string
  listing: VcId
  amount: string
  status: 'open' | 'sending' | 'paid'
  created_at: string
  paid_at: string | null
  reference: string | null
  paid_to: MaskedDetails | null
}

/**
 * Payouts to a principal's own listings, completed or pending. Payouts to an earlier claimant of a record also reduce its
 * account, without the transfer's reference; a line that is still open for that claimant will not be paid.
 */
export const listPayoutRows = (db: Queryable, principalId: PrincipalId) =>
  db.execute<PayoutRow>(sql`
    with ${soldListings(principalId)}
    select line.id, sold.listing, line.amount, line.status, line.created_at, line.paid_at,
      case when not is_own then null when line.destination is null then batch.reference else line.transfer_id end as reference,
      case when is_own then line.paid_to end as paid_to
    from payout_lines line
    join payout_batches batch on batch.id = line.batch_id
    join sold on line.account_kind = 'investor_payable' and line.account_owner = sold.vc_id
    cross join lateral (select exists (select from principals p where p.id = ${principalId} and p.user_id = line.user_id) as is_own) whose
    where line.status = 'paid' or (is_own and line.status in ('open', 'sending'))
    order by line.id`)
