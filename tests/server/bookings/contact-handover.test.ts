import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buyerMarks, jobs, mailOutbox, meetingBookings, orders, refundRequests, vcUnlocks } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { cancelCall } from '#server/features/bookings/calls/cancel-call.ts'
import { cancelCallsOf } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { showContact as show } from '#server/features/bookings/calls/hand-over-contact.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId, OrderId, PrincipalId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { details, firstSlot, freeSlots, movableSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { movableClock } from '#tests/support/actors/earnings.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  atProvider,
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor, callsAt } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const SECRETS = ['alan@secret.example', 'cal.example.com/secret', '@alan_secret', 'linkedin.com/in/alan-secret']
const SECRET = /alan@secret|cal\.example\.com|alan_secret|alan-secret/

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

type Founder = Client & { user: { principalId: PrincipalId } }
type About = { email?: string; card?: string; fingerprint?: string; slot?: 'movable' | 'first' }

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

const rowOf = async (id: BookingId) => (await db.select().from(meetingBookings).where(eq(meetingBookings.id, id)))[0]
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
const cancel = (client: Client, id: BookingId, body: object = {}) =>
  client.post<Booking & { code?: string }>(`/api/bookings/${id}/cancel`, body)
const showContact = (client: Client, id: BookingId) =>
  client.post<Booking & { code?: string }>(`/api/bookings/${id}/show-contact`, {})
/** A node with the given clock shows the contact. */
async function bookAndShow(founder: Founder, vcId: VcId, now: Date) {
  const call = await book(founder, vcId)
  await quiet()
  await show(callsAt(app, now), founder.user.principalId, call.id)
  return call
}
const statusOf = async (id: OrderId) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.status
const becomes = (id: OrderId, status: string) =>
  until(
    () => statusOf(id),
    (now) => now === status,
  )
const requestOf = async (id: OrderId) => (await db.select().from(refundRequests).where(eq(refundRequests.orderId, id)))[0]
const mailsTo = (email: string) => db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))

describe('a buyer who books, reads and cancels receives nothing of the contact', () => {
  test('not in the reply, the private lane, the calls, the calendar file, the mails, the receipt, the export or the contacts', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId, email, confirmed, piId } = await book(founder, investor.listing)
    await until(async () => (await mailsTo(email)).length > 1)
    const everything = [
      confirmed,
      await held(founder),
      (await founder.get('/api/bookings')).body,
      (await founder.get(`/api/bookings/${id}.ics`)).body,
      (await founder.get(`/api/receipts/${orderId}`)).body,
      (await founder.get('/api/auth/export')).body,
      (await founder.get('/api/contacts.vcf')).body,
      (await founder.get('/api/contacts.csv')).body,
      (await founder.get(`/api/check-vc-unlock?vcId=${investor.listing}`)).body,
      (await founder.post('/api/confirm-payment', { paymentIntentId: piId })).body,
      (await mailsTo(email)).map(({ subject, text, html, calendar }) => [subject, text, html, calendar]),
    ]
    expect(JSON.stringify(everything)).not.toMatch(SECRET)
    expect(confirmed.booking).toMatchObject({
      status: 'confirmed',
      meetingLink: null,
      counterpart: { name: 'Alan Platform', email: null },
      contactFrom: confirmed.booking.freeUntil,
      start: expect.any(String),
    })
    expect(confirmed.ics).toContain('BEGIN:VEVENT')
    expect(Date.parse(confirmed.booking.freeUntil ?? '')).toBe(Date.parse(confirmed.booking.start) - DAY)
    expect((await founder.post('/api/confirm-payment', { paymentIntentId: piId })).body).toMatchObject({ isContactDue: true })

    const ended = await cancel(founder, id, { paidBack: true })
    expect(ended.body).toMatchObject({ status: 'cancelled', refund: expect.stringMatching('due|returned') })
    await becomes(orderId, 'refunded')
    await handOver()
    expect(JSON.stringify([await held(founder), (await founder.get('/api/bookings')).body])).not.toMatch(SECRET)
    expect(await db.$count(vcUnlocks, eq(vcUnlocks.orderId, orderId))).toBe(0)
  })

  test('the investor still receives the founder’s address immediately', async () => {
    const investor = await anInvestorWithSecrets()
    const { email } = await book(app.visitor(), investor.listing)
    expect((await held(investor)).bookings).toMatchObject([
      { role: 'investor', counterpart: { email }, meetingLink: 'https://cal.example.com/secret' },
    ])
  })
})

