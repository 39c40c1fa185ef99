import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { confirmBooking, freeSlots } from '#tests/support/actors/bookings.ts'
import { approveInvestor, CARDS, confirmUnlock, payWithCard, runJob, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { listCalls } from '#tests/support/state/calls.ts'

const app = await startTestApp({ env: { TRUST_PROXY: '1' } })
const { db } = app.database

const DAY = 24 * 60 * 60 * 1000
const established = () => account(app, { emailVerifiedAt: new Date(), createdAt: new Date(Date.now() - 2 * DAY) })

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `192.0.2.${addresses}`
}

/** Holds the nth free slot of an investor from an address. */
async function hold(client: Client, vcId: VcId, { nth = 0, from = anAddress() }: { nth?: number; from?: string } = {}) {
  const slot = (await freeSlots(client, vcId))[nth]
  const reply = await client.post<{ code?: string; clientSecret: string; heldUntil: string }>(
    '/api/create-meeting-payment',
    { vcId, selectedSlot: slot, bookingDetails: { name: 'Noa', email: 'noa@anvil.example' } },
    { headers: { 'x-forwarded-for': from } },
  )
  return { ...reply, slot }
}

async function letRunOut(vcId: VcId) {
  await db
    .update(meetingBookings)
    .set({ heldUntil: new Date(Date.now() - 1000) })
    .where(and(eq(meetingBookings.vcId, vcId), eq(meetingBookings.status, 'held')))
  await runJob(app, 'bookings.lapse')
}

test('an unpaid hold does not block an unlock of the investor', async () => {
  const vcId = await approveInvestor(db, { weeklyIntroLimit: 1 })
  const squatter = await established()
  expect((await hold(squatter, vcId)).status).toBe(200)
  const buyer = await account(app)
  const { body } = await startPayment(buyer, vcId)
  await payWithCard(app, body.clientSecret, CARDS.good)
  expect((await confirmUnlock(buyer, body.clientSecret, vcId)).status).toBe(200)
})

test('of a hold and an unlock for the last place, the first payment gets it, and the other is refunded', async () => {
  const vcId = await approveInvestor(db, { weeklyIntroLimit: 1 })
  const [caller, buyer] = [await established(), await account(app)]
  const held = await hold(caller, vcId)
  const { body } = await startPayment(buyer, vcId)
  await payWithCard(app, body.clientSecret, CARDS.good)
  await confirmUnlock(buyer, body.clientSecret, vcId)
  await payWithCard(app, held.body.clientSecret, CARDS.good)
  const late = await confirmBooking(caller, held.body.clientSecret, vcId, held.slot)
  expect(late.body).toMatchObject({ code: 'unlocks.limit-reached', message: expect.stringContaining('being refunded') })
})

/** As if the given minutes had passed for all holds of an investor. */
async function pass(vcId: VcId, minutes: number) {
  const ago = sql`make_interval(mins => ${minutes})`
  await db
    .update(meetingBookings)
    .set({
      createdAt: sql`${meetingBookings.createdAt} - ${ago}`,
      heldUntil: sql`${meetingBookings.heldUntil} - ${ago}`,
      lapsedAt: sql`${meetingBookings.lapsedAt} - ${ago}`,
    })
    .where(eq(meetingBookings.vcId, vcId))
  await runJob(app, 'bookings.lapse')
}

test('slots that were held on an earlier day cannot be held in turns for longer than new ones', async () => {
  const vcId = await approveInvestor(db)
  const squatter = await established()
  for (const nth of [0, 1]) expect((await hold(squatter, vcId, { nth })).status).toBe(200)
  await pass(vcId, 16)
  await pass(vcId, 24 * 60 + 1)

  const leftOf = (reply: Awaited<ReturnType<typeof hold>>) => (Date.parse(reply.body.heldUntil) - Date.now()) / 60_000
  expect((await hold(squatter, vcId, { nth: 0 })).status).toBe(200)
  await pass(vcId, 14)
  expect((await hold(squatter, vcId, { nth: 1 })).status).toBe(200)
  await pass(vcId, 14)
  const last = leftOf(await hold(squatter, vcId, { nth: 0 }))
  expect(last).toBeGreaterThan(1)
  expect(last).toBeLessThan(2.1)
  await pass(vcId, 1)
  expect((await hold(squatter, vcId, { nth: 1 })).body.code).toBe('bookings.held-before')
  await pass(vcId, 2)
  for (const nth of [0, 1, 2]) expect((await hold(squatter, vcId, { nth })).body.code).toBe('bookings.held-before')
})

test('a hold that expired unpaid is not renewed within a day, on any slot of the investor', async () => {
  const vcId = await approveInvestor(db)
  const squatter = await established()
  expect((await hold(squatter, vcId)).status).toBe(200)
  await letRunOut(vcId)
  for (const nth of [0, 1, 5]) expect((await hold(squatter, vcId, { nth })).body.code).toBe('bookings.held-before')
  // Another investor, and another user, are not affected.
  expect((await hold(squatter, await approveInvestor(db))).status).toBe(200)
  expect((await hold(await established(), vcId)).status).toBe(200)

  await db
    .update(meetingBookings)
    .set({ lapsedAt: new Date(Date.now() - DAY - 1000) })
    .where(eq(meetingBookings.principalId, squatter.user.principalId))
  expect((await hold(squatter, vcId, { nth: 1 })).status).toBe(200)
})

