import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings, orders, vcs } from '#drizzle/schema/index.ts'
import { GUEST_COOKIE } from '#server/http/session.ts'
import type { BookingId } from '#shared/ids.ts'
import { RATING_DAYS } from '#shared/ratings/rules.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { held } from '#tests/support/actors/listings.ts'
import { atProvider } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { aFounder, anInvestor, bookCall } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'

const app = await startTestApp()
const { db } = app.database

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const ago = (ms: number) => new Date(Date.now() - ms)

type Given = { bookingId: string; stars: number; text?: string }
async function rate(client: Client, args: Given, id = newMutationId(), madeAt = new Date().toISOString()) {
  const mutation = { id, name: 'call.rate', args, madeAt }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

/** A paid call that has ended. */
async function aCall(startsAt = ago(2 * HOUR)) {
  const [investor, founder] = [await anInvestor(app), await aFounder(app)]
  return { investor, founder, ...(await bookCall(app, founder, investor.listing, startsAt)) }
}
const change = (id: BookingId, about: Partial<typeof meetingBookings.$inferInsert>) =>
  db.update(meetingBookings).set(about).where(eq(meetingBookings.id, id))
const ratingOf = async (client: Client) => (await held(client)).bookings?.[0]?.rating

test('a founder rates a held call: both sides have the stars and the line, on their devices at once', async () => {
  const { investor, founder, id } = await aCall()
  expect([await ratingOf(founder), await ratingOf(investor)]).toEqual([null, null])
  const pokes: string[] = []
  const listening = await app.database.sql.listen('latchkey_sync', (payload) => void pokes.push(payload))
  expect(await rate(founder, { bookingId: id, stars: 4, text: '  You read the deck.  ' })).toMatchObject({ status: 'applied' })

  for (const { user } of [investor, founder]) await expect.poll(() => pokes).toContain(`me:${user.principalId}`)
  await listening.unlisten()
  const given = { stars: 4, text: 'You read the deck.', ratedAt: expect.any(String) }
  expect([await ratingOf(founder), await ratingOf(investor)]).toEqual([given, given])
  const rated = ({ kind }: { kind: string }) => kind === 'call-rated'
  expect([(await held(investor)).notices?.filter(rated), (await held(founder)).notices?.filter(rated) ?? []]).toMatchObject([
    [{ facts: { bookingId: id, role: 'investor' } }],
    [],
  ])
})

test('a call is rated once: the same rating again changes nothing, and another one is refused', async () => {
  const { founder, id: bookingId } = await aCall()
  const id = newMutationId()
  await rate(founder, { bookingId, stars: 2, text: 'Too short' }, id)
  const given = await ratingOf(founder)
  expect(await rate(founder, { bookingId, stars: 2, text: 'Too short' }, id)).toMatchObject({ status: 'duplicate' })
  expect(await rate(founder, { bookingId, stars: 2, text: 'Too short' })).toMatchObject({ status: 'applied' })
  for (const other of [
    { stars: 5, text: 'Too short' },
    { stars: 2, text: 'Another line' },
  ]) {
    expect(await rate(founder, { bookingId, ...other })).toMatchObject({ status: 'refused', code: 'ratings.given' })
  }
  expect(await ratingOf(founder)).toEqual(given)
})

test('only the founder of a call rates it: not its investor, another founder or a visitor', async () => {
  const { investor, id: bookingId, founder } = await aCall()
  for (const client of [investor, await aFounder(app), app.visitor()]) {
    expect(await rate(client, { bookingId, stars: 5 })).toMatchObject({ status: 'refused', code: 'not-found' })
  }
  expect(await ratingOf(founder)).toBeNull()
})

test('a founder does not rate a call with their own listing', async () => {
  const { investor, founder, id: bookingId } = await aCall()
  await db.update(vcs).set({ userId: founder.user.id }).where(eq(vcs.id, investor.listing))
  expect(await rate(founder, { bookingId, stars: 5 })).toMatchObject({ status: 'refused', code: 'unlocks.own-profile' })
})

test.each([
  ['before it ends, whatever its device says', -HOUR, new Date(Date.now() + 3 * HOUR).toISOString(), 'ratings.too-early'],
  ['while it runs', 10 * 60 * 1000, undefined, 'ratings.too-early'],
  [
    'after thirty days, also with a rating that was made in time',
    (RATING_DAYS + 1) * DAY,
    ago(20 * DAY).toISOString(),
    'ratings.closed',
  ],
])('a call is not rated %s', async (_, startedAgo, madeAt, code) => {
  const { founder, id: bookingId } = await aCall(ago(startedAgo))
  expect(await rate(founder, { bookingId, stars: 5 }, newMutationId(), madeAt)).toMatchObject({ status: 'refused', code })
})

test.each<[string, Partial<typeof meetingBookings.$inferInsert>, string]>([
  ['was cancelled', { status: 'cancelled' }, 'ratings.not-held'],
  ['was declined', { status: 'declined' }, 'ratings.not-held'],
  ['is in dispute', { status: 'disputed' }, 'ratings.not-held'],
  ['was revoked', { status: 'revoked' }, 'ratings.not-held'],
  ['is an expired hold', { status: 'expired' }, 'not-found'],
  ['was never paid', { orderId: null }, 'ratings.not-held'],
  ['was missed by the investor', { noShowBy: 'investor', contestedAt: new Date() }, 'ratings.not-held'],
  ['was missed by its founder', { noShowBy: 'founder' }, 'ratings.not-held'],
  ['has an investor who has left', { vcName: null }, 'unlocks.gone'],
])('a call that %s is not rated', async (_, about, code) => {
  const { founder, id: bookingId } = await aCall()
  await change(bookingId, about)
  expect(await rate(founder, { bookingId, stars: 5 })).toMatchObject({ status: 'refused', code })
})

test('a founder who contested the report of a no-show rates the call', async () => {
  const { founder, id: bookingId } = await aCall()
  await change(bookingId, { noShowBy: 'founder', contestedAt: new Date() })
  expect(await rate(founder, { bookingId, stars: 1 })).toMatchObject({ status: 'applied' })
})

test('a refunded call is not rated', async () => {
  const { founder, id: bookingId, piId, orderId } = await aCall()
  await db.update(orders).set({ kind: 'meeting', slotId: bookingId }).where(eq(orders.id, orderId))
  await atProvider(app, 'refunds', { payment_intent: piId })
  await expect.poll(async () => (await held(founder)).bookings?.[0]?.status).toBe('refunded')
  expect(await rate(founder, { bookingId, stars: 5 })).toMatchObject({ status: 'refused', code: 'ratings.not-held' })
})

test.each([{ stars: 0 }, { stars: 6 }, { stars: 4.5 }, { stars: 5, text: 'x'.repeat(501) }])(
  'a rating is one to five whole stars, with a line of at most 500 characters: %o',
  async (given) => {
    const { founder, id: bookingId } = await aCall()
    expect(await rate(founder, { bookingId, ...given })).toMatchObject({ status: 'refused', code: 'invalid' })
    expect(await ratingOf(founder)).toBeNull()
  },
)

test('a guest’s rating moves to the account at the sign-in, and the earlier guest rates no call of it', async () => {
  const guest = app.visitor()
  const user = { email: 'guest-who-rates@example.com' }
  const book = async () => bookCall(app, { ...guest, user }, (await anInvestor(app)).listing, ago(2 * HOUR))
  const [rated, other] = [await book(), await book()]
  await rate(guest, { bookingId: rated.id, stars: 5, text: 'As a guest' })
  const earlier = app.visitor()
  earlier.cookies.set(GUEST_COOKIE, guest.cookies.get(GUEST_COOKIE) ?? '')
  const password = 'a-fine-password'
  const account = { ...user, firstName: 'Noa', lastName: 'Berg', userType: 'founder' }
  expect((await guest.post('/api/auth/register', { ...account, password, confirmPassword: password })).status).toBe(200)

  const calls = (await held(guest)).bookings ?? []
  expect(calls.find(({ id }) => id === rated.id)?.rating).toMatchObject({ stars: 5, text: 'As a guest' })
  expect(await rate(earlier, { bookingId: other.id, stars: 1 })).toMatchObject({ status: 'refused', code: 'not-found' })
  expect(await rate(guest, { bookingId: other.id, stars: 4 })).toMatchObject({ status: 'applied' })
})

test('both sides export a rating, and it is erased with the account of its founder', async () => {
  const { investor, founder, id } = await aCall()
  await rate(founder, { bookingId: id, stars: 3, text: 'Only between us' })
  for (const side of [founder, investor]) {
    expect(JSON.stringify((await side.get('/api/auth/export')).body)).toContain('Only between us')
  }
  expect((await founder.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  expect(await ratingOf(investor)).toBeNull()
})

test('a rating is erased with the account of the investor, and no other one takes its place', async () => {
  const { investor, founder, id } = await aCall()
  await rate(founder, { bookingId: id, stars: 3, text: 'Only between us' })
  expect((await investor.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })).status).toBe(200)
  expect(await ratingOf(founder)).toBeUndefined()
  expect(JSON.stringify(await held(founder))).not.toContain('Only between us')
  expect(await rate(founder, { bookingId: id, stars: 3 })).toMatchObject({ status: 'refused', code: 'unlocks.gone' })
})