describe('the contact of a call is handed over', () => {
  test('when free cancellation has ended, by one of several nodes, once, also if none was running at that minute', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId, email } = await book(founder, investor.listing)
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(false)
    await endFree(id)
    const node = await app.anotherNode()
    await quiet()
    const rounds = [app, node, app, node].map((one) => runJob(one, 'bookings.hand-over'))
    await Promise.all(rounds)
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
    expect(await db.$count(vcUnlocks, eq(vcUnlocks.orderId, orderId))).toBe(1)
    expect((await held(founder)).contacts).toMatchObject([{ email: 'alan@secret.example', orderId }])
    expect((await held(founder)).bookings).toMatchObject([
      { contactFrom: null, meetingLink: 'https://cal.example.com/secret', counterpart: { email: 'alan@secret.example' } },
    ])
    const mails = (await mailsTo(email)).filter(({ template }) => template === 'call-contact')
    expect(mails).toMatchObject([{ text: expect.stringContaining(SECRETS[1] ?? '') }])
    expect(mails[0]?.calendar).toMatch(/SEQUENCE:1/)
    await node.stop()

    // From here on a cancellation costs the price.
    expect((await cancel(founder, id, { paidBack: true })).body.code).toBe('bookings.no-refund-now')
    expect((await cancel(founder, id)).body).toMatchObject({ status: 'cancelled', refund: 'none' })
    expect(await statusOf(orderId)).toBe('paid')
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  })

  test('with the reminder of a day ahead, in one mail', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = app.visitor()
    const { id, email } = await book(founder, investor.listing)
    await quiet()
    const start = new Date(clock.now().getTime() + DAY - 1000)
    await db
      .update(meetingBookings)
      .set({ meetingDateTime: start, endsAt: new Date(start.getTime() + HOUR / 2), freeUntil: new Date(start.getTime() - DAY) })
      .where(eq(meetingBookings.id, id))
    await quiet()
    await runJob(app, 'bookings.remind')
    await handOver()
    const mails = (await mailsTo(email)).filter(({ template }) => /call-(tomorrow|contact)/.test(template))
    expect(mails).toMatchObject([{ template: 'call-tomorrow', calendar: expect.stringContaining('cal.example.com') }])
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  })

  test('not while its payment is in dispute, and once the dispute is won', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = app.visitor()
    const { id, orderId, piId } = await book(founder, investor.listing, { card: CARDS.disputed })
    await becomes(orderId, 'disputed')
    await endFree(id)
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(false)
    const [dispute] = await db.execute<{ id: string }>(
      `select id from sandbox_objects where type = 'dispute' and body->>'payment_intent' = '${piId}'`,
    )
    await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'won' })
    await becomes(orderId, 'paid')
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  })

  test('not while a refund of its price is requested or running, and once the request is declined', async () => {
    const boss = await admin(app)
    const investor = await anInvestorWithSecrets()
    const [refunded, declined] = [await account(app), await account(app)]
    const [first, second] = [await book(refunded, investor.listing), await book(declined, investor.listing)]
    const requestIds = [await ask(refunded, first.orderId), await ask(declined, second.orderId)].map(({ body }) => body.id)
    await quiet()
    expect((await showContact(refunded, first.id)).body.code).toBe('bookings.price-asked-back')
    for (const { id } of [first, second]) await endFree(id)
    await handOver()
    expect(await hasUnlocked(declined, investor.listing)).toBe(false)

    // The provider has not answered yet.
    await db
      .update(refundRequests)
      .set({ status: 'approved' })
      .where(eq(refundRequests.id, requestIds[0] ?? ''))
    expect((await showContact(refunded, first.id)).body.code).toBe('bookings.price-asked-back')
    expect((await boss.reject(requestIds[1] ?? '', 'It has been held.')).status).toBe(200)
    await handOver()
    expect(await hasUnlocked(refunded, investor.listing)).toBe(false)
    expect(await hasUnlocked(declined, investor.listing)).toBe(true)
  })

  test('not while a job is pending that asks the team about its price', async () => {
    const [investor, founder] = [await anInvestorWithSecrets(), await account(app)]
    const { id, orderId } = await book(founder, investor.listing)
    await quiet()
    await endFree(id)
    // No worker takes it before tomorrow.
    const question = { id: newId<string>('job'), kind: ASK_FOR_MONEY, key: orderId, runAt: new Date(Date.now() + DAY) }
    await db.insert(jobs).values(question)
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(false)
    await db.update(jobs).set({ doneAt: new Date() }).where(eq(jobs.id, question.id))
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  })

  test('not while its buyer is owed the price', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId } = await book(founder, investor.listing)
    await quiet()
    await db.update(orders).set({ owedBackSince: clock.now() }).where(eq(orders.id, orderId))
    expect((await showContact(founder, id)).body.code).toBe('bookings.price-asked-back')
    await endFree(id)
    await runJob(app, 'bookings.hand-over')
    expect((await rowOf(id))?.contactGivenAt).toBe(null)
  })

  test('a rejection from before a cancellation past the cap hands nothing over', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId } = await book(founder, investor.listing)
    await quiet()
    const at = clock.now()
    const refusedAt = (decidedAt: Date) =>
      db.update(refundRequests).set({ status: 'rejected', decidedAt }).where(eq(refundRequests.orderId, orderId))
    await ask(founder, orderId)
    await refusedAt(new Date(at.getTime() - 1000))
    await db
      .update(meetingBookings)
      .set({ status: 'cancelled', endedBy: 'founder', cancelledAt: at, refundOutcome: 'asked' })
      .where(eq(meetingBookings.id, id))
    await handOver()
    expect((await rowOf(id))?.contactGivenAt).toBe(null)
    await refusedAt(new Date(at.getTime() + 1000))
    await handOver()
    expect((await rowOf(id))?.contactGivenAt).toEqual(expect.any(Date))
  })

  test('immediately at the founder’s request, which waives free cancellation permanently', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId } = await book(founder, investor.listing)
    for (const other of [app.visitor(), await account(app), investor]) expect((await showContact(other, id)).status).toBe(404)
    const shown = await Promise.all([showContact(founder, id), showContact(founder, id)])
    expect(shown.map(({ status }) => status)).toEqual([200, 200])
    expect(shown[0]?.body).toMatchObject({ contactFrom: null, meetingLink: 'https://cal.example.com/secret' })
    expect(await db.$count(vcUnlocks, eq(vcUnlocks.orderId, orderId))).toBe(1)

    // Moving it far ahead does not restore it.
    const to = (await freeSlots(founder, investor.listing)).at(-1)
    const moved = await founder.post<Booking>(`/api/bookings/${id}/reschedule`, { start: to?.start })
    expect(moved.body).toMatchObject({ start: to?.start, contactFrom: null })
    expect(Date.parse(moved.body.freeUntil ?? '')).toBeLessThanOrEqual(Date.now())
    expect((await cancel(founder, id, { paidBack: true })).body.code).toBe('bookings.no-refund-now')
    expect((await cancel(founder, id)).body).toMatchObject({ refund: 'none' })
    expect(await statusOf(orderId)).toBe('paid')
  })

  test('a node whose clock is behind refunds nothing once another node has shown the contact', async () => {
    const investor = await anInvestorWithSecrets()
    const founders = [await account(app), await account(app)] as const
    const now = clock.now()
    const calls = [
      await bookAndShow(founders[0], investor.listing, new Date(now.getTime() + 100)),
      await bookAndShow(founders[1], investor.listing, new Date(now.getTime() + 100)),
    ] as const
    const behind = callsAt(app, now)
    const [first, second] = [founders[0].user.principalId, founders[1].user.principalId]
    const promised = cancelCall(behind, first, calls[0].id, { paidBack: true })
    await expect(promised).rejects.toMatchObject({ code: 'bookings.no-refund-now' })
    expect(await cancelCall(behind, first, calls[0].id, {})).toMatchObject({ refund: 'none' })
    await db.transaction((tx) => cancelCallsOf(behind)(tx, { principalId: second, listings: [] }))
    expect((await rowOf(calls[1].id))?.refundOutcome).toBe('none')
    for (const { orderId } of calls) expect(await statusOf(orderId)).toBe('paid')
  })

  test('an investor who cancels still refunds the price, and the contact is revoked', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id, orderId } = await book(founder, investor.listing)
    await showContact(founder, id)
    expect((await cancel(investor, id)).body).toMatchObject({
      status: 'cancelled',
      refund: expect.stringMatching('due|returned'),
    })
    await becomes(orderId, 'refunded')
    expect(await hasUnlocked(founder, investor.listing)).toBe(false)
  })

  test('free cancellation moves with a call that is moved before that', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const { id } = await book(founder, investor.listing)
    const to = (await freeSlots(founder, investor.listing)).at(-1)
    const moved = await founder.post<Booking>(`/api/bookings/${id}/reschedule`, { start: to?.start })
    expect(Date.parse(moved.body.freeUntil ?? '')).toBe(Date.parse(to?.start ?? '') - DAY)
    expect(moved.body.contactFrom).toBe(moved.body.freeUntil)
  })

  test('a call with less than 24 hours left is free for 15 minutes after paying', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const before = clock.now().getTime()
    const { id, hour, orderId } = await book(founder, investor.listing, { slot: 'first' })
    const freeUntil = (await rowOf(id))?.freeUntil?.getTime() ?? 0
    const grace = before + HOUR / 4
    const expected = Math.max(grace, Date.parse(hour.start) - DAY)
    expect(freeUntil - expected).toBeGreaterThanOrEqual(0)
    expect(freeUntil - expected).toBeLessThan(60_000)
    expect((await cancel(founder, id, { paidBack: true })).status).toBe(200)
    await becomes(orderId, 'refunded')
  })

  test('a buyer who owns the contact through another purchase keeps it, and sees the link of the call immediately', async () => {
    const investor = await anInvestorWithSecrets()
    const founder = await account(app)
    const unlock = (await startPayment(founder, investor.listing, { vcType: 'platform' })).body
    await payWithCard(app, unlock.clientSecret, CARDS.good)
    await confirmUnlock(founder, unlock.clientSecret, investor.listing)
    const { id, orderId, confirmed } = await book(founder, investor.listing)
    expect(confirmed.booking).toMatchObject({ contactFrom: null, meetingLink: 'https://cal.example.com/secret' })
    expect((await cancel(founder, id, { paidBack: true })).status).toBe(200)
    await becomes(orderId, 'refunded')
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
    expect((await orderOfIntent(db, intentOf(unlock.clientSecret))).status).toBe('paid')
  })
})