test('changing from slot to slot holds an investor for at most half an hour', async () => {
  const vcId = await approveInvestor(db)
  const squatter = await established()
  expect((await hold(squatter, vcId)).status).toBe(200)
  const begun = (minutes: number) =>
    db
      .update(meetingBookings)
      .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
      .where(eq(meetingBookings.vcId, vcId))
  await begun(20)
  const second = await hold(squatter, vcId, { nth: 1 })
  expect(Date.parse(second.body.heldUntil) - Date.now()).toBeLessThan(10.1 * 60_000)
  await begun(30)
  expect((await hold(squatter, vcId, { nth: 2 })).body.code).toBe('bookings.held-before')
})

test('all guests of one address block together may let three holds of an investor expire in a day', async () => {
  const vcId = await approveInvestor(db)
  const block = (host: string) => `2001:db8:77:1::${host}`
  for (const host of ['1', '2', '3']) {
    expect((await hold(app.visitor(), vcId, { from: block(host) })).status).toBe(200)
    await letRunOut(vcId)
  }
  expect((await hold(app.visitor(), vcId, { from: block('4') })).body.code).toBe('bookings.held-before')
  expect((await hold(app.visitor(), vcId, { from: '2001:db8:77:2::1' })).status).toBe(200)
})

test('one customer of an IPv6 provider, with 65,536 blocks, leaves half of the places of an investor to others', async () => {
  const vcId = await approveInvestor(db, { weeklyIntroLimit: 5 })
  const codes: unknown[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    const { body } = await hold(app.visitor(), vcId, { nth, from: `2001:db8:78:${nth}::1` })
    codes.push(body.code)
  }
  expect(codes).toEqual([undefined, undefined, ...Array(3).fill('bookings.too-many-holds')])
  expect((await hold(app.visitor(), vcId)).status).toBe(200)
  expect((await hold(await established(), vcId, { nth: 1, from: '2001:db8:78:9::1' })).status).toBe(200)
})

test('blocks of one customer may let six holds of an investor expire in a day, and not three of each block', async () => {
  const vcId = await approveInvestor(db, { weeklyIntroLimit: 1 })
  for (let at = 0; at < 6; at += 1) {
    expect((await hold(app.visitor(), vcId, { from: `2001:db8:79:${at}::1` })).status).toBe(200)
    await letRunOut(vcId)
  }
  expect((await hold(app.visitor(), vcId, { from: '2001:db8:79:6::1' })).body.code).toBe('bookings.held-before')
  expect((await hold(app.visitor(), await approveInvestor(db), { from: '2001:db8:79:6::1' })).status).toBe(200)
  expect((await hold(app.visitor(), vcId, { from: '2001:db8:7a:1::1' })).status).toBe(200)
})

test('blocks of one customer hold as many slots as ten addresses at a time', async () => {
  const codes: unknown[] = []
  for (let at = 0; at < 21; at += 1) {
    codes.push((await hold(app.visitor(), await approveInvestor(db), { from: `2001:db8:7b:${at}::1` })).body.code)
  }
  expect(codes).toEqual([...Array(20).fill(undefined), 'bookings.too-many-holds'])
})

test.each([
  ['new', { emailVerifiedAt: new Date() }],
  ['not verified', { createdAt: new Date(Date.now() - 2 * DAY) }],
])('accounts that are %s are counted by their address block as well', async (_, about) => {
  const from = anAddress()
  const holdOne = async () => (await hold(await account(app, about), await approveInvestor(db), { from })).body.code
  const codes = []
  for (let at = 0; at < 9; at += 1) codes.push(await holdOne())
  expect(codes).toEqual([...Array(8).fill(undefined), 'bookings.too-many-holds'])
  expect((await hold(await established(), await approveInvestor(db), { from })).status).toBe(200)
})

test('the client address of a hold is deleted a day after it expired', async () => {
  const vcId = await approveInvestor(db)
  await hold(app.visitor(), vcId, { from: '2001:db8:7c:1::1' })
  await letRunOut(vcId)
  const rows = () => listCalls(db, { vcId })
  expect(await rows()).toMatchObject([
    { status: 'expired', holderKey: expect.any(String), holderWideKey: expect.any(String), lapsedAt: expect.any(Date) },
  ])
  await db
    .update(meetingBookings)
    .set({ lapsedAt: new Date(Date.now() - DAY - 1000) })
    .where(eq(meetingBookings.vcId, vcId))
  await runJob(app, 'bookings.lapse')
  expect(await rows()).toMatchObject([{ holderKey: null, holderWideKey: null }])
})

test('the client address of a hold is deleted when its slot is released or bought', async () => {
  const vcId = await approveInvestor(db)
  const [buyer, from] = [app.visitor(), '2001:db8:7d:1::1']
  await hold(buyer, vcId, { from })
  const { body, slot } = await hold(buyer, vcId, { nth: 1, from })
  await payWithCard(app, body.clientSecret, CARDS.good)
  expect((await confirmBooking(buyer, body.clientSecret, vcId, slot)).status).toBe(200)
  const rows = await listCalls(db, { vcId })
  expect(rows.map(({ status }) => status).sort()).toEqual(['confirmed', 'expired'])
  for (const row of rows) expect(row).toMatchObject({ holderKey: null, holderWideKey: null })
})

test('a slot that was sold before the claim of its investor was revoked is not offered again', async () => {
  const vcId = await approveInvestor(db)
  const caller = await established()
  const { slot } = await hold(caller, vcId)
  expect((await freeSlots(app.visitor(), vcId)).map(({ start }) => start)).not.toContain(slot?.start)
  // The call keeps the key of the record; that of the investor changes with the revocation.
  await db
    .update(meetingBookings)
    .set({ vcKey: 'rec_before' as VcId })
    .where(eq(meetingBookings.vcId, vcId))
  expect((await freeSlots(app.visitor(), vcId)).map(({ start }) => start)).not.toContain(slot?.start)
})
