import { sql } from 'drizzle-orm'
import { rightsEndOf } from '#server/buyer-rights.ts'
import type { Transaction } from '#server/database/client.ts'
import type { OrderId } from '#shared/ids.ts'

const isOf = (targets: string[]) => sql`o.target_id in (select jsonb_array_elements_text(${JSON.stringify(targets)}::jsonb))`

/** Orders for these targets that can still be paid. */
export const listUnpaidSales = (tx: Transaction, targets: string[]) =>
  tx.execute<{ id: OrderId }>(
    sql`select o.id from orders o where ${isOf(targets)} and o.status in ('pending', 'processing', 'failed') order by o.id`,
  )

/**
 * Sales of these targets that can still be complained about, except calls. `is_paid_out`: the seller's account no longer contains
 * the share, because it was paid out after the sale. The latest sales are covered first.
 */
export const listRecentSales = (tx: Transaction, targets: string[], now: Date) =>
  tx.execute<{ id: OrderId; is_paid_out: boolean }>(sql`
    with recent as (
      select o.id, o.paid_at, sold.account, sold.share
      from orders o left join meeting_bookings b on b.order_id = o.id
      left join lateral (select account, -sum(amount) as share from ledger_entries l where l.order_id = o.id
        and l.account_kind in ('investor_payable', 'charity_payable') group by account) sold on true
      where ${isOf(targets)} and o.kind <> 'meeting' and o.status = 'paid' and ${rightsEndOf} > ${now.toISOString()}::timestamptz
    ), covered as (
      select recent.*, sum(share) over (partition by account order by paid_at desc, id) as needed,
        (select -sum(l.amount) from ledger_entries l where l.account = recent.account) as balance from recent
    )
    select id, coalesce(needed > balance and exists (select from ledger_entries l where l.account = covered.account
      and l.order_id is null and l.transaction_kind = 'payout' and l.created_at >= covered.paid_at), false) as is_paid_out
    from covered order by id`)
