import { type SQL, sql } from 'drizzle-orm'
import { lockOverNodes } from '#server/database/advisory-lock.ts'
import type { Transaction } from '#server/database/client.ts'
import { holdsClaim, isResponsibleFor, recordOf } from '#server/features/listings/sold-listings.ts'
import { RATINGS_MINIMUM } from '#shared/ratings/rules.ts'
import { REPLY_DAYS } from '#shared/replies/reply-days.ts'

const STATS_WAIT_MS = 60_000

/** Investors with fewer requests are not ranked. */
const LEADERBOARD_MINIMUM = 10

/** Investors with fewer replies have no rate. */
const REPLIES_MINIMUM = 3
const REPLIES_WINDOW_DAYS = 180

const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * 24 * 60 * 60 * 1000)

/** Concurrent refreshes on several nodes are serialised: each counts again. */
export const lockStats = (tx: Transaction) => lockOverNodes(tx, 'stats', STATS_WAIT_MS)

const isListed = (id: SQL) => sql`(exists (select from directory_investors d where d.id = ${id} and d.unlisted_at is null)
  or exists (select from vcs where vcs.id = ${id} and vcs.is_verified and vcs.is_active))`

/** Requests for a record that was merged count for the one that stays. */
const askedAs = sql`left join directory_investors merged on merged.id = r.vc_id
    cross join lateral (select coalesce(merged.merged_into, r.vc_id) as vc_id) asked`

/**
 * Requests since an instant, counted as people: repeated requests of one person count once. An unlock counts when it is paid,
 * because opening the card form records a request too. An introduction counts for people with a paid order or a verified address.
 * Demo requests are recognised by the id prefix of their seed.
 */
const counted = (since: Date) => sql`
  demand as (
    select asked.vc_id, r.principal_id, r.tags from vc_requests r join principals p on p.id = r.principal_id ${askedAs}
    where r.created_at > ${since.toISOString()}
      and (r.id like 'req\\_demo\\_%'
        or exists (select from orders where orders.principal_id = p.id and orders.status = 'paid'
          and (r.request_type = 'intro' or (orders.target_id = r.vc_id and orders.target_type in ('platform', 'airtable'))))
        or (r.request_type = 'intro'
          and exists (select from users where users.id = p.user_id and users.email_verified_at is not null)))
      and ${isListed(sql`asked.vc_id`)}),
  totals as (select vc_id, count(distinct principal_id)::int as total from demand group by vc_id),
  tags as (
    select distinct on (vc_id) vc_id, tag from demand, unnest(tags) as tag
    group by vc_id, tag order by vc_id, count(distinct principal_id) desc, tag),
  places as (select vc_id, rank() over (order by total desc)::int as place from totals where total >= ${LEADERBOARD_MINIMUM})`

/**
 * Purchases since an instant, and the replies to them. A purchase counts once it is replied to, or once its days for a reply are
 * over. A returned purchase does not count. An investor with fewer replies than the minimum has no row.
 */
const replied = (since: Date, now: Date) => sql`
  purchases as (
    select asked.vc_id, r.replied_at, bought.paid_at from vc_requests r ${askedAs}
    join lateral (
      select paid_at, coalesce((snapshot->>'replyDays')::int, ${REPLY_DAYS}) as days
      from orders where orders.principal_id = r.principal_id and target_id = r.vc_id
        and kind in ('vc_unlock', 'vc_contact') and status in ('paid', 'disputed') and paid_at is not null
      order by orders.created_at desc limit 1
    ) bought on true
    where r.request_type = 'unlock' and bought.paid_at > ${since.toISOString()}
      and (r.replied_at is not null or bought.paid_at < ${now.toISOString()}::timestamptz - bought.days * interval '24 hours')),
  replies as (
    select vc_id, (100 * count(replied_at) / count(*))::int as rate,
      round(extract(epoch from percentile_cont(0.5) within group (order by replied_at - paid_at)
        filter (where replied_at is not null)) / 3600)::int as hours
    from purchases group by vc_id having count(replied_at) >= ${REPLIES_MINIMUM})`

/** A listing is rated for the calls with the record that it replaced, a record for those with one that was merged into it. */
const ratedAs = sql`coalesce(
  (select v.id from vcs v where v.replaces_id = ${recordOf(sql`b.vc_id`)} and ${holdsClaim} and ${isResponsibleFor(sql`b.vc_id`)} limit 1),
  ${recordOf(sql`b.vc_id`)})`

/**
 * The ratings of held calls (`isHeld` of the rules), the latest of each founder. Guests with one address are one founder. Calls of an
 * investor with themselves do not count: the account, or its address, is that of the listing.
 */
const rated = sql`
  latest as (
    select distinct on (rated.vc_id, coalesce(p.user_id, lower(b.founder_email), p.id)) rated.vc_id, b.rating
    from meeting_bookings b
    join orders on orders.id = b.order_id and orders.status = 'paid'
    join principals p on p.id = b.principal_id
    cross join lateral (select ${ratedAs} as vc_id) rated
    where b.rating is not null and b.status = 'confirmed'
      and (b.no_show_by is null or (b.no_show_by = 'founder' and b.contested_at is not null))
      and ${isListed(sql`rated.vc_id`)}
      and not exists (select from vcs own join users on users.id = own.user_id
        where own.id = rated.vc_id and (users.id = p.user_id or lower(users.email) = lower(b.founder_email)))
    order by rated.vc_id, coalesce(p.user_id, lower(b.founder_email), p.id), b.meeting_date_time desc),
  ratings as (
    select vc_id, round(10 * avg(rating))::int as tenths, count(*)::int as founders
    from latest group by vc_id having count(*) >= ${RATINGS_MINIMUM})`

/** Writes only changed rows: each written row is sent to every device. `since`: from when on requests are counted as demand. */
export async function writeStats(tx: Transaction, since: Date, now: Date) {
  const all = sql`with ${counted(since)}, ${replied(daysBefore(now, REPLIES_WINDOW_DAYS), now)}, ${rated}`
  await tx.execute(sql`
    ${all}
    insert into investor_stats as s (id, total_requests, top_tag, rank, reply_rate, reply_hours, rating_tenths, rating_count)
    select vc_id, coalesce(total, 0), coalesce(tag, 'N/A'), place, rate, hours, tenths, founders
    from totals full join replies using (vc_id) full join ratings using (vc_id)
      left join tags using (vc_id) left join places using (vc_id)
    on conflict (id) do update set total_requests = excluded.total_requests, top_tag = excluded.top_tag, rank = excluded.rank,
      reply_rate = excluded.reply_rate, reply_hours = excluded.reply_hours,
      rating_tenths = excluded.rating_tenths, rating_count = excluded.rating_count
    where (s.total_requests, s.top_tag, s.rank, s.reply_rate, s.reply_hours, s.rating_tenths, s.rating_count) is distinct from
      (excluded.total_requests, excluded.top_tag, excluded.rank, excluded.reply_rate, excluded.reply_hours,
        excluded.rating_tenths, excluded.rating_count)`)
  await tx.execute(sql`
    ${all} delete from investor_stats where id not in (
      select vc_id from totals union select vc_id from replies union select vc_id from ratings)`)
}
