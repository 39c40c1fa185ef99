import { meetingBookings, type vcs } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import type { ActDeps } from '#server/features/bookings/calls/transition.ts'
import { generatedSlots } from '#shared/bookings/slots.ts'
import type { BookingId, PrincipalId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { spanAt } from '#tests/support/actors/bookings.ts'
import {
  approveInvestor,
  CARDS,
  confirmUnlock,
  intentOf,
  orderOfIntent,
  payWithCard,
  startPayment,
} from '#tests/support/actors/money.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** The time zone of the investors in these tests. */
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
type About = Partial<typeof meetingBookings.$inferInsert>
type Place = { url: string; database: { db: Database } }

/** A confirmed call that was paid for with sandbox money. */
export async function bookCall(app: Place, founder: Founder, vcId: VcId, start: Date, about: About = {}) {
  const { clientSecret } = (await startPayment(founder, vcId, { vcType: 'platform' })).body
  await payWithCard(app, clientSecret, CARDS.good)
  await confirmUnlock(founder, clientSecret, vcId)
  const piId = intentOf(clientSecret)
  const { id: orderId, principalId, amount } = await orderOfIntent(app.database.db, piId)
  const id = await enterCall(app, { user: { ...founder.user, principalId } }, vcId, start, { orderId, amount, ...about })
  return { id, orderId, piId }
}

/** The same without a payment: for tests that do not depend on money. */
export async function enterCall(
  { database }: Pick<Place, 'database'>,
  { user }: { user: { principalId: PrincipalId; email: string } },
  vcId: VcId,
  start: Date,
  about: About = {},
): Promise<BookingId> {
  const id = newId<BookingId>('bkg')
  await database.db.insert(meetingBookings).values({
    id,
    principalId: user.principalId,
    vcId,
    vcType: 'platform',
    founderEmail: user.email,
    founderName: 'Ada Member',
    founderCompany: 'Tidepool',
    founderTimeZone: 'Europe/Berlin',
    vcTimeZone: ZONE,
    vcName: 'Alan Platform',
    vcEmail: 'alan@keystone.example',
    meetingLink: 'https://cal.example.com/alan',
    // Its contact was shared with the payment, as for earlier calls.
    contactGivenAt: new Date(),
    ...spanAt(start),
    ...about,
  })
  return id
}

/** The dependencies of the service, on a clock of the test. */
export const callsAt = (app: TestApp, now: Date, db = app.database.db): ActDeps => ({
  lock: async () => undefined,
  db,
  log: app.world.log,
  now: () => now,
  base: () => 'https://latchkey.example',
  organizer: 'no-reply@latchkey.example',
  env: app.world.env,
  isSlotAvailable: async (_, start) => generatedSlots(now, ZONE).some((slot) => slot.start === start.toISOString()),
})

/** One of the usual hours, so far ahead that every deadline is still in the future: the nth from the last. */
export function usualHour(nth = 0): Date {
  const slot = generatedSlots(new Date(), ZONE).at(-1 - nth)
  if (!slot) throw new Error('No hour is left')
  return new Date(slot.start)
}
