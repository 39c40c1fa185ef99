import { meetingBookings, type vcs } from '#drizzle/schema/index.ts'
import type { Database } from '#server/db.ts'
import type { CallDeps } from '#server/features/bookings/act.ts'
import { newId } from '#server/new-id.ts'
import { generatedSlots } from '#shared/bookings/slots.ts'
import type { BookingId, VcId } from '#shared/ids.ts'
import { account } from './account.ts'
import type { TestApp } from './app.ts'
import { spanAt } from './bookings.ts'
import type { Client } from './client.ts'
import { approveInvestor, CARDS, confirmUnlock, intentOf, orderOfIntent, payWithCard, startPayment } from './money.ts'

/** In which the investors of these tests live. */
const ZONE = 'America/New_York'

export const aFounder = (app: TestApp) => account(app)

/** The account of an approved investor. */
export async function anInvestor(app: TestApp, listing: Partial<typeof vcs.$inferInsert> = {}) {
  const investor = await account(app, { userType: 'vc', isApprovedInvestor: true })
  return {
    ...investor,
    listing: await approveInvestor(app.database.db, { userId: investor.user.id, timeZone: ZONE, ...listing }),
  }
}

type Founder = Client & { user: { email: string } }
type Place = { url: string; database: { db: Database } }

/** A call that stands and was paid for, with real money of the sandbox. */
export async function bookCall(
  app: Place,
  founder: Founder,
  vcId: VcId,
  start: Date,
  about: Partial<typeof meetingBookings.$inferInsert> = {},
) {
  const { db } = app.database
  const { clientSecret } = (await startPayment(founder, vcId, { vcType: 'platform' })).body
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmUnlock(founder, clientSecret, vcId)
  const piId = intentOf(clientSecret)
  const order = await orderOfIntent(db, piId)
  const id = newId<BookingId>('bkg')
  await db.insert(meetingBookings).values({
    id,
    principalId: order.principalId,
    orderId: order.id,
    vcId,
    vcType: 'platform',
    founderEmail: founder.user.email,
    founderName: 'Ada Member',
    founderCompany: 'Tidepool',
    founderTimeZone: 'Europe/Berlin',
    vcTimeZone: ZONE,
    vcName: 'Alan Platform',
    vcEmail: 'alan@keystone.example',
    meetingLink: 'https://cal.example.com/alan',
    amount: order.amount,
    ...spanAt(start),
    ...about,
  })
  return { id, orderId: order.id, piId }
}

/** What the service is given, on a clock of the test's own. */
export const callsAt = (app: TestApp, now: Date, db = app.database.db): CallDeps => ({
  db,
  log: app.world.log,
  now: () => now,
  base: () => 'https://latchkey.example',
  organizer: 'no-reply@latchkey.example',
  isOffered: async (_, start) => generatedSlots(now, ZONE).some((slot) => slot.start === start.toISOString()),
})

/** One of the usual hours, so far ahead that every deadline is still to come: of its many, the nth from the last. */
export function usualHour(nth = 0): Date {
  const slot = generatedSlots(new Date(), ZONE).at(-1 - nth)
  if (!slot) throw new Error('No hour is left')
  return new Date(slot.start)
}
