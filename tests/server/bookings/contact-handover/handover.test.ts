import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { jobs, meetingBookings, orders, refundRequests } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { ASK_FOR_MONEY } from '#server/features/refunds/job-kinds.ts'
import type { VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { held } from '#tests/support/actors/listings.ts'
import { atProvider, CARDS, hasUnlocked, runJob } from '#tests/support/actors/money.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { listGrants, orderById } from '#tests/support/state/orders.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { cancel, DAY, HOUR, SECRET, setUp, showContact } from './setup.ts'

const { clock, app, db, anInvestorWithSecrets, book, rowOf, endFree, quiet, handOver, statusOf, becomes, mailsTo } = await setUp()

const SECRETS = ['alan@secret.example', 'cal.example.com/secret', '@alan_secret', 'linkedin.com/in/alan-secret']

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
    expect(await listGrants(db, { orderId })).toEqual([])
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
    expect(await listGrants(db, { orderId })).toHaveLength(1)
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
    await atProvider(app, `disputes/${await disputeAtProvider(db, piId)}/close`, { status: 'won' })
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
})

test('one call that cannot be handed over blocks no other contact, and no reminder', async () => {
  const { listing } = await anInvestorWithSecrets()
  const [broken, other] = [await book(await account(app), listing), await book(await account(app), listing)]
  for (const { id } of [broken, other]) await endFree(id)
  const snapshotOf = async () => (await orderById(db, broken.orderId)).snapshot
  const { vcType, ...unreadable } = await snapshotOf()
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
