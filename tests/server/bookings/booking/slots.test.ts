import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { bookCall, details, firstSlot, freeSlots, spanAt, startBooking } from '#tests/support/actors/bookings.ts'
import { approveInvestor, startPayment } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listOrders } from '#tests/support/state/orders.ts'
import { setUp } from './setup.ts'

const { app, db, investor, callsOf, statusesOf, letRunOut } = await setUp()

describe('P16: no two calls of one investor overlap', () => {
  test('of 100 concurrent founders one gets the slot, and one payment is opened', async () => {
    const vcId = await investor()
    const slot = await firstSlot(app.visitor(), vcId)
    const replies = await Promise.all(Array.from({ length: 100 }, () => startBooking(app.visitor(), vcId, slot)))
    const codes = Map.groupBy(replies, ({ status, body }) => `${status} ${body.code ?? ''}`)
    expect([...codes].map(([code, { length }]) => [code, length]).sort()).toEqual([
      ['200 ', 1],
      ['409 bookings.slot-taken', 99],
    ])
    expect(await statusesOf(vcId)).toEqual(['held'])
    expect(await listOrders(db, { targetId: vcId })).toHaveLength(1)
  })

  test('a slot that begins within another is refused by the table itself, one that follows is not', async () => {
    const vcId = await investor()
    const start = new Date('2031-05-05T10:00:00Z')
    const at = (minutes: number, status: 'held' | 'confirmed' | 'expired') => ({
      id: `bkg_${vcId}_${minutes}` as never,
      principalId: 'pri_x' as never,
      vcId,
      vcType: 'platform' as const,
      status,
      ...spanAt(new Date(start.getTime() + minutes * 60_000)),
    })
    await db.insert(meetingBookings).values([at(0, 'confirmed'), at(30, 'held'), at(15, 'expired')])
    await expect(db.insert(meetingBookings).values(at(45, 'held'))).rejects.toThrow()
  })

  test('a taken slot is not offered, except to the owner of the hold', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    await startBooking(founder, vcId, slot)
    expect((await firstSlot(founder, vcId)).start).toBe(slot.start)
    expect((await firstSlot(app.visitor(), vcId)).start).not.toBe(slot.start)
  })
})

describe('P17: an investor’s week', () => {
  test('accepts one of ten concurrent founders if one place is left, and the others are not asked for a card', async () => {
    const vcId = await investor({ weeklyIntroLimit: 2 })
    const first = app.visitor()
    await bookCall(app, first, vcId, await firstSlot(first, vcId))
    const slots = (await freeSlots(app.visitor(), vcId)).slice(0, 10)
    const founders = await Promise.all(slots.map(() => app.member()))
    const replies = await Promise.all(founders.map((founder, at) => startBooking(founder, vcId, slots[at])))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'unlocks.limit-reached')).toHaveLength(9)
    // An unpaid call does not block an unlock.
    expect((await startPayment(app.visitor(), vcId)).status).toBe(200)
  })
})

