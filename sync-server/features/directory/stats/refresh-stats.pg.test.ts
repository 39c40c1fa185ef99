import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  directoryInvestors,
  investorStats,
  orders,
  principals,
  syncTombstones,
  users,
  vcRequests,
} from '#drizzle/schema/index.ts'
import type { OrderId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { refreshStats } from './refresh-stats.ts'

const { db, sql } = await testDatabase()
const NOW = new Date('2026-06-30T12:00:00Z')
const refresh = () => refreshStats({ db, now: () => NOW })
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000)
const intro = { requestType: 'intro' } as const
let serial = 0

beforeEach(async () => {
  for (const table of [vcRequests, investorStats, orders, principals, users, directoryInvestors, syncTombstones])
    await db.delete(table)
})

/** A person who counts because of a payment or a verified address, or who does not count. */
async function person(
  why: 'paid' | 'verified' | 'nothing' | 'unverified' | 'refunded',
  bought = 'recOther',
): Promise<PrincipalId> {
  serial += 1
  const id = `pri_${serial}` as PrincipalId
  const userId = `usr_${serial}` as UserId
  const isAccount = why === 'verified' || why === 'unverified'
  if (isAccount) {
    await db
      .insert(users)
      .values({ id: userId, email: `p${serial}@example.com`, emailVerifiedAt: why === 'verified' ? NOW : null })
  }
  await db.insert(principals).values({ id, kind: isAccount ? 'account' : 'guest', userId: isAccount ? userId : null })
  if (why === 'paid' || why === 'refunded') {
    await db.insert(orders).values({
      id: `ord_${serial}` as OrderId,
      principalId: id,
      kind: 'vc_unlock',
      targetType: 'airtable',
      targetId: bought,
      amount: cents(50),
      status: why,
      snapshot: { title: 'Other' },
    })
  }
  return id
}

async function ask(principalId: PrincipalId, vcId: string, more: Partial<typeof vcRequests.$inferInsert> = {}) {
  serial += 1
  const createdAt = more.createdAt ?? daysAgo(1)
  await db.insert(vcRequests).values({
    id: `req_${serial}`,
    vcId: vcId as VcId,
    vcType: 'airtable',
    principalId,
    tags: ['DeFi'],
    requestType: 'unlock',
    amount: cents(50),
    day: createdAt.toISOString().slice(0, 10),
    createdAt,
    ...more,
  })
}

const stats = async () =>
  (await db.select().from(investorStats)).map(({ id, totalRequests, topTag, rank }) => ({ id, totalRequests, topTag, rank }))

test('introductions are counted per person, and only for people with a payment or a verified address', async () => {
  await addListings(db, listing('recA'))
  const repeatBuyer = await person('paid')
  for (const days of [1, 2, 3]) await ask(repeatBuyer, 'recA', { ...intro, createdAt: daysAgo(days) })
  await ask(await person('verified'), 'recA', intro)
  for (const why of ['nothing', 'unverified', 'refunded'] as const) await ask(await person(why), 'recA', intro)
  await refresh()
  expect(await stats()).toEqual([{ id: 'recA', totalRequests: 2, topTag: 'DeFi', rank: null }])
})

test('an unlock counts when it is paid: a card form that was opened does not', async () => {
  await addListings(db, listing('recA'))
  for (const days of [1, 2]) await ask(await person('paid', 'recA'), 'recA', { createdAt: daysAgo(days) })
  for (const why of ['verified', 'nothing'] as const) await ask(await person(why), 'recA')
  // Paid for another investor; refunded.
  await ask(await person('paid'), 'recA')
  await ask(await person('refunded', 'recA'), 'recA')
  await refresh()
  expect(await stats()).toMatchObject([{ id: 'recA', totalRequests: 2 }])
})

