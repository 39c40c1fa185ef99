import * as v from 'valibot'
import { UserType } from '#shared/accounts/user-type.ts'
import { VcType } from '#shared/directory/contract.ts'
import { TicketStatus } from '#shared/help/ticket.ts'
import { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { Cents } from '#shared/money.ts'
import { OrderKind, OrderStatus } from '#shared/orders/contract.ts'
import { cleanLine } from '#shared/text.ts'

/** Results of one kind that are sent at most. */
export const MAX_FOUND = 10

/** One letter matches too many names to be of use; one digit is a number. */
const isLongEnough = (text: string) => text.length > 1 || /^\d$/.test(text)

/**
 * `POST /api/admin/search`: a name, an email address, an id, the number of a ticket, receipt, invoice or credit note, or an id of
 * the payment provider. A body, because the address of a call is stored in the logs of proxies.
 */
export const SearchDesk = v.object({
  query: v.pipe(
    v.string(),
    v.maxLength(200, 'Please use at most 200 characters.'),
    v.transform(cleanLine),
    v.check(isLongEnough, 'Enter at least 2 characters.'),
  ),
})
export type SearchDesk = v.InferOutput<typeof SearchDesk>

/** An account, or a principal without one. Instants are ISO. */
export const FoundPerson = v.object({
  id: PrincipalId,
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  kind: v.picklist(['account', 'guest', 'erased']),
  userType: v.nullable(UserType),
  isBanned: v.boolean(),
})
export type FoundPerson = v.InferOutput<typeof FoundPerson>

export const FoundOrder = v.object({
  id: OrderId,
  principalId: PrincipalId,
  kind: OrderKind,
  title: v.string(),
  amount: Cents,
  status: OrderStatus,
  buyer: v.nullable(v.string()),
  createdAt: v.string(),
})
export type FoundOrder = v.InferOutput<typeof FoundOrder>

export const FoundBooking = v.object({
  id: BookingId,
  principalId: PrincipalId,
  founder: v.nullable(v.string()),
  investor: v.nullable(v.string()),
  status: v.string(),
  startsAt: v.string(),
})
export type FoundBooking = v.InferOutput<typeof FoundBooking>

export const FoundInvestor = v.object({
  id: VcId,
  vcType: VcType,
  name: v.string(),
  fund: v.nullable(v.string()),
  isVerified: v.boolean(),
  /** Of the account that owns it; null without one. */
  principalId: v.nullable(PrincipalId),
})
export type FoundInvestor = v.InferOutput<typeof FoundInvestor>

export const FoundTicket = v.object({
  id: v.string(),
  ticketNumber: v.string(),
  subject: v.string(),
  status: TicketStatus,
  principalId: v.nullable(PrincipalId),
  createdAt: v.string(),
})
export type FoundTicket = v.InferOutput<typeof FoundTicket>

/** The first `MAX_FOUND` of one kind; `hasMore` when there are others. */
const found = <Item extends v.GenericSchema>(item: Item) => v.object({ items: v.array(item), hasMore: v.boolean() })

export const DeskResults = v.object({
  people: found(FoundPerson),
  orders: found(FoundOrder),
  bookings: found(FoundBooking),
  investors: found(FoundInvestor),
  tickets: found(FoundTicket),
})
export type DeskResults = v.InferOutput<typeof DeskResults>
