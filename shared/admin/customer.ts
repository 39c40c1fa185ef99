import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { BookingSide } from '#shared/bookings/contract.ts'
import { EarningsBalance } from '#shared/earnings/contract.ts'
import { TicketKind } from '#shared/help/categories.ts'
import { TicketStatus } from '#shared/help/ticket.ts'
import { BookingId, OrderId, PrincipalId, ProjectId, UserId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { DisputeStatus } from '#shared/refunds/admin.ts'
import { RefundStatus } from '#shared/refunds/contract.ts'

/** Entries of one section that are sent at most, latest first. */
export const MAX_SECTION = 50

/** Mutations that are counted at most. */
export const MAX_COUNTED = 10_000

const section = <Item extends v.GenericSchema>(item: Item) => v.object({ items: v.array(item), hasMore: v.boolean() })

/** Instants are ISO. */
export const CustomerAccount = v.object({
  id: UserId,
  email: v.string(),
  /** A new address that is not verified yet. */
  pendingEmail: v.nullable(v.string()),
  name: v.nullable(v.string()),
  userType: UserType,
  createdAt: v.string(),
  emailVerifiedAt: v.nullable(v.string()),
  hasPassword: v.boolean(),
  hasTwoFactor: v.boolean(),
  isApprovedInvestor: v.boolean(),
  isAdmin: v.boolean(),
  sessions: v.number(),
  pushDevices: v.number(),
  /** When a device last used a session; null without a session. */
  lastSeenAt: v.nullable(v.string()),
  /** Since when it is banned, and why; null when it is not. */
  ban: v.nullable(v.object({ bannedAt: v.string(), reason: v.string() })),
})
export type CustomerAccount = v.InferOutput<typeof CustomerAccount>

export const CustomerOrder = v.object({
  id: OrderId,
  kind: OrderKind,
  title: v.string(),
  amount: Cents,
  status: OrderStatus,
  createdAt: v.string(),
  paidAt: v.nullable(v.string()),
  receiptNumber: v.nullable(v.number()),
  receiptEmail: v.nullable(v.string()),
  /** Ids of the payment provider. */
  paymentId: v.nullable(v.string()),
  checkoutId: v.nullable(v.string()),
  refund: v.nullable(v.object({ id: v.string(), status: RefundStatus, requestedAt: v.string() })),
  disputes: v.array(v.object({ id: v.string(), status: DisputeStatus, amount: Cents, openedAt: v.string() })),
})
export type CustomerOrder = v.InferOutput<typeof CustomerOrder>

/** What a purchase gives access to: an investor's contact, or the name of a decision maker. */
export const CustomerGrant = v.object({
  id: v.string(),
  /** Null where an admin gave it without a purchase. */
  orderId: v.nullable(OrderId),
  title: v.string(),
  /** Null for a decision maker. */
  investorId: v.nullable(VcId),
  status: v.picklist(['completed', 'refunded', 'revoked', 'disputed']),
  /** Since when an admin has taken it back. */
  revokedAt: v.nullable(v.string()),
  createdAt: v.string(),
})
export type CustomerGrant = v.InferOutput<typeof CustomerGrant>

export const CustomerBooking = v.object({
  id: BookingId,
  /** The side of the customer. */
  side: BookingSide,
  otherSide: v.nullable(v.string()),
  orderId: v.nullable(OrderId),
  status: v.string(),
  startsAt: v.string(),
})
export type CustomerBooking = v.InferOutput<typeof CustomerBooking>

export const CustomerListing = v.object({
  id: VcId,
  name: v.string(),
  fund: v.string(),
  reviewStatus: v.picklist(['pending', 'approved', 'rejected', 'revoked']),
  isVerified: v.boolean(),
  isActive: v.boolean(),
  price: v.nullable(Cents),
  /** The first day after its own pause; null without one. */
  pausedUntil: v.nullable(v.string()),
  submittedAt: v.string(),
})
export type CustomerListing = v.InferOutput<typeof CustomerListing>

export const CustomerProject = v.object({
  id: ProjectId,
  name: v.string(),
  status: v.string(),
  isPublished: v.boolean(),
  publishedAt: v.string(),
})
export type CustomerProject = v.InferOutput<typeof CustomerProject>

export const CustomerTicket = v.object({
  id: v.string(),
  ticketNumber: v.string(),
  kind: TicketKind,
  subject: v.nullable(v.string()),
  status: TicketStatus,
  createdAt: v.string(),
})
export type CustomerTicket = v.InferOutput<typeof CustomerTicket>

/** A mail without its subject and text: either may contain a secret, or what another person wrote. */
export const CustomerMail = v.object({
  id: v.string(),
  template: v.string(),
  state: v.picklist(['waiting', 'sent', 'failed']),
  at: v.string(),
})
export type CustomerMail = v.InferOutput<typeof CustomerMail>

/**
 * `POST /api/admin/customers/{principal id}`: everything about one customer that an admin may see. It contains nothing that the
 * customer wrote for themselves: no note, own person, draft, entry, deal, photo, tag or template. The view is in the audit log.
 */
export const Customer = v.object({
  id: PrincipalId,
  kind: v.picklist(['account', 'guest', 'erased']),
  createdAt: v.string(),
  /** When a guest was last seen. */
  seenAt: v.string(),
  /** The account that a guest became. */
  mergedInto: v.nullable(PrincipalId),
  account: v.nullable(CustomerAccount),
  orders: section(CustomerOrder),
  grants: section(CustomerGrant),
  /** A decision about the access sends it: it changes with each grant. */
  grantsVersion: v.number(),
  bookings: section(CustomerBooking),
  listings: section(CustomerListing),
  /** Null without a listing. */
  balance: v.nullable(EarningsBalance),
  projects: section(CustomerProject),
  tickets: section(CustomerTicket),
  mails: section(CustomerMail),
  /** Mutations of devices within the time for which they are recorded. */
  mutations: v.object({
    applied: v.number(),
    refused: v.number(),
    /** More than `MAX_COUNTED`: only the latest are counted. */
    isCut: v.boolean(),
    lastAt: v.nullable(v.string()),
  }),
})
export type Customer = v.InferOutput<typeof Customer>
