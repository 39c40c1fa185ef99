import type { vcUnlocks } from '#drizzle/schema/index.ts'
import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { rolesOf } from '#server/features/accounts/admin/rights.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { listEntries } from '#server/features/earnings/entries.ts'
import type { Account } from '#server/http/session.ts'
import { docVersion } from '#server/sync/private/doc-version.ts'
import { fullName } from '#shared/accounts/full-name.ts'
import {
  type Customer,
  type CustomerAccount,
  type CustomerGrant,
  type CustomerOrder,
  MAX_COUNTED,
  MAX_SECTION,
} from '#shared/admin/customer.ts'
import { balanceOf } from '#shared/earnings/balance.ts'
import { ticketNumber } from '#shared/help/ticket.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { UNNAMED_PROJECT } from '#shared/projects/title.ts'
import {
  type CustomerRow,
  countMutations,
  findCustomer,
  hasViewedSince,
  listMailsOf,
  listOwnListings,
  listPublishedOf,
  listTicketsOf,
  lockViews,
  readSessions,
} from './customer-queries.ts'
import { listBookingsOf, listDecisionMakersOf, listDisputesOf, listGrantsOf, listOrdersOf } from './purchase-queries.ts'

export type CustomerDeps = { db: Database; now: () => Date; adminEmails: readonly string[] }

/** One more than is sent: it tells whether there are others. */
const LIMIT = MAX_SECTION + 1

const VIEWED = 'viewed'
const VIEW_MS = 60 * 60 * 1000

/**
 * The page of one customer. The view is recorded in the audit log, at most once an hour for one admin and one customer.
 *
 * @throws Problem `not-found`
 */
export const viewCustomer = (deps: CustomerDeps, admin: Account, id: PrincipalId): Promise<Customer> =>
  deps.db.transaction(async (tx) => {
    const row = await findCustomer(tx, id)
    if (!row) throw new Problem('not-found')
    await recordView(tx, deps, admin, row)
    return presentCustomer(tx, deps, row)
  })

/** The same without a record, for the reply to a decision about the customer. */
export const readCustomer = (deps: CustomerDeps, id: PrincipalId): Promise<Customer> =>
  deps.db.transaction(async (tx) => {
    const row = await findCustomer(tx, id)
    if (!row) throw new Error(`Customer ${id} not found`)
    return presentCustomer(tx, deps, row)
  })

async function recordView(tx: Transaction, { now }: CustomerDeps, admin: Account, { principal, user }: CustomerRow) {
  const target = user ? { targetType: 'account', targetId: user.id } : { targetType: principal.kind, targetId: principal.id }
  const view = { adminId: admin.id, ...target }
  await lockViews(tx, view)
  const at = now()
  if (await hasViewedSince(tx, view, VIEWED, new Date(at.getTime() - VIEW_MS))) return
  await writeAuditEntry(tx, { actorId: admin.id, action: VIEWED, ...target, createdAt: at })
}

async function presentCustomer(tx: Queryable, deps: CustomerDeps, row: CustomerRow): Promise<Customer> {
  const { principal, user } = row
  const { id } = principal
  const listings = user ? await listOwnListings(tx, user.id, LIMIT) : []
  const published = user ? await listPublishedOf(tx, user.id, LIMIT) : []
  const grants = await listGrants(tx, id)
  const { applied, refused, lastAt } = await countMutations(tx, id, MAX_COUNTED + 1)
  return {
    id,
    kind: principal.kind === 'account' && !user ? 'erased' : principal.kind,
    createdAt: principal.createdAt.toISOString(),
    seenAt: principal.seenAt.toISOString(),
    mergedInto: principal.mergedInto,
    account: user && (await presentAccount(tx, deps, user)),
    orders: section(await presentOrders(tx, id), (order) => order),
    grants: section(grants, (grant) => grant),
    grantsVersion: docVersion(grants),
    bookings: section(await listBookingsOf(tx, id, LIMIT), ({ call, isSold }) => ({
      id: call.id,
      side: isSold ? 'investor' : 'founder',
      otherSide: isSold ? (call.founderName ?? call.founderEmail) : call.vcName,
      orderId: call.orderId,
      status: call.status,
      startsAt: call.meetingDateTime.toISOString(),
    })),
    listings: section(listings, (listing) => ({
      id: listing.id,
      name: listing.partnerName || listing.fundName,
      fund: listing.fundName,
      reviewStatus: listing.reviewStatus,
      isVerified: listing.isVerified,
      isActive: listing.isActive,
      price: listing.price,
      pausedUntil: listing.pausedUntil,
      submittedAt: listing.submittedAt.toISOString(),
    })),
    balance: listings.length > 0 ? balanceOf(await listEntries(tx, id), deps.now().getTime()) : null,
    projects: section(published, ({ publishedAt, name, ...project }) => ({
      ...project,
      name: name || UNNAMED_PROJECT,
      publishedAt: (publishedAt as Date).toISOString(),
    })),
    tickets: section(await listTicketsOf(tx, id, LIMIT), ({ number, createdAt, ...ticket }) => ({
      ...ticket,
      ticketNumber: ticketNumber(number),
      createdAt: createdAt.toISOString(),
    })),
    mails: section(await listMailsOf(tx, row, LIMIT), ({ sentAt, failedAt, createdAt, ...mail }) => ({
      ...mail,
      state: sentAt ? 'sent' : failedAt ? 'failed' : 'waiting',
      at: (sentAt ?? failedAt ?? createdAt).toISOString(),
    })),
    mutations: { applied, refused, isCut: applied + refused > MAX_COUNTED, lastAt: lastAt?.toISOString() ?? null },
  }
}