test('ten requests enter the ranking, equal counts share a rank, and the most requested tag is shown', async () => {
  await addListings(db, listing('recA'), listing('recB'), listing('recC'), listing('recD'))
  for (let i = 0; i < 12; i++) {
    const buyer = await person('paid')
    if (i < 9) await ask(buyer, 'recD', intro)
    if (i < 10) for (const id of ['recB', 'recC']) await ask(buyer, id, intro)
    await ask(buyer, 'recA', { ...intro, tags: i < 5 ? ['AI'] : ['Infra', 'Seed'] })
  }
  await refresh()
  expect((await stats()).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: 'recA', totalRequests: 12, topTag: 'Infra', rank: 1 },
    { id: 'recB', totalRequests: 10, topTag: 'DeFi', rank: 2 },
    { id: 'recC', totalRequests: 10, topTag: 'DeFi', rank: 2 },
    { id: 'recD', totalRequests: 9, topTag: 'DeFi', rank: null },
  ])
})

test('after 30 days a request is forgotten, and an unlisted investor has no numbers', async () => {
  await addListings(db, listing('recA'), listing('recOld'), listing('recGone', { unlistedAt: NOW }))
  const buyer = await person('paid')
  await ask(buyer, 'recA', { ...intro, createdAt: daysAgo(29.9) })
  await ask(buyer, 'recOld', { ...intro, createdAt: daysAgo(30.1) })
  await ask(buyer, 'recGone', intro)
  await refresh()
  expect((await stats()).map(({ id }) => id)).toEqual(['recA'])
  await refreshStats({ db, now: () => new Date(NOW.getTime() + 24 * 60 * 60 * 1000) })
  expect(await stats()).toEqual([])
  expect((await sql`select id from sync_tombstones where collection = 'stats'`).map(({ id }) => id)).toEqual(['recA'])
})

test('unchanged numbers are not written, so no device is notified', async () => {
  await addListings(db, listing('recA'))
  await ask(await person('paid'), 'recA', { ...intro, tags: [] })
  await refresh()
  const [before] = await db.select().from(investorStats)
  await refresh()
  expect(await db.select().from(investorStats)).toEqual([before])
  expect(before?.topTag).toBe('N/A')
})

/** A purchase and its reply after some hours; null for no reply. */
async function sell(vcId: string, paidAt: Date, repliedAfter: number | null, status: 'paid' | 'refunded' = 'paid') {
  const buyer = await person(status, vcId)
  await db.update(orders).set({ paidAt }).where(eq(orders.principalId, buyer))
  const repliedAt = repliedAfter === null ? null : new Date(paidAt.getTime() + repliedAfter * 60 * 60 * 1000)
  await ask(buyer, vcId, {
    ...{ requestType: 'unlock', createdAt: paidAt, repliedAt },
    ...(repliedAt && { replyChoice: 'yes', replyText: '' }),
  })
}

test('the share of replies counts purchases that were replied to or had five days for it, from three replies on', async () => {
  await addListings(db, listing('recReplies'))
  await sell('recReplies', daysAgo(40), 2)
  await sell('recReplies', daysAgo(50), 30)
  await refresh()
  expect(await db.select().from(investorStats)).toEqual([])

  await sell('recReplies', daysAgo(60), 10)
  await sell('recReplies', daysAgo(45), null)
  // Too recent, too old, and returned: none of them counts.
  await sell('recReplies', daysAgo(4), null)
  await sell('recReplies', daysAgo(181), null)
  await sell('recReplies', daysAgo(70), null, 'refunded')
  await refresh()
  expect(await db.select().from(investorStats)).toMatchObject([{ id: 'recReplies', replyRate: 75, replyHours: 10 }])
})

test('a reply count that has not changed is not written again', async () => {
  await addListings(db, listing('recReplies'))
  for (const day of [40, 41, 42]) await sell('recReplies', daysAgo(day), 3)
  await refresh()
  const before = await db.select().from(investorStats)
  await refresh()
  expect(await db.select().from(investorStats)).toEqual(before)
  expect(before).toMatchObject([{ totalRequests: 0, replyRate: 100, replyHours: 3 }])
})
