import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { VcType } from '#shared/directory/contract.ts'
import { BookingId, OrderId, VcId } from '#shared/ids.ts'
import { isInstant } from '#shared/instant.ts'
import { Cents } from '#shared/money.ts'
import { CallRating } from '#shared/ratings/contract.ts'
import { PaymentIntentId, PaymentSetup } from '#shared/unlocks/contract.ts'
import { CallReply } from './call-reply.ts'
import { TimeZone } from './time-zone.ts'

/** Normalises an instant to one form. A time without a zone is rejected. */
export const Instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp('Invalid time.'),
  v.check(isInstant, 'Invalid time.'),
  v.transform((text) => new Date(text).toISOString()),
)

/** Half-open, in ISO instants. */
export const Slot = v.object({ start: Instant, end: Instant, available: v.boolean() })
export type Slot = v.InferOutput<typeof Slot>

/**
 * `POST /api/calendly/availability`. The link is accepted for compatibility with the specification and ignored: the server has
 * its own.
 */
export const AskAvailability = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  calendlyLink: v.optional(v.unknown()),
  /** A call of the caller that is to be moved: it does not take a time of its own investor. */
  moving: v.optional(BookingId),
})

export const Availability = v.object({
  /** Earliest first; empty when the investor takes no calls or is fully booked. */
  slots: v.array(Slot),
  /** Time zone of the investor. */
  timeZone: v.string(),
  /** The slots are default hours, because no calendar was available. */
  generated: v.boolean(),
})
export type Availability = v.InferOutput<typeof Availability>

export const NAME_NEEDED = 'Please enter your name'

const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most))

export const BookingDetails = v.object({
  name: v.pipe(line(200), v.minLength(1, NAME_NEEDED)),
  email: Email,
  company: v.optional(v.nullable(line(200))),
  message: v.optional(v.nullable(line(2000))),
  /** The founder's time zone. */
  timeZone: v.optional(v.nullable(TimeZone)),
})
export type BookingDetails = v.InferOutput<typeof BookingDetails>

const selectedSlot = v.object({ start: Instant, end: Instant, available: v.optional(v.unknown()) })

/** `POST /api/create-meeting-payment`. `amount` is accepted and ignored: the server quotes the price. */
export const CreateMeetingPayment = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  selectedSlot,
  bookingDetails: BookingDetails,
  amount: v.optional(v.unknown()),
})
export type CreateMeetingPayment = v.InferOutput<typeof CreateMeetingPayment>

/** The slot is reserved until `heldUntil`. */
export const MeetingPayment = v.object({ ...PaymentSetup.entries, heldUntil: v.string() })
export type MeetingPayment = v.InferOutput<typeof MeetingPayment>

/** `POST /api/confirm-meeting-booking`: the slot must be the one that was paid for. */
export const ConfirmMeetingBooking = v.object({
  paymentIntentId: PaymentIntentId,
  vcId: VcId,
  vcType: v.optional(VcType),
  selectedSlot,
  bookingDetails: v.optional(v.unknown()),
})
export type ConfirmMeetingBooking = v.InferOutput<typeof ConfirmMeetingBooking>

/** A hold is not a call yet, so it is never sent to a device. */
export const bookingStatuses = ['confirmed', 'cancelled', 'declined', 'refunded', 'disputed', 'revoked'] as const
export const BookingStatus = v.picklist(bookingStatuses)
export type BookingStatus = v.InferOutput<typeof BookingStatus>

export const BookingSide = v.picklist(['founder', 'investor'])
export type BookingSide = v.InferOutput<typeof BookingSide>

/**
 * An action that a side may still take on a call, and when: both are instants, null where there is no bound. They are bounds
 * instead of a boolean, so that a device without a network also knows when it is too late.
 */
export const BookingAction = v.object({
  action: v.picklist(['cancel', 'reschedule', 'decline', 'no-show']),
  from: v.nullable(v.string()),
  until: v.nullable(v.string()),
})
export type BookingAction = v.InferOutput<typeof BookingAction>

/** Other times that a side has proposed for a call, while the other side has not answered. */
export const CallProposal = v.object({
  by: BookingSide,
  /** Starts, as ISO instants, earliest first. */
  times: v.array(v.string()),
  note: v.nullable(v.string()),
  /** ISO instant. It identifies the proposal: a later one of the same call replaces it. */
  at: v.string(),
})
export type CallProposal = v.InferOutput<typeof CallProposal>

/** One call as one of its two sides sees it, in that side's private lane. */
export const Booking = v.object({
  id: BookingId,
  /** The side that this copy belongs to. */
  role: BookingSide,
  vcId: VcId,
  vcName: v.string(),
  /** The other side. An investor sees a founder's address once the call is paid for. */
  counterpart: v.object({ name: v.string(), company: v.nullable(v.string()), email: v.nullable(v.string()) }),
  /** ISO instants. */
  start: v.string(),
  end: v.string(),
  /** IANA names; `UTC` if none was given. */
  founderTimeZone: v.string(),
  vcTimeZone: v.string(),
  /** The meeting link, once the call is confirmed. */
  meetingLink: v.nullable(v.string()),
  status: BookingStatus,
  /** The founder's message. */
  message: v.nullable(v.string()),
  amount: v.nullable(Cents),
  /** The order of the founder's purchase; null in the investor's copy. */
  orderId: v.nullable(OrderId),
  /** No calendar confirmed the slot: the investor may still decline it. */
  isGeneratedSlot: v.boolean(),
  endedBy: v.nullable(v.picklist(['founder', 'investor', 'team', 'system'])),
  endReason: v.nullable(v.string()),
  /** ISO instant. */
  endedAt: v.nullable(v.string()),
  /** The state of its refund: `due` means that the refund is in progress. */
  refund: v.picklist(['none', 'due', 'returned']),
  /** It was cancelled in time, and an admin decides about the price: the year's refunds are used up. */
  isRefundAsked: v.optional(v.boolean()),
  /** In the founder's copy, an ISO instant: until when a cancellation refunds the price. */
  freeUntil: v.optional(v.string()),
  /** In the founder's copy, an ISO instant: when the contact and the meeting link are released. Null once they are released. */
  contactFrom: v.optional(v.nullable(v.string())),
  /** The side that was reported as a no-show by the other. */
  noShowBy: v.nullable(BookingSide),
  /** ISO instant: when that side contested the report. */
  contestedAt: v.optional(v.nullable(v.string())),
  /** ISO instant: until when the reported side, if this is its copy, may contest the report. */
  contestUntil: v.optional(v.string()),
  /** The open proposal of either side. It ends when the call begins, also on a device without a network. */
  proposal: v.optional(CallProposal),
  /** Until the call begins this side may propose other times: the other side can answer in the app. */
  canPropose: v.optional(v.boolean()),
  /**
   * The founder's rating; null until it is given. Servers of earlier releases, and calls with investors who have left, have none.
   */
  rating: v.optional(v.nullable(CallRating)),
  /** The investor's confirmation; null until it is given. Servers of earlier releases, and calls without a side's data, have none. */
  reply: v.optional(v.nullable(CallReply)),
  /** The call as a calendar file, so that it can also be saved without a network. */
  ics: v.string(),
  actions: v.array(BookingAction),
  /** ISO instant. */
  createdAt: v.string(),
})
export type Booking = v.InferOutput<typeof Booking>

/** `ics` is the call as a calendar file. */
export const BookingConfirmed = v.object({ success: v.literal(true), booking: Booking, ics: v.string() })
export type BookingConfirmed = v.InferOutput<typeof BookingConfirmed>
