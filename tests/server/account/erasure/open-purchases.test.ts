import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import type { BookingId, OrderId } from '#shared/ids.ts'
import { bookCall, details, lastSlot, spanAt } from '#tests/support/actors/bookings.ts'
import {
  approveInvestor,
  atProvider,
  CARDS,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { disputesOf } from '#tests/support/actors/refunds.ts'
import { OF_THE_PROVIDER, tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { findListing } from '#tests/support/state/investors.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { leave, MARK, setUp } from './setup.ts'

const { app, member, database, db, buy } = await setUp()

describe('the receipt of an erased account', () => {
  const mailsOf = (orderId: OrderId) => listMails(db, { orderId })

  async function aReceipt(typed: string) {
    const ada = await member()
    const { id } = await buy(ada, await listInvestor(db), { email: typed })
    await expect.poll(async () => (await mailsOf(id))[0]?.sentAt).toBeInstanceOf(Date)
    return { ada, id }
  }

  test('names no address either, and is not sent twice', async () => {
    const { ada, id } = await aReceipt('typed-receipt@example.com')
    await leave(ada)
    expect(await mailsOf(id)).toMatchObject([{ template: 'receipt', recipient: '', subject: '', text: '', html: null }])
    expect(await tablesThatSay(db, ['typed-receipt'], OF_THE_PROVIDER)).toEqual([])
  })

  test('is still sent if it is pending, and is emptied by the next daily run', async () => {
    const { ada, id } = await aReceipt('on-its-way@example.com')
    const isOrders = eq(schema.mailOutbox.orderId, id)
    await db
      .update(schema.mailOutbox)
      .set({ sentAt: null, sendAt: new Date(Date.now() + 3_600_000) })
      .where(isOrders)
    await leave(ada)
    await runJob(app, 'accounts.prune')
    expect(await mailsOf(id)).toMatchObject([{ recipient: 'on-its-way@example.com' }])
    await db.update(schema.mailOutbox).set({ sentAt: new Date() }).where(isOrders)
    await runJob(app, 'accounts.prune')
    expect(await mailsOf(id)).toMatchObject([{ recipient: '', subject: '', text: '' }])
  })
})

describe('an investor who leaves', () => {
  const CONTACT = `${MARK}invest`

  async function anInvestor() {
    const iris = await member({ userType: 'vc' })
    const vcId = await approveInvestor(db, {
      userId: iris.user.id,
      partnerName: 'Iris',
      email: `${CONTACT}@fund.example`,
      meetingLink: `https://cal.example.com/${CONTACT}`,
      bio: CONTACT,
      telegramUrl: `https://t.me/${CONTACT}`,
    })
    return { iris, vcId }
  }

  test('is unlisted, and the contact is deleted from the server', async () => {
    const { iris, vcId } = await anInvestor()
    expect((await leave(iris)).status).toBe(200)
    expect(await findListing(db, vcId)).toMatchObject({
      isActive: false,
      isVerified: false,
      userId: null,
      email: null,
      meetingLink: null,
    })
    expect(await tablesThatSay(db, [CONTACT], OF_THE_PROVIDER)).toEqual([])
  })

  test('refunds buyers of the last week, and not earlier ones', async () => {
    const { iris, vcId } = await anInvestor()
    const lately = await buy(await member(), vcId, { vcType: 'platform' })
    const before = await buy(await member(), vcId, { vcType: 'platform' })
    await db
      .update(schema.orders)
      .set({ paidAt: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(schema.orders.id, before.id))
    expect((await iris.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })).status).toBe(200)
    const statusOf = async (id: OrderId) => (await orderById(db, id)).status
    await expect.poll(() => statusOf(lately.id)).toBe('refunded')
    expect(await statusOf(before.id)).toBe('paid')
  })

  test('has left, and a dispute that is won later refunds the price instead of restoring an empty contact', async () => {
    const { iris, vcId } = await anInvestor()
    const order = await buy(await member(), vcId, { vcType: 'platform' }, CARDS.disputed)
    const hasBecome = (status: string) => expect.poll(async () => (await orderById(db, order.id)).status).toBe(status)
    await hasBecome('disputed')
    expect((await iris.send('/api/auth/delete-account?giveUpEarnings=yes', { method: 'DELETE' })).status).toBe(200)
    const [dispute] = await disputesOf(app, order.id)
    await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'won' })
    await hasBecome('refunded')
  })

  test('cancels the future calls, and their founders are notified', async () => {
    const { iris, vcId } = await anInvestor()
    const founder = await member()
    const call = {
      principalId: founder.user.principalId,
      vcId,
      vcType: 'platform' as const,
      founderEmail: 'founder-of-call@example.com',
    }
    const [past, future] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
    await db.insert(schema.meetingBookings).values([
      { ...call, id: 'bkg_past' as BookingId, ...spanAt(past) },
      { ...call, id: 'bkg_future' as BookingId, ...spanAt(future) },
    ])
    await leave(iris)
    const rows = await listCalls(db, { vcId })
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      bkg_past: 'confirmed',
      bkg_future: 'cancelled',
    })
    await mailTo(app, 'founder-of-call@example.com', /^Your call with .* is cancelled$/)
  })
})