describe('a buyer’s own cancellations count toward the year’s refunds', () => {
  /**
   * Cancels bookings in time.
   *
   * @returns the outcome of each, with the reply of its cancellation
   */
  async function cancelAll(bookings: (() => Promise<[Client, Awaited<ReturnType<typeof book>>]>)[]) {
    const outcomes = []
    for (const make of bookings) {
      const [client, call] = await make()
      const { body } = await cancel(client, call.id)
      outcomes.push({ ...call, client, body })
    }
    return outcomes
  }

  test('after three the call ends and the team decides about the money', async () => {
    const boss = await admin(app)
    const founder = await account(app)
    const investor = await anInvestorWithSecrets()
    const make = async (): Promise<[Client, Awaited<ReturnType<typeof book>>]> => [
      founder,
      await book(founder, investor.listing, { email: founder.user.email }),
    ]
    const outcomes = await cancelAll([make, make, make, make])
    expect(outcomes.map(({ body }) => [body.status, body.refund === 'none', body.isRefundAsked ?? false])).toEqual([
      ['cancelled', false, false],
      ['cancelled', false, false],
      ['cancelled', false, false],
      ['cancelled', true, true],
    ])
    const fourth = outcomes[3]
    if (!fourth) throw new Error('There is no fourth')
    const request = await until(
      () => requestOf(fourth.orderId),
      (found) => found !== undefined,
    )
    expect(request).toMatchObject({ status: 'requested', origin: 'buyer' })
    expect((await boss.refunds()).find(({ orderId }) => orderId === fourth.orderId)).toMatchObject({ refundsBefore: 3 })
    expect((await boss.approve(request?.id ?? '')).body.code).toBe('refunds.over-cap')
    expect(JSON.stringify(await held(founder))).not.toMatch(SECRET)
    const mails = (await mailsTo(founder.user.email)).filter(({ template }) => template === 'call-cancelled')
    expect(mails.filter(({ text }) => text.includes('our team decides about the price'))).toHaveLength(1)

    // If the refund is rejected, the price is kept, and so it bought the contact.
    await boss.reject(request?.id ?? '', 'A fourth time.')
    await handOver()
    expect(await hasUnlocked(founder, investor.listing)).toBe(true)
  })

  test('a new guest with the same card does not start a new year', async () => {
    const investor = await anInvestorWithSecrets()
    const asGuest = (about: About) => async (): Promise<[Client, Awaited<ReturnType<typeof book>>]> => {
      const guest = app.visitor()
      return [guest, await book(guest, investor.listing, about)]
    }
    const byCard = await cancelAll(Array.from({ length: 4 }, () => asGuest({ fingerprint: 'one-card' })))
    expect(byCard.map(({ body }) => body.isRefundAsked ?? false)).toEqual([false, false, false, true])
    const marks = await db.select().from(buyerMarks)
    expect(JSON.stringify(marks)).not.toMatch(/one-card/)
  })

  test('a stranger who types the address of a verified account uses up none of its refunds', async () => {
    const boss = await admin(app)
    const investor = await anInvestorWithSecrets()
    const victim = await account(app, { emailVerifiedAt: new Date() })
    const { email } = victim.user
    for (const stranger of [app.visitor(), await account(app), await account(app, { emailVerifiedAt: new Date() })]) {
      const { id, orderId } = await book(stranger, investor.listing, { email, fingerprint: 'card-of-stranger' })
      expect((await cancel(stranger, id)).body.isRefundAsked ?? false).toBe(false)
      await becomes(orderId, 'refunded')
    }
    const own = await book(victim, investor.listing, { email, fingerprint: 'card-of-victim' })
    const { body } = await ask(victim, own.orderId)
    expect((await boss.refunds()).find(({ id }) => id === body.id)).toMatchObject({ refundsBefore: 0 })
    const next = await book(victim, investor.listing, { email, fingerprint: 'card-of-victim' })
    expect((await cancel(victim, next.id)).body).not.toHaveProperty('isRefundAsked')
    await becomes(next.orderId, 'refunded')
  })

  test('approved refund requests count too', async () => {
    const boss = await admin(app)
    const founder = await account(app)
    const investor = await anInvestorWithSecrets()
    const calls = []
    for (let at = 0; at < 3; at += 1) calls.push(await book(founder, investor.listing, { email: founder.user.email }))
    for (const { orderId } of calls) {
      const { body } = await founder.post<{ id: string }>('/api/refunds', { orderId, reason: 'No.' })
      expect((await boss.approve(body.id)).status).toBe(200)
    }
    const fourth = await book(founder, investor.listing, { email: founder.user.email })
    expect((await cancel(founder, fourth.id)).body).toMatchObject({ isRefundAsked: true })
  })
})