describe('P18: the slot is one that the server offers', () => {
  test.each([
    ['a quarter past', (start: number) => start + 15 * 60_000],
    ['a Sunday’s', (start: number) => start + ((7 - new Date(start).getUTCDay()) % 7 || 7) * 86_400_000],
    ['yesterday’s', (start: number) => start - 2 * 86_400_000],
    ['within the notice', () => Math.ceil(Date.now() / 3_600_000) * 3_600_000],
    ['next year’s', (start: number) => start + 365 * 86_400_000],
  ])('%s is refused before any charge', async (_, move) => {
    const vcId = await investor()
    const founder = app.visitor()
    const at = spanAt(new Date(move(Date.parse((await firstSlot(founder, vcId)).start))))
    const reply = await startBooking(founder, vcId, { start: at.meetingDateTime.toISOString(), end: at.endsAt.toISOString() })
    expect(reply).toMatchObject({ status: 409, body: { code: 'bookings.not-offered' } })
    expect(await listOrders(db, { targetId: vcId })).toEqual([])
  })

  test('a longer call than offered is refused', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const { start } = await firstSlot(founder, vcId)
    const reply = await startBooking(founder, vcId, { start, end: new Date(Date.parse(start) + 3_600_000).toISOString() })
    expect(reply.body.code).toBe('bookings.not-offered')
  })

  test.each([
    ['without a zone', '2027-03-15T09:00:00'],
    ['that does not exist', '2027-02-31T09:00:00Z'],
    ['that is not a time', 'nine o’clock'],
    ['that a daylight-saving change skips, as a local time', '2027-03-14T02:30:00[America/New_York]'],
  ])('a time %s is refused', async (_, start) => {
    const vcId = await investor({ timeZone: 'America/New_York' })
    const reply = await startBooking(app.visitor(), vcId, { start, end: '2027-03-15T09:30:00Z' })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(await callsOf(vcId)).toEqual([])
  })

  test('a slot is the same in any notation', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    const east = (iso: string) => new Date(Date.parse(iso) + 2 * 3_600_000).toISOString().replace('.000Z', '+02:00')
    const reply = await startBooking(founder, vcId, { start: east(slot.start), end: east(slot.end) })
    expect(reply.status).toBe(200)
    expect((await callsOf(vcId))[0]?.meetingDateTime.toISOString()).toBe(slot.start)
  })
})

describe('slots cannot be squatted', () => {
  test('another request for a held slot does not prolong the hold', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    const slot = await firstSlot(founder, vcId)
    await startBooking(founder, vcId, slot)
    const heldUntil = new Date(Date.now() + 60_000)
    await db.update(meetingBookings).set({ heldUntil }).where(eq(meetingBookings.vcId, vcId))
    expect((await startBooking(founder, vcId, slot)).body.heldUntil).toBe(heldUntil.toISOString())
  })

  test('a user may hold two calls at a time, of any investors, and a third is refused', async () => {
    const founder = await app.member()
    const hold = async (vcId: VcId) => startBooking(founder, vcId, await firstSlot(founder, vcId))
    const first = await investor()
    expect([(await hold(first)).status, (await hold(await investor())).status]).toEqual([200, 200])
    expect(await hold(await investor())).toMatchObject({ status: 409, body: { code: 'bookings.too-many-holds' } })
    await letRunOut(first)
    expect((await hold(await investor())).status).toBe(200)
  })

  test('guests of one address share two holds and a rate limit; another address is not affected', async () => {
    const proxied = await startTestApp({ env: { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '0.1' } })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const hold = async (address: string) => {
      const vcId = await approveInvestor(proxied.database.db)
      const guest = proxied.visitor()
      const selectedSlot = await firstSlot(guest, vcId)
      return guest.post<{ code?: string }>(
        '/api/create-meeting-payment',
        { vcId, selectedSlot, bookingDetails: details },
        from(address),
      )
    }
    expect([(await hold('192.0.2.1')).status, (await hold('192.0.2.1')).status]).toEqual([200, 200])
    expect((await hold('192.0.2.1')).body.code).toBe('bookings.too-many-holds')
    expect((await hold('192.0.2.2')).status).toBe(200)

    // Sixty a minute, scaled down to six.
    const ask = async () =>
      (await proxied.visitor().post('/api/calendly/availability', { vcId: 'vc_nobody' }, from('192.0.2.3'))).status
    const statuses = []
    for (let time = 0; time < 7; time += 1) statuses.push(await ask())
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 429])
  })

  test('choosing another slot releases the previous one', async () => {
    const vcId = await investor()
    const founder = app.visitor()
    for (const slot of (await freeSlots(founder, vcId)).slice(0, 4)) {
      expect((await startBooking(founder, vcId, slot)).status).toBe(200)
    }
    expect(await statusesOf(vcId)).toEqual(['expired', 'expired', 'expired', 'held'])
  })
})
