import { sql } from 'drizzle-orm'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Transaction } from '#server/database/client.ts'
import { REPLY_DAYS } from '#shared/replies/contract.ts'

const STATS_WAIT_MS = 60_000

/** Investors with fewer requests are not ranked. */
const LEADERBOARD_MINIMUM = 10

/** Investors with fewer replies have no rate. */
const REPLIES_MINIMUM = 3
const REPLIES_WINDOW_DAYS = 180

const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * 24 * 60 * 60 * 1000)

/** Concurrent refreshes on several nodes are serialised: each counts again. */
export const lockStats = (tx: Transaction) => lockOverNodes(tx, 'stats', STATS_WAIT_MS)

/**
 * Requests since an instant, counted as people: repeated requests of one person count once. An unlock counts when it is paid,
 * because opening the card form records a request too. An introduction counts for people with a paid order or a verified address.
 * Demo requests are recognised by the id prefix of their seed.
 */
const counted = (since: Date) => sql`
  demand as (
    select r.vc_id, r.principal_id, r.tags from vc_requests r join principals p on p.id = r.principal_id
    where r.created_at > ${since.toISOString()}
      and (r.id like 'req\\_demo\\_%'
        or exists (select from orders where orders.principal_id = p.id and orders.status = 'paid'
          and (r.request_type = 'intro' or (orders.target_id = r.vc_id and orders.target_type in ('platform', 'airtable'))))
        or (r.request_type = 'intro'
          and exists (select from users where users.id = p.user_id and users.email_verified_at is not null)))
      and (exists (select from directory_investors d where d.id = r.vc_id and d.unlisted_at is null)
        or exists (select from vcs where vcs.id = r.vc_id and vcs.is_verified and vcs.is_active))),
  totals as (select vc_id, count(distinct principal_id)::int as total from demand group by vc_id),
  tags as (
    select distinct on (vc_id) vc_id, tag from demand, unnest(tags) as tag
    group by vc_id, tag order by vc_id, count(distinct principal_id) desc, tag),
  places as (select vc_id, rank() over (order by total desc)::int as place from totals where total >= ${LEADERBOARD_MINIMUM})`

/**
 * Purchases since an instant, and the replies to them. A purchase counts once it is replied to, or once the days for a reply are
 * over. A returned purchase does not count. An investor with fewer replies than the minimum has no row.
 */
const replied = (since: Date, now: Date) => sql`
  purchases as (
    select r.vc_id, r.replied_at, bought.paid_at from vc_requests r
    join lateral (
      select paid_at from orders where orders.principal_id = r.principal_id and target_id = r.vc_id
        and kind in ('vc_unlock', 'vc_contact') and status in ('paid', 'disputed') and paid_at is not null
      order by orders.created_at desc limit 1
    ) bought on true
    where r.request_type = 'unlock' and bought.paid_at > ${since.toISOString()}
      and (r.replied_at is not null or bought.paid_at < ${daysBefore(now, REPLY_DAYS).toISOString()})),
  replies as (
    select vc_id, (100 * count(replied_at) / count(*))::int as rate,
      round(extract(epoch from percentile_cont(0.5) within group (order by replied_at - paid_at)
        filter (where replied_at is not null)) / 3600)::int as hours
    from purchases group by vc_id having count(replied_at) >= ${REPLIES_MINIMUM})`

/** Writes only changed rows: each written row is sent to every device. `since`: from when on requests are counted as demand. */
export async function writeStats(tx: Transaction, since: Date, now: Date) {
  const all = sql`with ${counted(since)}, ${replied(daysBefore(now, REPLIES_WINDOW_DAYS), now)}`
  await tx.execute(sql`
    ${all}
    insert into investor_stats as s (id, total_requests, top_tag, rank, reply_rate, reply_hours)
    select vc_id, coalesce(total, 0), coalesce(tag, 'N/A'), place, rate, hours
    from totals full join replies using (vc_id) left join tags using (vc_id) left join places using (vc_id)
    on conflict (id) do update set total_requests = excluded.total_requests, top_tag = excluded.top_tag, rank = excluded.rank,
      reply_rate = excluded.reply_rate, reply_hours = excluded.reply_hours
    where (s.total_requests, s.top_tag, s.rank, s.reply_rate, s.reply_hours) is distinct from
      (excluded.total_requests, excluded.top_tag, excluded.rank, excluded.reply_rate, excluded.reply_hours)`)
  await tx.execute(sql`
    ${all} delete from investor_stats where id not in (select vc_id from totals) and id not in (select vc_id from replies)`)
}
