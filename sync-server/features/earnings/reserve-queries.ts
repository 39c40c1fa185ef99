import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import { KNOWN_TIMES, NEW_INVESTOR_DAYS, RESERVE_DAYS, RESERVE_FROM } from '#shared/earnings/maturity.ts'
import type { OrderId, UserId } from '#shared/ids.ts'

/** Only sales that are still within the longer waiting period are reserved. */
const isRecent = sql`o.paid_at > now() - make_interval(days => ${RESERVE_DAYS + 1})`

/** Includes the preceding days without refunded sales; window frames include their bounds, and this one must not. */
const sumOfMonth = sql`coalesce(sum(o.amount) filter (where o.status <> 'refunded') over (partition by t.user_id order by o.paid_at
  range between make_interval(days => ${RESERVE_DAYS}) - interval '1 millisecond' preceding and current row), 0)`

/**
 * What an account had sold long before a sale and has kept since: neither refunded nor lost in a dispute. Retained revenue is the
 * measure of an investor's history, because time and a sale of 50 cents cost nothing.
 */
const soldLongBefore = sql`coalesce(sum(o.amount) filter (where o.status = 'paid') over (partition by t.user_id order by o.paid_at
  range between unbounded preceding and make_interval(days => ${NEW_INVESTOR_DAYS}) preceding), 0)`

/**
 * Sales with a longer waiting period, by seller: large sums per month of a listing that is new or far above the account's
 * history, and sales that may be the investor's own. A stolen card is revealed by a dispute, which takes weeks.
 *
 * `targets` contains what an account sells: each of its listings, the records that they replaced, and
 * those that were merged into these. A buyer may be the investor
 * when a purchase has the same card or verified mailbox as a purchase of the investor, including purchases that were claimed with
 * an address. An address that was only typed decides nothing: any buyer could delay a sale with it. Every sale is read once for
 * each of the two conditions, and never per other sale.
 *
 * @param sellers  a query for the ids of accounts
 */
const reserved = (sellers: SQL): SQL => sql`
  with targets as materialized (
    select sold.user_id, sold.id, max(sold.created_at) as since from (
      select v.user_id, v.id, v.created_at from vcs v where v.user_id in (${sellers})
      union all select v.user_id, v.replaces_id, v.created_at from vcs v where v.user_id in (${sellers}) and v.replaced_at is not null
      union all select v.user_id, d.id, v.created_at from vcs v join directory_investors d on d.merged_into = v.replaces_id
        where v.user_id in (${sellers}) and v.replaced_at is not null
    ) sold group by sold.user_id, sold.id),
  sales as materialized (
    select t.user_id, t.since, o.id, o.paid_at, ${isRecent} as is_recent, ${sumOfMonth} as month,
      ${soldLongBefore} as known
    from targets t join orders o on o.target_id = t.id where o.paid_at is not null and o.refusal is null),
  own_marks as materialized (
    select distinct p.user_id, m.mark from principals p
    join orders bought on bought.principal_id = p.id join buyer_marks m on m.order_id = bought.id where p.user_id in (${sellers}))
  select s.user_id, s.id as order_id from sales s where s.is_recent and s.month >= ${RESERVE_FROM}
    and (s.paid_at < make_interval(days => ${NEW_INVESTOR_DAYS}) + s.since or s.month > ${KNOWN_TIMES}::int * s.known)
  union select t.user_id, o.id from own_marks own join buyer_marks m on m.mark = own.mark
    join orders o on o.id = m.order_id join targets t on t.id = o.target_id and t.user_id = own.user_id where ${isRecent}`

/** For one account, by order; `sellers` is a query for its id. */
export async function listReservedOf(db: Queryable, sellers: SQL): Promise<Set<OrderId>> {
  const rows = await db.execute<{ order_id: OrderId }>(reserved(sellers))
  return new Set(rows.map(({ order_id }) => order_id))
}

/** For all accounts. @returns a predicate that tells whether a sale of a seller is reserved */
export async function listReserved(db: Queryable): Promise<(seller: UserId | null, order: OrderId) => boolean> {
  const rows = await db.execute<{ user_id: UserId; order_id: OrderId }>(reserved(sql`select user_id from vcs`))
  const keys = new Set(rows.map(({ user_id, order_id }) => `${user_id} ${order_id}`))
  return (seller, order) => keys.has(`${seller} ${order}`)
}
