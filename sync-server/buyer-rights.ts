import { type SQL, sql } from 'drizzle-orm'
import { CONTEST_WITHIN_MS, MISSING_WITHIN_MS } from '#shared/bookings/rules.ts'
import { GUARANTEE_DAYS } from '#shared/refunds/guarantee.ts'

/**
 * `rightsEnd` (shared/refunds/rights.ts) as an SQL expression for queries. `o` is the paid order, `b` the call that it bought
 * (left join). Null for a meeting without a call.
 */
export const rightsEndOf: SQL = sql`(case when o.kind <> 'meeting' or b.id is not null then greatest(
  (date_trunc('day', o.paid_at at time zone 'UTC') + make_interval(days => ${GUARANTEE_DAYS + 1})) at time zone 'UTC',
  case when o.kind = 'meeting' then b.ends_at + make_interval(secs => ${MISSING_WITHIN_MS / 1000}) end,
  case when o.kind = 'meeting' and b.no_show_by = 'founder' then b.no_show_reported_at + make_interval(secs => ${CONTEST_WITHIN_MS / 1000}) end) end)`