describe('deleting the account bypasses no rule', () => {
  const leave = (client: Client) => client.send('/api/auth/delete-account', { method: 'DELETE' })

  test('in time it refunds what a cancellation refunds; later it refunds nothing', async () => {
    const investor = await anInvestorWithSecrets()
    const [early, late] = [await account(app), await account(app)]
    const [first, second] = [await book(early, investor.listing), await book(late, investor.listing)]
    await endFree(second.id)
    for (const client of [early, late]) expect((await leave(client)).status).toBe(200)
    await becomes(first.orderId, 'refunded')
    expect(await rowOf(second.id)).toMatchObject({ status: 'cancelled', refundOutcome: 'none' })
    await runJob(app, 'payments.reconcile')
    expect(await statusOf(second.orderId)).toBe('paid')
  })

  test.each([
    ['a verified address, tagged or not,', { emailVerifiedAt: new Date() }, {}],
    ['a card', {}, { fingerprint: 'one-card-again' }],
  ])('%s that is used again continues its count', async (_, about, paying) => {
    const investor = await anInvestorWithSecrets()
    const outcomes = []
    for (let at = 0; at < 4; at += 1) {
      const email = `again${at % 2 ? '+tag' : ''}@anvil.example`
      const founder = await account(app, { ...about, email })
      const call = await book(founder, investor.listing, { email, ...paying })
      expect((await leave(founder)).status).toBe(200)
      outcomes.push((await rowOf(call.id))?.refundOutcome)
    }
    expect(outcomes).toEqual(['due', 'due', 'due', 'asked'])
  })
})

