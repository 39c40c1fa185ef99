import type { Database } from '#server/database/client.ts'
import type { Payments } from '#server/payments/payments-port.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import { type DeskResults, MAX_FOUND, type SearchDesk } from '#shared/admin/search.ts'
import { ticketNumber } from '#shared/help/ticket.ts'
import { searchBookings, searchInvestors, searchOrders, searchPeople, searchTickets } from './search-queries.ts'
import { searchTermsOf } from './search-terms.ts'

export type SearchDeps = { db: Database; payments: Pick<Payments, 'findChargedIntent'> }

/** Everything that a text may mean to an admin, at most `MAX_FOUND` of each kind. */
export async function searchDesk({ db, payments }: SearchDeps, { query }: SearchDesk): Promise<DeskResults> {
  const terms = searchTermsOf(query)
  const piId = terms.chargeId === undefined ? undefined : await payments.findChargedIntent(terms.chargeId)
  // One more than is shown: it tells whether there are others.
  const search = { terms, piId, limit: MAX_FOUND + 1 }
  const [people, orders, bookings, investors, tickets] = await Promise.all([
    searchPeople(db, search),
    searchOrders(db, search),
    searchBookings(db, search),
    searchInvestors(db, search),
    searchTickets(db, search),
  ])
  return {
    people: found(people, ({ id, kind, email, user_type, is_banned, ...names }) => ({
      id,
      name: email === null ? null : fullName({ firstName: names.first_name, lastName: names.last_name }),
      email,
      kind: kind === 'account' && email === null ? 'erased' : kind,
      userType: user_type,
      isBanned: is_banned,
    })),
    orders: found(orders, ({ principal_id, email, created_at, ...order }) => ({
      ...order,
      principalId: principal_id,
      buyer: email,
      createdAt: instant(created_at),
    })),
    bookings: found(bookings, ({ principal_id, starts_at, ...call }) => ({
      ...call,
      principalId: principal_id,
      startsAt: instant(starts_at),
    })),
    investors: found(investors, ({ vc_type, is_verified, principal_id, ...investor }) => ({
      ...investor,
      vcType: vc_type,
      isVerified: is_verified,
      principalId: principal_id,
    })),
    tickets: found(tickets, ({ number, subject, kind, principal_id, created_at, ...ticket }) => ({
      ...ticket,
      ticketNumber: ticketNumber(number),
      subject: subject ?? (kind === 'feedback' ? 'Feedback' : 'Support'),
      principalId: principal_id,
      createdAt: instant(created_at),
    })),
  }
}

function found<Row, Item>(rows: readonly Row[], present: (row: Row) => Item) {
  return { items: rows.slice(0, MAX_FOUND).map(present), hasMore: rows.length > MAX_FOUND }
}

/** The driver returns instants of a raw statement as text of the database. */
const instant = (text: string) => new Date(text).toISOString()