test('an order keeps its address while a dispute is open, and loses it afterwards', async () => {
  const ada = await member()
  const order = await buy(ada, await listInvestor(db), { email: 'disputing@example.com' }, CARDS.disputed)
  const orderNow = () => orderById(db, order.id)
  const hasBecome = (status: string) => expect.poll(async () => (await orderNow()).status).toBe(status)
  await hasBecome('disputed')
  await leave(ada)
  const lookAgain = () => app.app.jobs['accounts.forget-addresses']?.({ principalId: ada.user.principalId })
  await lookAgain()
  expect((await orderNow()).snapshot.receiptEmail).toBe('disputing@example.com')

  const [dispute] = await disputesOf(app, order.id)
  await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'won' })
  await hasBecome('paid')
  await lookAgain()
  expect((await orderNow()).snapshot).toMatchObject({ receiptKey: expect.any(String) })
  expect((await orderNow()).snapshot.receiptEmail).toBeUndefined()
})

test('a refund to a buyer who has left keeps the address until it arrives, even if the card refuses it', async () => {
  const investor = await approveInvestor(db)
  const book = async (card: string) => {
    const buyer = await member()
    const { clientSecret } = await bookCall(app, buyer, investor, await lastSlot(buyer, investor), card)
    const orderNow = () => orderOfIntent(db, intentOf(clientSecret))
    const lookAgain = () => app.app.jobs['accounts.forget-addresses']?.({ principalId: buyer.user.principalId })
    return { buyer, orderNow, lookAgain }
  }
  const [bounced, arrived] = [await book(CARDS.unrefundable), await book(CARDS.good)]
  await leave(bounced.buyer)
  expect((await bounced.orderNow()).snapshot.receiptEmail).toBe(details.email)
  await expect.poll(async () => (await bounced.orderNow()).alertCode).toBe('return-failed')
  await bounced.lookAgain()
  expect((await bounced.orderNow()).snapshot.receiptEmail).toBe(details.email)

  await leave(arrived.buyer)
  await expect.poll(async () => (await arrived.orderNow()).status).toBe('refunded')
  await arrived.lookAgain()
  expect((await arrived.orderNow()).snapshot.receiptEmail).toBeUndefined()
})

test('a buyer without an address on the receipt is reached at the account’s address while a dispute is open', async () => {
  const ada = await member()
  const order = await buy(ada, await listInvestor(db), {}, CARDS.disputed)
  const orderNow = () => orderOfIntent(db, order.piId ?? '')
  await expect.poll(async () => (await orderNow()).status).toBe('disputed')
  await leave(ada)
  expect((await orderNow()).snapshot.receiptEmail).toBe(ada.user.email)
})

test('money that is settled after its buyer has left is refunded, with a mail to the buyer’s address', async () => {
  const ada = await member()
  const { clientSecret } = (await startPayment(ada, await listInvestor(db), { email: 'late@example.com' })).body
  // The deletion locks the order and waits for the account; the settlement waits for the order.
  const row = await openTransaction(database)
  await row.lock('users', ada.user.id)
  const leaving = leave(ada)
  await untilWaiting(database, 1)
  await payWithCard(app, clientSecret, CARDS.good)
  await untilWaiting(database, 2)
  await row.end('commit')
  expect((await leaving).status).toBe(200)
  const orderNow = () => orderOfIntent(db, intentOf(clientSecret))
  await expect.poll(async () => (await orderNow()).status).toBe('refunded')
  expect((await orderNow()).refusal).toBe('accounts.deleted')
  await mailTo(app, 'late@example.com', /is being refunded/)
})
