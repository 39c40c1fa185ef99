import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'
import type { UserType } from '#shared/accounts/user-type.ts'
import type { VcType } from '#shared/directory/contract.ts'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import type { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import type { SearchTerms } from './search-terms.ts'

/**
 * Rows that one index is read for. A common first name matches any number of accounts: the read ends there, and its results are
 * sorted afterwards.
 */
const MAX_READ = 200

type Search = {
  terms: SearchTerms
  /** The payment of the charge that the query names. */
  piId: string | undefined
  limit: number
}

/**
 * Whether a text begins with the query, in lower case. These operators compare bytes and read an index with `text_pattern_ops`,
 * also in a statement that was planned without its parameters; `like` does not.
 */
const begins = (column: SQL, { email }: SearchTerms): SQL =>
  sql`(lower(${column}) ~>=~ ${email}::text and lower(${column}) ~<~ ${`${email}\u{10FFFF}`}::text)`

/** Every branch reads one index. Each is limited on its own: their union is sorted as a whole. */
const idsFrom = (branches: (SQL | undefined)[]): SQL =>
  sql.join(
    branches.flatMap((branch) => (branch ? [sql`(${branch} limit ${MAX_READ})`] : [])),
    sql` union `,
  )

const hasWords = (text: SQL, { words }: SearchTerms, select: SQL): SQL | undefined =>
  words === undefined ? undefined : sql`${select} where to_tsvector('simple', ${text}) @@ to_tsquery('simple', ${words}::text)`

type PersonRow = {
  id: PrincipalId
  kind: 'account' | 'guest'
  email: string | null
  first_name: string | null
  last_name: string | null
  user_type: UserType | null
  is_banned: boolean
}

/** Accounts by name, address or id, and any principal by its id. The exact address first. */
const people = ({ terms, limit }: Search) => sql`
    select p.id, p.kind, u.email, u.first_name, u.last_name, u.user_type, u.banned_at is not null as is_banned
    from (${idsFrom([
      sql`select p.id from users u join principals p on p.user_id = u.id where ${begins(sql`u.email`, terms)}`,
      hasWords(
        sql`coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`,
        terms,
        sql`select p.id from users u join principals p on p.user_id = u.id`,
      ),
      sql`select p.id from principals p where p.user_id = ${terms.exact}`,
      sql`select id from principals where id = ${terms.exact}`,
    ])}) found
    join principals p on p.id = found.id left join users u on u.id = p.user_id
    order by lower(u.email) is distinct from ${terms.email}::text, u.email, p.id limit ${limit}`

type OrderRow = {
  id: OrderId
  principal_id: PrincipalId
  kind: OrderKind
  title: string
  amount: Cents
  status: OrderStatus
  email: string | null
  created_at: string
}

/** The ids of orders that a query names. @param piId  the payment of the charge that it names */
const orderIds = ({ exact, email, receiptNumber, documentNumber }: SearchTerms, piId: string | undefined) =>
  idsFrom([
    sql`select id from orders where id = ${exact}`,
    sql`select id from orders where pi_id = ${exact}`,
    sql`select id from orders where session_id = ${exact}`,
    piId === undefined ? undefined : sql`select id from orders where pi_id = ${piId}`,
    sql`select order_id from ledger_entries where transaction_subject = ${exact} and order_id is not null`,
    sql`select order_id from disputes where id = ${exact}`,
    sql`select order_id from fraud_warnings where id = ${exact}`,
    sql`select order_id from refund_requests where id = ${exact}`,
    sql`select order_id from meeting_bookings where id = ${exact} and order_id is not null`,
    sql`select id from orders where lower(snapshot ->> 'receiptEmail') = ${email}::text and paid_at is not null`,
    receiptNumber === undefined ? undefined : sql`select order_id from receipts where number = ${receiptNumber}`,
    documentNumber === undefined ? undefined : sql`select order_id from documents where number = ${documentNumber}`,
  ])

/** Orders by their own id, an id of the provider, a receipt's number or address, an invoice's or credit note's number. Latest first. */
const orders = ({ terms, limit, piId }: Search) => sql`
    select o.id, o.principal_id, o.kind, o.snapshot ->> 'title' as title, o.amount::float8 as amount, o.status,
      coalesce(o.snapshot ->> 'receiptEmail', u.email) as email, o.created_at
    from (${orderIds(terms, piId)}) found
    join orders o on o.id = found.id join principals p on p.id = o.principal_id left join users u on u.id = p.user_id
    order by o.created_at desc, o.id limit ${limit}`

type BookingRow = {
  id: BookingId
  principal_id: PrincipalId
  founder: string | null
  investor: string | null
  status: string
  starts_at: string
}

/** Calls by their id, the ids of their order, and the founder that is stored with them. Latest first. */
const bookings = ({ terms, limit, piId }: Search) => sql`
    select b.id, b.principal_id, coalesce(b.founder_name, b.founder_email) as founder, b.vc_name as investor, b.status,
      b.meeting_date_time as starts_at
    from (${idsFrom([
      sql`select id from meeting_bookings where id = ${terms.exact}`,
      sql`select id from meeting_bookings where order_id in (${orderIds(terms, piId)})`,
      sql`select id from meeting_bookings where ${begins(sql`founder_email`, terms)}`,
      hasWords(sql`coalesce(founder_name, '')`, terms, sql`select id from meeting_bookings`),
    ])}) found join meeting_bookings b on b.id = found.id
    order by b.meeting_date_time desc, b.id limit ${limit}`

type InvestorRow = {
  id: VcId
  vc_type: VcType
  name: string
  fund: string | null
  is_verified: boolean
  principal_id: PrincipalId | null
}

/** Listings and imported records by name, fund, address or id. */
const investors = ({ terms, limit }: Search) => sql`
    select * from (
      select v.id, 'platform' as vc_type, coalesce(nullif(v.partner_name, ''), v.fund_name) as name, v.fund_name as fund,
        v.is_verified, p.id as principal_id
      from (${idsFrom([
        sql`select id from vcs where id = ${terms.exact}`,
        sql`select id from vcs where ${begins(sql`email`, terms)}`,
        hasWords(sql`partner_name || ' ' || fund_name`, terms, sql`select id from vcs`),
      ])}) found join vcs v on v.id = found.id left join principals p on p.user_id = v.user_id
      union all
      select d.id, 'airtable', d.name, d.fund, d.is_verified, null
      from (${idsFrom([
        sql`select id from directory_investors where id = ${terms.exact}`,
        sql`select id from directory_investors where ${begins(sql`email`, terms)}`,
        hasWords(sql`name || ' ' || coalesce(fund, '')`, terms, sql`select id from directory_investors`),
      ])}) found join directory_investors d on d.id = found.id) investor
    order by vc_type desc, name, id limit ${limit}`

type TicketRow = {
  id: string
  number: number
  subject: string | null
  kind: 'feedback' | 'support'
  status: 'open' | 'answered' | 'closed'
  principal_id: PrincipalId | null
  created_at: string
}

/** Tickets by number, id, and the name and address entered with them. Latest first. */
const tickets = ({ terms, limit }: Search) => sql`
    select t.id, t.number::float8 as number, t.subject, t.kind, t.status, t.principal_id, t.created_at
    from (${idsFrom([
      sql`select id from tickets where id = ${terms.exact}`,
      terms.ticketNumber === undefined ? undefined : sql`select id from tickets where number = ${terms.ticketNumber}::bigint`,
      sql`select id from tickets where ${begins(sql`email`, terms)}`,
      hasWords(sql`coalesce(name, '')`, terms, sql`select id from tickets`),
    ])}) found join tickets t on t.id = found.id
    order by t.created_at desc, t.id limit ${limit}`

/** Each kind by its statement. Tests read their plans. */
export const SEARCHES = { people, orders, bookings, investors, tickets }

export const searchPeople = (db: Queryable, search: Search) => db.execute<PersonRow>(people(search))
export const searchOrders = (db: Queryable, search: Search) => db.execute<OrderRow>(orders(search))
export const searchBookings = (db: Queryable, search: Search) => db.execute<BookingRow>(bookings(search))
export const searchInvestors = (db: Queryable, search: Search) => db.execute<InvestorRow>(investors(search))
export const searchTickets = (db: Queryable, search: Search) => db.execute<TicketRow>(tickets(search))
