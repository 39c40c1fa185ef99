import type { Availability, BookingConfirmed, MeetingPayment, Slot } from '#shared/bookings/contract.ts'
import { FREE_CANCELLATION_MS } from '#shared/bookings/rules.ts'
import { CALL_MS } from '#shared/bookings/slots.ts'
import type { VcId } from '#shared/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { CARDS, intentOf, payWithCard } from './money.ts'

/** The columns of a call that begins at an instant. */
export const spanAt = (start: Date | string) => {
  const meetingDateTime = new Date(start)
  return { meetingDateTime, endsAt: new Date(meetingDateTime.getTime() + CALL_MS) }
}

/** The hours at which an investor can be booked now. */
export async function freeSlots(client: Client, vcId: VcId): Promise<Slot[]> {
  const { body } = await client.post<Availability>('/api/calendly/availability', { vcId, vcType: 'platform', calendlyLink: '' })
  return body.slots.filter(({ available }) => available)
}

/** The next bookable hour: it may be two hours ahead, or three days. */
export async function firstSlot(client: Client, vcId: VcId): Promise<Slot> {
  const [slot] = await freeSlots(client, vcId)
  if (!slot) throw new Error('There is no slot')
  return slot
}

/** The last bookable hour. */
export async function lastSlot(client: Client, vcId: VcId): Promise<Slot> {
  const slot = (await freeSlots(client, vcId)).at(-1)
  if (!slot) throw new Error('There is no slot')
  return slot
}

/** A test may take an hour until it cancels or reschedules its booking. */
const MARGIN_MS = 60 * 60 * 1000

/**
 * The next hour that its founder may still reschedule, or cancel with a full refund, at any hour of the week in which the test
 * runs.
 */
export async function movableSlot(client: Client, vcId: VcId): Promise<Slot> {
  const from = Date.now() + FREE_CANCELLATION_MS + MARGIN_MS
  const slot = (await freeSlots(client, vcId)).find(({ start }) => Date.parse(start) > from)
  if (!slot) throw new Error('There is no slot that can be moved')
  return slot
}

export const details = {
  name: 'Noa Founder',
  email: 'noa@anvil.example',
  company: 'Anvil',
  message: 'Ports that pay each other.',
}

export const startBooking = (client: Client, vcId: VcId, selectedSlot: unknown, more: object = {}) =>
  client.post<MeetingPayment & { code?: string; message?: string }>('/api/create-meeting-payment', {
    vcId,
    vcType: 'platform',
    selectedSlot,
    bookingDetails: { ...details, timeZone: 'America/New_York' },
    amount: 1,
    ...more,
  })

export const confirmBooking = (client: Client, clientSecret: string, vcId: VcId, selectedSlot: unknown) =>
  client.post<BookingConfirmed & { code?: string; message?: string }>('/api/confirm-meeting-booking', {
    paymentIntentId: intentOf(clientSecret),
    vcId,
    vcType: 'platform',
    selectedSlot,
    bookingDetails: details,
  })

/** Books a slot with a card. */
export async function bookCall(app: TestApp, founder: Client, vcId: VcId, slot: Slot, card: string = CARDS.good) {
  const { body } = await startBooking(founder, vcId, slot)
  await payWithCard(app, body.clientSecret, card)
  return { ...body, confirmed: await confirmBooking(founder, body.clientSecret, vcId, slot) }
}
