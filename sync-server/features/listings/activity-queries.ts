import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import type { AccountKind } from '#shared/ledger/account.ts'
import { LATELY_DAYS } from '#shared/listings/activity.ts'
import type { ReplyChoice } from '#shared/replies/contract.ts'
import { soldListings } from './sold-listings.ts'

/** Enough for years of a busy investor; the figures count all of them. */
const MAX_ROWS = 500

/** A principal as an investor sees it: name and published project. */
const founder = (principal: string) => sql`
  left join principals buyer on buyer.id = ${sql.raw(principal)}
  left join users on users.id = buyer.user_id
  left join lateral (
    select nullif(trim(company_name), '') as project_name from projects
    where projects.user_id = users.id and is_published order by published_at desc nulls last limit 1
  ) published on true`
const founderColumns = sql`nullif(trim(concat_ws(' ', users.first_name, users.last_name)), '') as name, project_name as project`

/** The paid orders of the founder who made a request `r` for its investor. */
const paidOrders = sql`from orders
  where orders.principal_id = r.principal_id and target_id = r.vc_id and kind in ('vc_unlock', 'vc_contact') and paid_at is not null`

/**
 * Whether a request `r` was sent: an introduction was asked for, or the unlock was paid. A founder who opens the card form records
 * a request too; of several such records before a payment, the latest is the request. Demo requests have no orders, and count.
 */
const isSent = sql`(r.request_type = 'intro' or r.id like 'req\\_demo\\_%' or (exists (select ${paidOrders}) and not exists (
  select from vc_requests later where later.principal_id = r.principal_id and later.vc_id = r.vc_id
    and later.request_type = 'unlock' and (later.created_at, later.id) > (r.created_at, r.id))))`

export type RequestRow = {
  id: string
  vc_id: VcId
  name: string | null
  project: string | null
  request_type: 'unlock' | 'intro'
  status: string | null
  reply_choice: ReplyChoice | null
  reply_text: string | null
  replied_at: string | null
  created_at: string
}

/** Requests that were sent to the principal's own listings, latest first. @param id  only this one */
export const listRequests = (db: Queryable, principalId: PrincipalId, id?: string) =>
  db.execute<RequestRow>(sql`
    with ${soldListings(principalId)}
    select r.id, shown.listing as vc_id, ${founderColumns}, r.request_type, bought.status,
      r.reply_choice, r.reply_text, r.replied_at, r.created_at
    from vc_requests r join shown using (vc_id) ${founder('r.principal_id')}
    left join lateral (
      select status ${paidOrders} order by orders.created_at desc limit 1
    ) bought on r.request_type = 'unlock'
    where ${isSent} ${id === undefined ? sql`` : sql`and r.id = ${id}`}
    order by r.created_at desc, r.id limit ${MAX_ROWS}`)

export type CallRow = {
  id: string
  vc_id: VcId
  given_name: string | null
  company: string | null
  name: string | null
  project: string | null
  created_at: string
  meeting_date_time: string
  amount: string | null
  status: string
}

/** Calls with the principal's own listings, latest first. A held slot is not yet a call. */
export const listCalls = (db: Queryable, principalId: PrincipalId) =>
  db.execute<CallRow>(sql`
    with ${soldListings(principalId)}
    select b.id, shown.listing as vc_id, nullif(trim(b.founder_name), '') as given_name, nullif(trim(b.founder_company), '') as company,
      ${founderColumns}, b.created_at, b.meeting_date_time,
      b.amount - coalesce((select (o.snapshot -> 'tax' ->> 'amount')::bigint from orders o where o.id = b.order_id), 0) as amount, b.status
    from meeting_bookings b join shown using (vc_id) ${founder('b.principal_id')}
    where b.status not in ('held', 'expired')
    order by b.created_at desc, b.id limit ${MAX_ROWS}`)

export type FiguresRow = {
  id: VcId
  views: string
  views_lately: string
  requests: string
  unlocks: string
  calls: string
  earned: string
  donated: string
}

/**
 * Totals of the principal's own listings. Amounts are the ledger's liabilities from orders: payouts do not reduce earnings, and
 * neither does a capture without a refund. A contact that an admin has given was not paid for, and is not counted.
 */
export const listFigures = (db: Queryable, principalId: PrincipalId, now: Date) => {
  const since = new Date(now.getTime() - LATELY_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const owed = (kind: AccountKind) => sql`coalesce(-sum(l.amount) filter (where l.account_kind = ${kind}), 0)`
  return db.execute<FiguresRow>(sql`
    with ${soldListings(principalId)}
    select own.id,
      (select coalesce(sum(count), 0) from visit_counts where subject = 'investor' and kind = 'view' and subject_id = own.id) as views,
      (select coalesce(sum(count), 0) from visit_counts
        where subject = 'investor' and kind = 'view' and subject_id = own.id and day > ${since}) as views_lately,
      (select count(*) from vc_requests r join shown using (vc_id) where listing = own.id and ${isSent}) as requests,
      (select count(*) from vc_unlocks join shown using (vc_id)
        where listing = own.id and order_id is not null and status in ('completed', 'disputed')) as unlocks,
      (select count(*) from meeting_bookings join shown using (vc_id) where listing = own.id and status = 'confirmed') as calls,
      money.earned, money.donated
    from own left join lateral (
      select ${owed('investor_payable')} as earned, ${owed('charity_payable')} as donated
      from ledger_entries l join orders o on o.id = l.order_id join sold on sold.vc_id = o.target_id
      where sold.listing = own.id and o.target_type in ('platform', 'airtable') and l.transaction_kind <> 'payout'
    ) money on true
    order by own.id`)
}
