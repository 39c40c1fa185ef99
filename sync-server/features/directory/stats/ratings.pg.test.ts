import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  directoryInvestors,
  investorStats,
  meetingBookings,
  orders,
  principals,
  users,
  vcRequests,
  vcs,
} from '#drizzle/schema/index.ts'
import { listStats } from '#server/features/directory/queries.ts'
import type { BookingId, OrderId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { approveInvestor } from '#tests/support/actors/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { refreshStats } from './refresh-stats.ts'

const { db } = await testDatabase()
const NOW = new Date('2026-06-30T12:00:00Z')
const HOUR = 60 * 60 * 1000
const INVESTOR = 'recRated' as VcId
let serial = 0

beforeEach(async () => {
  for (const table of [meetingBookings, vcRequests, investorStats, orders, principals, vcs, users, directoryInvestors])
    await db.delete(table)
  await addListings(db, listing(INVESTOR))
})

/** What a device receives about an investor. */
async function figures(id = INVESTOR) {
  await refreshStats({ db, now: () => NOW })
  const [row] = await listStats(db, eq(investorStats.id, id))
  return row && { rating: row.rating, ratingCount: row.ratingCount }
}

async function addFounder({ isGuest = false } = {}) {
  serial += 1
  const [id, userId] = [`prn_${serial}` as PrincipalId, `usr_${serial}` as UserId]
  if (!isGuest) await db.insert(users).values({ id: userId, email: `f${serial}@example.com` })
  await db.insert(principals).values({ id, kind: isGuest ? 'guest' : 'account', userId: isGuest ? null : userId })
  return { principalId: id, userId }
}

type Rated = Partial<typeof meetingBookings.$inferInsert> & { rating: number }

/** A rated call of a founder, later than the calls before. */
async function addRating({ principalId, ...call }: Rated & { principalId?: PrincipalId }): Promise<BookingId> {
  const owner = principalId ?? (await addFounder()).principalId
  serial += 1
  const [id, orderId] = [`bkg_${serial}` as BookingId, `ord_${serial}` as OrderId]
  const meetingDateTime = new Date(NOW.getTime() - (10_000 - serial) * HOUR)
  await db.insert(orders).values({
    ...{ id: orderId, principalId: owner, kind: 'meeting', targetType: 'airtable', targetId: INVESTOR },
    ...{ amount: cents(50), status: 'paid', snapshot: { title: 'Call' } },
  })
  await db.insert(meetingBookings).values({
    ...{ id, orderId, principalId: owner, vcId: INVESTOR, vcType: 'airtable', vcName: 'Ines' },
    ...{ meetingDateTime, endsAt: new Date(meetingDateTime.getTime() + HOUR / 2), ratingText: '', ratedAt: NOW },
    ...call,
  })
  return id
}

test('an average is public from ratings of three founders on', async () => {
  for (const rating of [5, 4]) await addRating({ rating })
  expect(await figures()).toBeUndefined()
  await addRating({ rating: 5 })
  expect(await figures()).toEqual({ rating: 4.7, ratingCount: 3 })
})

test('below three ratings no figure is sent beside the other statistics', async () => {
  const { principalId } = await addFounder()
  await addRating({ rating: 5, principalId })
  const request = { vcId: INVESTOR, vcType: 'airtable', principalId, requestType: 'intro', amount: cents(50) } as const
  await db.insert(vcRequests).values({ id: 'req_1', ...request, day: '2026-06-29', createdAt: new Date(NOW.getTime() - HOUR) })
  expect(await figures()).toEqual({ rating: undefined, ratingCount: undefined })
  expect(Object.keys((await listStats(db))[0] ?? {})).not.toContain('rating')
})

test('several calls of one founder count once, with the latest rating; guests with one address are one founder', async () => {
  const { principalId } = await addFounder()
  for (const rating of [1, 2, 5]) await addRating({ rating, principalId })
  for (const rating of [1, 5]) {
    const guest = await addFounder({ isGuest: true })
    await addRating({
      rating,
      principalId: guest.principalId,
      founderEmail: rating === 1 ? 'Noa@anvil.example' : 'noa@anvil.example',
    })
  }
  expect(await figures()).toBeUndefined()
  await addRating({ rating: 5 })
  expect(await figures()).toEqual({ rating: 5, ratingCount: 3 })
})

test.each<[string, Partial<typeof meetingBookings.$inferInsert>]>([
  ['refunded', { status: 'refunded' }],
  ['disputed', { status: 'disputed' }],
  ['revoked', { status: 'revoked' }],
  ['cancelled', { status: 'cancelled' }],
  ['reported by its founder', { noShowBy: 'investor', contestedAt: NOW }],
  ['reported by the investor and not contested', { noShowBy: 'founder' }],
])('a call that was %s loses its rating, and regains it when it is valid again', async (_, change) => {
  for (const rating of [4, 4]) await addRating({ rating })
  const id = await addRating({ rating: 1 })
  const valid = { ratingCount: 3, rating: 3 }
  expect(await figures()).toEqual(valid)
  const isCall = eq(meetingBookings.id, id)
  await db.update(meetingBookings).set(change).where(isCall)
  expect(await figures()).toBeUndefined()
  await db.update(meetingBookings).set({ status: 'confirmed', noShowBy: null, contestedAt: null }).where(isCall)
  expect(await figures()).toEqual(valid)
})

test('the rating of a founder who contested a report counts, and that of an order that is not paid does not', async () => {
  for (const rating of [5, 5]) await addRating({ rating })
  const id = await addRating({ rating: 2, noShowBy: 'founder', contestedAt: NOW })
  expect(await figures()).toEqual({ rating: 4, ratingCount: 3 })
  const [call] = await db.select().from(meetingBookings).where(eq(meetingBookings.id, id))
  if (call?.orderId) await db.update(orders).set({ status: 'refunded' }).where(eq(orders.id, call.orderId))
  expect(await figures()).toBeUndefined()
})

test('an investor’s own calls do not count, by the account or by its address', async () => {
  const own = await addFounder()
  const id = await approveInvestor(db, { userId: own.userId })
  const guest = await addFounder({ isGuest: true })
  await addRating({ rating: 5, vcId: id, principalId: own.principalId })
  await addRating({ rating: 5, vcId: id, principalId: guest.principalId, founderEmail: `F${own.userId.slice(4)}@example.com` })
  for (const rating of [2, 2]) await addRating({ rating, vcId: id })
  expect(await figures(id)).toBeUndefined()
  await addRating({ rating: 2, vcId: id })
  expect(await figures(id)).toEqual({ rating: 2, ratingCount: 3 })
})

test('calls with a record count for the listing that replaced it, and for the record while the claim is revoked', async () => {
  for (const rating of [5, 4, 4]) await addRating({ rating })
  const { userId } = await addFounder()
  const id = await approveInvestor(db, { userId, replacesId: INVESTOR, replacedAt: NOW })
  expect(await figures(id)).toEqual({ rating: 4.3, ratingCount: 3 })
  expect(await figures()).toBeUndefined()
  await db.update(vcs).set({ claimRevokedAt: NOW }).where(eq(vcs.id, id))
  expect(await figures(id)).toBeUndefined()
  expect(await figures()).toEqual({ rating: 4.3, ratingCount: 3 })
})

test('an investor who is not listed has no figure', async () => {
  for (const rating of [5, 4, 4]) await addRating({ rating })
  await db.update(directoryInvestors).set({ unlistedAt: NOW }).where(eq(directoryInvestors.id, INVESTOR))
  expect(await figures()).toBeUndefined()
})
