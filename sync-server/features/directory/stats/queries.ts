import { sql } from 'drizzle-orm'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Transaction } from '#server/database/client.ts'

const STATS_WAIT_MS = 60_000

/** Investors with fewer requests are not ranked. */
const LEADERBOARD_MINIMUM = 10

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

/** Writes only changed rows: each written row is sent to every device. */
export async function writeStats(tx: Transaction, since: Date) {
  await tx.execute(sql`
    with ${counted(since)}
    insert into investor_stats as s (id, total_requests, top_tag, rank)
    select totals.vc_id, total, coalesce(tag, 'N/A'), place from totals left join tags using (vc_id) left join places using (vc_id)
    on conflict (id) do update set total_requests = excluded.total_requests, top_tag = excluded.top_tag, rank = excluded.rank
    where (s.total_requests, s.top_tag, s.rank) is distinct from (excluded.total_requests, excluded.top_tag, excluded.rank)`)
  await tx.execute(sql`
    with ${counted(since)} delete from investor_stats where id not in (select vc_id from totals)`)
}