function section<Row, Item>(rows: readonly Row[], present: (row: Row) => Item) {
  return { items: rows.slice(0, MAX_SECTION).map(present), hasMore: rows.length > MAX_SECTION }
}

async function presentAccount(
  tx: Queryable,
  { adminEmails }: CustomerDeps,
  user: NonNullable<CustomerRow['user']>,
): Promise<CustomerAccount> {
  const { sessions, pushDevices, lastSeenAt } = await readSessions(tx, user.id)
  return {
    id: user.id,
    email: user.email,
    pendingEmail: user.pendingEmail,
    name: fullName(user),
    userType: user.userType,
    createdAt: user.createdAt.toISOString(),
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    hasPassword: user.password !== null,
    hasTwoFactor: user.hasTwoFactor,
    isApprovedInvestor: user.isApprovedInvestor,
    isAdmin: rolesOf(user, adminEmails).length > 0,
    sessions,
    pushDevices,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    ban: user.bannedAt && { bannedAt: user.bannedAt.toISOString(), reason: user.banReason ?? '' },
  }
}

async function presentOrders(tx: Queryable, principalId: PrincipalId): Promise<CustomerOrder[]> {
  const rows = await listOrdersOf(tx, principalId, LIMIT)
  const all = await listDisputesOf(
    tx,
    rows.map(({ order }) => order.id),
  )
  return rows.map(({ order, receipt, refund }) => ({
    id: order.id,
    kind: order.kind,
    title: order.snapshot.title,
    amount: order.amount,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    receiptNumber: receipt?.number ?? null,
    receiptEmail: order.snapshot.receiptEmail ?? null,
    paymentId: order.piId,
    checkoutId: order.sessionId,
    refund: refund && { id: refund.id, status: refund.status, requestedAt: refund.requestedAt.toISOString() },
    disputes: all
      .filter(({ orderId }) => orderId === order.id)
      .map(({ id, status, amount, openedAt }) => ({ id, status, amount, openedAt: openedAt.toISOString() })),
  }))
}

/** Grants of both kinds, latest first. */
export async function listGrants(tx: Queryable, principalId: PrincipalId): Promise<CustomerGrant[]> {
  const contacts = (await listGrantsOf(tx, principalId, LIMIT)).map(({ grant, snapshot, name }) => ({
    ...presentGrant(grant),
    title: snapshot?.title ?? `Contact of ${name ?? 'an investor who left'}`,
    investorId: grant.vcId,
    revokedAt: grant.revokedAt?.toISOString() ?? null,
  }))
  const makers = (await listDecisionMakersOf(tx, principalId, LIMIT)).map(({ grant, snapshot }) => ({
    ...presentGrant(grant),
    title: snapshot.title,
    investorId: null,
    revokedAt: null,
  }))
  return [...contacts, ...makers].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

type GrantRow = Pick<typeof vcUnlocks.$inferSelect, 'id' | 'orderId' | 'status' | 'createdAt'>

const presentGrant = ({ id, orderId, status, createdAt }: GrantRow) => ({
  id,
  orderId,
  status,
  createdAt: createdAt.toISOString(),
})