test('a call counts against the limit from its payment on, before its contact is handed over', async () => {
  const investor = await anInvestor(app, { weeklyIntroLimit: 1 })
  await book(app.visitor(), investor.listing)
  expect((await startPayment(app.visitor(), investor.listing)).body.code).toBe('unlocks.limit-reached')
})

test('one call that cannot be handed over blocks no other contact, and no reminder', async () => {
  const { listing } = await anInvestorWithSecrets()
  const [broken, other] = [await book(await account(app), listing), await book(await account(app), listing)]
  for (const { id } of [broken, other]) await endFree(id)
  const snapshotOf = async () => (await db.select().from(orders).where(eq(orders.id, broken.orderId)))[0]?.snapshot
  const { vcType, ...unreadable } = (await snapshotOf()) ?? { title: '' }
  await db.update(orders).set({ snapshot: unreadable }).where(eq(orders.id, broken.orderId))
  const tomorrow = new Date(clock.now().getTime() + DAY / 2)
  const soon = { meetingDateTime: tomorrow, endsAt: new Date(tomorrow.getTime() + HOUR / 2), reminder24At: null }
  await db
    .update(meetingBookings)
    .set({ vcKey: 'elsewhere' as VcId, ...soon })
    .where(eq(meetingBookings.id, broken.id))
  await handOver()
  expect([(await rowOf(broken.id))?.contactGivenAt, (await rowOf(other.id))?.contactGivenAt]).toEqual([null, expect.any(Date)])

  await db.update(meetingBookings).set(soon).where(eq(meetingBookings.id, other.id))
  await runJob(app, 'bookings.remind')
  expect([(await rowOf(broken.id))?.reminder24At, (await rowOf(other.id))?.reminder24At]).toEqual([null, expect.any(Date)])
  // It is retried.
  await db
    .update(orders)
    .set({ snapshot: { ...unreadable, ...(vcType && { vcType }) } })
    .where(eq(orders.id, broken.orderId))
  await handOver()
  expect((await rowOf(broken.id))?.contactGivenAt).toBeInstanceOf(Date)
})
