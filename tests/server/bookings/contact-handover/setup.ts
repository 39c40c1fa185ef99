import { eq } from 'drizzle-orm'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId, OrderId, VcId } from '#shared/ids.ts'
import { details, firstSlot, movableSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { movableClock } from '#tests/support/actors/earnings.ts'
import { CARDS, intentOf, payWithCard, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { findCall } from '#tests/support/state/calls.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

export const HOUR = 60 * 60 * 1000
export const DAY = 24 * HOUR
export const SECRET = /alan@secret|cal\.example\.com|alan_secret|alan-secret/
export type About = { email?: string; card?: string; fingerprint?: string; slot?: 'movable' | 'first' }
export const cancel = (client: Client, id: BookingId, body: object = {}) =>
  client.post<Booking & { code?: string }>(`/api/bookings/${id}/cancel`, body)
export const showContact = (client: Client, id: BookingId) =>
  client.post<Booking & { code?: string }>(`/api/bookings/${id}/show-contact`, {})

/** A started app with a clock of its own, and the steps of a booked call. */
export async function setUp() {
  const clock = movableClock()
  const app = await startTestApp({ world: { now: clock.now } })
  const { db } = app.database

  let people = 0
  const anAddress = () => {
    people += 1
    return `founder-${people}@anvil.example`
  }

  const anInvestorWithSecrets = () =>
    anInvestor(app, {
      email: 'alan@secret.example',
      meetingLink: 'https://cal.example.com/secret',
      telegramUrl: 'https://t.me/alan_secret',
      linkedinUrl: 'https://linkedin.com/in/alan-secret',
    })

  /** A call that was booked and paid for with a card, by the calls that a browser makes. */
  async function book(founder: Client, vcId: VcId, { email = anAddress(), card = CARDS.good, fingerprint, slot }: About = {}) {
    const hour = await (slot === 'first' ? firstSlot(founder, vcId) : movableSlot(founder, vcId))
    const bookingDetails = { ...details, email, timeZone: 'UTC' }
    const { body } = await startBooking(founder, vcId, hour, { bookingDetails })
    await payWithCard(app, body.clientSecret, card, fingerprint ? { fingerprint } : {})
    const confirmed = await founder.post<{ booking: Booking; ics: string }>('/api/confirm-meeting-booking', {
      paymentIntentId: intentOf(body.clientSecret),
      vcId,
      selectedSlot: hour,
    })
    const { booking } = confirmed.body
    return {
      vcId,
      email,
      hour,
      id: booking.id,
      orderId: booking.orderId as OrderId,
      piId: intentOf(body.clientSecret),
      confirmed: confirmed.body,
    }
  }

  const rowOf = (id: BookingId) => findCall(db, id)
  /** As if the period of free cancellation had ended. */
  const endFree = (id: BookingId) =>
    db
      .update(meetingBookings)
      .set({ freeUntil: new Date(clock.now().getTime() - 1000) })
      .where(eq(meetingBookings.id, id))
  /** Jobs skip an order or call that is locked at the moment; their next run handles it. */
  const quiet = () =>
    until(
      () => db.execute<{ due: number }>('select count(*)::int as due from jobs where done_at is null and run_at <= now()'),
      ([jobs]) => jobs?.due === 0,
    )
  const handOver = async () => {
    await quiet()
    await runJob(app, 'bookings.hand-over')
  }
  const statusOf = async (id: OrderId) => (await orderById(db, id)).status
  const becomes = (id: OrderId, status: string) =>
    until(
      () => statusOf(id),
      (now) => now === status,
    )
  const mailsTo = (email: string) => listMails(db, { recipient: email })
  return { clock, app, db, anInvestorWithSecrets, book, rowOf, endFree, quiet, handOver, statusOf, becomes, mailsTo }
}
