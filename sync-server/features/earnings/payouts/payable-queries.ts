import { sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { callOfSale, type SaleRow, saleColumns } from '#server/features/earnings/entry-queries.ts'
import { isResponsibleFor, isWithheld, withheldSince } from '#server/features/listings/sold-listings.ts'
import { isLiveInstallation } from '#server/installation.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import type { AccountKey } from '#shared/ledger/account.ts'

/** Serialises the creation, payment and check of payouts: the payable amounts must not change in between. */
export async function lockPayouts(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('latchkey-payouts', 0))`)
}

/**
 * The account responsible for what an order `o` sold, and the time since which its earnings are withheld. Deleting the account,
 * which also removes the badge, neither withholds nor releases anything.
 */
const seller = sql`left join lateral (
    select v.user_id, case when v.id <> o.target_id then v.replaced_at end as taken_over_at,
      ${isWithheld(sql`o.target_id`)} as is_revoked, ${withheldSince(sql`o.target_id`)} as revoked_at
    from vcs v where ${isResponsibleFor(sql`o.target_id`)} limit 1
  ) seller on true`

export type ShareRow = SaleRow & {
  account: AccountKey
  amount: string
  seller_id: UserId | null
  /** When the seller took over the record that was sold. */
  taken_over_at: string | null
  is_revoked: boolean
  /** For a charity: the last payout of the account before the listing was revoked. */
  paid_before: string | null
}

/** The share of each account in each sale, and its seller. Payments made with keys of another mode have no share. */
export const listShares = (db: Queryable) =>
  db.execute<ShareRow>(sql`
    with shares as materialized (
      select account, order_id, -sum(amount) as amount from ledger_entries
      where order_id is not null and account_kind in ('investor_payable', 'charity_payable')
      group by account, order_id having sum(amount) <> 0),
    payouts as materialized (
      select account, created_at from ledger_entries where order_id is null and transaction_kind = 'payout' and account_kind = 'charity_payable')
    select l.account, l.amount, seller.user_id as seller_id, seller.taken_over_at, coalesce(seller.is_revoked, false) as is_revoked,
      case when seller.is_revoked then (
        select max(p.created_at) from payouts p where p.account = l.account and p.created_at < seller.revoked_at) end as paid_before,
      ${saleColumns}
    from shares l join orders o on o.id = l.order_id ${callOfSale} ${seller}
    where o.livemode = ${isLiveInstallation}`)

/**
 * Per account the amount paid, the time of the last payout, and the amount reserved by the open batch or being sent. `last_at`
 * covers both.
 */
export const listTaken = (db: Queryable) =>
  db.execute<{ account: AccountKey; paid: string; set_aside: string; last_at: string | null; last_paid_at: string | null }>(sql`
    select account, sum(paid) as paid, sum(set_aside) as set_aside, max(at) as last_at, max(at) filter (where paid > 0) as last_paid_at from (
      select account, amount as paid, 0 as set_aside, created_at as at from ledger_entries
        where order_id is null and transaction_kind = 'payout' and account_kind in ('investor_payable', 'charity_payable')
      union all select account, 0, amount, created_at from payout_lines where status in ('open', 'sending')
    ) taken group by account`)

export type PayeeRow = {
  account: AccountKey
  name: string
  vc_id: VcId
  user_id: UserId | null
  email: string | null
  is_revoked: boolean
}

/**
 * The owners of investor accounts. There is none where a record was never taken over or an account was erased: the row that an
 * erased account leaves is marked as revoked, and no line prepared earlier is covered.
 */
export const listPayees = (db: Queryable) =>
  db.execute<PayeeRow>(sql`
    select distinct on (seller.id) seller.account, seller.id as vc_id,
      coalesce(nullif(v.partner_name, ''), nullif(v.fund_name, ''), d.name, 'A former record') as name, v.user_id, u.email,
      coalesce(${isWithheld(sql`seller.id`)} or v.review_status = 'revoked', false) as is_revoked
    from (select distinct account, account_owner as id from ledger_entries where account_kind = 'investor_payable') seller
    left join vcs v on ${isResponsibleFor(sql`seller.id`)}
    left join directory_investors d on d.id = seller.id
    left join users u on u.id = v.user_id
    order by seller.id, v.user_id nulls last`)
