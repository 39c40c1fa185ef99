import * as v from 'valibot'
import { Email } from '#shared/accounts/contract.ts'
import { VcType } from '#shared/directory/contract.ts'
import { BookingId, OrderId, VcId } from '#shared/ids.ts'
import { isInstant } from '#shared/instant.ts'
import { Cents } from '#shared/money.ts'
import { PaymentIntentId, PaymentSetup } from '#shared/unlocks/contract.ts'
import { TimeZone } from './time-zone.ts'

/** However it is written, one instant has one form here. A time without a zone is none. */
export const Instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp('This is not a point in time.'),
  v.check(isInstant, 'This is not a point in time.'),
  v.transform((text) => new Date(text).toISOString()),
)

/** Half-open, in ISO instants. */
export const Slot = v.object({ start: Instant, end: Instant, available: v.boolean() })
export type Slot = v.InferOutput<typeof Slot>

/** `POST /api/calendly/availability`. The link is accepted for the specification's sake and never asked: the server has its own. */
export const AskAvailability = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  calendlyLink: v.optional(v.unknown()),
})

export const Availability = v.object({
  /** The earliest first; empty when the investor takes no calls or is booked out. */
  slots: v.array(Slot),
  /** Of the investor. */
  timeZone: v.string(),
  /** Nobody's calendar said so: these are the usual hours. */
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
  /** In which the founder reads the clock. */
  timeZone: v.optional(v.nullable(TimeZone)),
})
export type BookingDetails = v.InferOutput<typeof BookingDetails>

const selectedSlot = v.object({ start: Instant, end: Instant, available: v.optional(v.unknown()) })

/** `POST /api/create-meeting-payment`. `amount` is accepted and never read: the server quotes. */
export const CreateMeetingPayment = v.object({
  vcId: VcId,
  vcType: v.optional(VcType),
  selectedSlot,
  bookingDetails: BookingDetails,
  amount: v.optional(v.unknown()),
})
export type CreateMeetingPayment = v.InferOutput<typeof CreateMeetingPayment>

/** The hour is nobody else's until `heldUntil`. */
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

/** A hold is nobody's call yet, so no device ever hears of one. */
export const BookingStatus = v.picklist(['confirmed', 'cancelled', 'declined', 'refunded', 'disputed', 'revoked'])
export type BookingStatus = v.InferOutput<typeof BookingStatus>

export const BookingSide = v.picklist(['founder', 'investor'])
export type BookingSide = v.InferOutput<typeof BookingSide>

/**
 * What a side may still do with a call, and when: both instants, null where nothing bounds it. They are
 * bounds instead of a yes or no, so that a device without a network knows as well when it is too late.
 */
export const BookingAction = v.object({
  action: v.picklist(['cancel', 'reschedule', 'decline', 'no-show']),
  from: v.nullable(v.string()),
  until: v.nullable(v.string()),
})
export type BookingAction = v.InferOutput<typeof BookingAction>

/** One call as one of its two sides reads it, in their private lane. */
export const Booking = v.object({
  id: BookingId,
  /** Whose copy this is. */
  role: BookingSide,
  vcId: VcId,
  vcName: v.string(),
  /** The other side. An investor reads a founder's address once the call is paid for. */
  counterpart: v.object({ name: v.string(), company: v.nullable(v.string()), email: v.nullable(v.string()) }),
  /** ISO instants. */
  start: v.string(),
  end: v.string(),
  /** IANA names; `UTC` where none was said. */
  founderTimeZone: v.string(),
  vcTimeZone: v.string(),
  /** Where both meet, once the call stands. */
  meetingLink: v.nullable(v.string()),
  status: BookingStatus,
  /** What the founder wrote. */
  message: v.nullable(v.string()),
  amount: v.nullable(Cents),
  /** Of the founder's purchase; null in the investor's copy. */
  orderId: v.nullable(OrderId),
  /** No calendar confirmed the hour: the investor may still decline it. */
  isGeneratedSlot: v.boolean(),
  endedBy: v.nullable(v.picklist(['founder', 'investor', 'team', 'system'])),
  endReason: v.nullable(v.string()),
  /** ISO instant. */
  endedAt: v.nullable(v.string()),
  /** What became of its price: `due` is on its way back. */
  refund: v.picklist(['none', 'due', 'returned']),
  /** It was cancelled in time, and the team decides about the price: the year's refunds are used up. */
  isRefundAsked: v.optional(v.boolean()),
  /** Of the founder's copy, an ISO instant: until when a cancellation returns the price. */
  freeUntil: v.optional(v.string()),
  /** Of the founder's copy, an ISO instant: when the contact and the meeting link come. Null once they are here. */
  contactFrom: v.optional(v.nullable(v.string())),
  /** Whom the other side reported missing. */
  noShowBy: v.nullable(BookingSide),
  /** ISO instant: when that side said otherwise. */
  contestedAt: v.optional(v.nullable(v.string())),
  /** ISO instant: until when the side that was reported missing, whose copy this is, may say otherwise. */
  contestUntil: v.optional(v.string()),
  /** The call as a calendar file, so that it is saved without a network as well. */
  ics: v.string(),
  actions: v.array(BookingAction),
  /** ISO instant. */
  createdAt: v.string(),
})
export type Booking = v.InferOutput<typeof Booking>

/** `ics` is the call as a calendar file. */
export const BookingConfirmed = v.object({ success: v.literal(true), booking: Booking, ics: v.string() })
export type BookingConfirmed = v.InferOutput<typeof BookingConfirmed>
