import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { meetingBookings } from '#drizzle/schema/index.ts'
import type { OrderId, VcId } from '#shared/ids.ts'
import { account } from '#tests/support/actors/account.ts'
import { bookCall, details, movableSlot, startBooking } from '#tests/support/actors/bookings.ts'
import { CARDS, intentOf, listInvestor, orderOfIntent, payWithCard, runJob, startPayment } from '#tests/support/actors/money.ts'
import { GRETA, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { admin, ask } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { firstViewOf } from '#tests/support/state/orders.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp()
const { db } = app.database

const EMAIL = 'grace@secret.example'
const viewOf = (orderId: OrderId) => firstViewOf(db, orderId)

/** Paid for, and granted by the webhook alone: the buyer has confirmed nothing and read nothing. */
async function paidUnread(clientSecret: string): Promise<OrderId> {
  await payWithCard(app, clientSecret, CARDS.good)
  const paid = () => orderOfIntent(db, intentOf(clientSecret))
  return (await until(paid, ({ status }) => status === 'paid')).id
}
const unlock = async (buyer: Client, vcId: VcId) => paidUnread((await startPayment(buyer, vcId)).body.clientSecret)
const read = async (buyer: Client, path: string) => (await buyer.send(path)).text()

test.each([
  ['the address book', '/api/contacts.vcf'],
  ['the spreadsheet', '/api/contacts.csv'],
  ['the external listing', '/api/airtable/vcs'],
])('a contact that is read in %s is recorded as viewed', async (_, path) => {
  const buyer = await account(app)
  const orderId = await unlock(buyer, await listInvestor(db, { email: EMAIL }))
  expect(await viewOf(orderId)).toBeUndefined()
  expect(await read(buyer, path)).toContain(EMAIL)
  expect(await viewOf(orderId)).toBeDefined()
  const { body } = await ask(buyer, orderId)
  const boss = await admin(app)
  expect((await boss.refunds()).find(({ id }) => id === body.id)).toMatchObject({ firstViewedAt: expect.any(String) })
})

test('a reply without the buyer’s contacts records nothing', async () => {
  const buyer = await account(app)
  const orderId = await unlock(buyer, await listInvestor(db, { email: EMAIL }))
  expect(await read(app.visitor(), '/api/contacts.vcf')).not.toContain(EMAIL)
  expect(await read(buyer, '/api/my-history')).not.toContain(EMAIL)
  expect(await read(buyer, '/api/cold-investors')).not.toContain(EMAIL)
  expect(await viewOf(orderId)).toBeUndefined()
})

test('the contact of a call is recorded as viewed from its handover on', async () => {
  const investor = await anInvestor(app, { email: EMAIL })
  const founder = await account(app)
  const { confirmed } = await bookCall(app, founder, investor.listing, await movableSlot(founder, investor.listing))
  const { id, orderId } = confirmed.body.booking
  await read(founder, '/api/bookings')
  expect(await viewOf(orderId as OrderId)).toBeUndefined()
  const freeUntil = new Date(Date.now() - 1000)
  await db.update(meetingBookings).set({ freeUntil }).where(eq(meetingBookings.id, id))
  // A call that another transaction has locked is skipped, and handed over by the next run.
  const handOver = async () => {
    await runJob(app, 'bookings.hand-over')
    return viewOf(orderId as OrderId)
  }
  expect(await until(handOver)).toBeDefined()
})

test('a contact that an earlier release delivered with a call is recorded as viewed once it is exported', async () => {
  const investor = await anInvestor(app, { email: EMAIL })
  const founder = await account(app)
  const { confirmed } = await bookCall(app, founder, investor.listing, await movableSlot(founder, investor.listing))
  const { id, orderId } = confirmed.body.booking
  await db.update(meetingBookings).set({ contactGivenAt: new Date() }).where(eq(meetingBookings.id, id))
  expect(await read(founder, '/api/auth/export')).toContain(EMAIL)
  expect(await viewOf(orderId as OrderId)).toBeDefined()
})

test.each([
  ['the list of calls', () => '/api/bookings'],
  ['the calendar file of a call', (id: string) => `/api/bookings/${id}.ics`],
])('an unlocked contact that is read in %s is recorded as viewed', async (_, pathOf) => {
  const investor = await anInvestor(app, { email: EMAIL })
  const founder = await account(app)
  const { confirmed } = await bookCall(app, founder, investor.listing, await movableSlot(founder, investor.listing))
  const orderId = await unlock(founder, investor.listing)
  expect(await viewOf(orderId)).toBeUndefined()
  expect(await read(founder, pathOf(confirmed.body.booking.id))).toContain('https://')
  expect(await viewOf(orderId)).toBeDefined()
})

test('an unlocked contact that is read in the reply to a booking is recorded as viewed', async () => {
  const investor = await anInvestor(app, { email: EMAIL })
  const founder = await account(app)
  const orderId = await unlock(founder, investor.listing)
  const slot = await movableSlot(founder, investor.listing)
  expect(JSON.stringify((await bookCall(app, founder, investor.listing, slot)).confirmed.body)).toContain(EMAIL)
  expect(await viewOf(orderId)).toBeDefined()
})

test('an unlocked contact that is sent in the mail of a booking is recorded as viewed', async () => {
  const investor = await anInvestor(app, { email: EMAIL })
  const founder = await account(app)
  const orderId = await unlock(founder, investor.listing)
  const slot = await movableSlot(founder, investor.listing)
  const email = 'mailed@anvil.example'
  const { body } = await startBooking(founder, investor.listing, slot, { bookingDetails: { ...details, email } })
  await paidUnread(body.clientSecret)
  const mailsToBuyer = () => listMails(db, { recipient: email })
  const hasContact = ({ text, calendar }: { text: string; calendar: string | null }) =>
    `${text}${calendar}`.includes('https://cal.example.com')
  expect(await until(mailsToBuyer, (found) => found.some(hasContact))).toBeDefined()
  expect(await viewOf(orderId)).toBeDefined()
})

test.each([
  ['the page of the fund', (slug: string) => `/api/cold-investors/${slug}`],
  ['the list of funds', () => '/api/cold-investors'],
  ['the history', () => '/api/my-history'],
])('a decision maker who is read in %s is recorded as viewed', async (_, pathOf) => {
  const buyer = await account(app)
  const { id, slug } = await listFund(db)
  const orderId = await paidUnread((await startPerson(buyer, id)).body.clientSecret)
  const other = await listFund(db)
  expect(await read(buyer, `/api/cold-investors/${other.slug}`)).not.toContain(GRETA.fullName)
  expect(await viewOf(orderId)).toBeUndefined()
  expect(await read(buyer, pathOf(slug))).toContain(GRETA.fullName)
  expect(await viewOf(orderId)).toBeDefined()
})
