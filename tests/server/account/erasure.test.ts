import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { detachedRun } from '#server/jobs/run.ts'
import { forgetRefusalsJob } from '#server/sync/push/delete-rejections.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { BookingId, MutationId, OrderId, PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { bookCall, details, lastSlot, spanAt } from '#tests/support/actors/bookings.ts'
import {
  approveInvestor,
  atProvider,
  CARDS,
  confirmUnlock,
  hasUnlocked,
  intentOf,
  listInvestor,
  orderOfIntent,
  payWithCard,
  runJob,
  startPayment,
} from '#tests/support/actors/money.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { ask, disputesOf, requestOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { OF_THE_PROVIDER, tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { untilWaiting } from '#tests/support/in-order.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'

const app = await startTestApp()
const { member, visitor, database } = app
const { db } = database

const MARK = 'zqxcanary'
const leave = (client: Client) => client.send('/api/auth/delete-account', { method: 'DELETE' })

async function buy(buyer: Client, vcId: VcId, more: Record<string, unknown> = {}, card: string = CARDS.good) {
  const { clientSecret } = (await startPayment(buyer, vcId, more)).body
  await payWithCard(app, clientSecret, card)
  await confirmUnlock(buyer, clientSecret, vcId)
  return orderOfIntent(db, intentOf(clientSecret))
}

/** Inserts a row with the marker into every table that stores text of a user. */
async function writeEverywhere({ user }: { user: User }, orderId: OrderId) {
  const { id: userId, principalId } = user
  const vcId = 'rec_any' as VcId
  await db.insert(schema.projects).values({
    id: newId<ProjectId>('prj'),
    userId,
    companyName: MARK,
    description: MARK,
    email: `${MARK}@example.com`,
    isPublished: true,
  })
  await db.insert(schema.contactNotes).values({ principalId, contactId: vcId, text: MARK })
  await db.insert(schema.contactIntros).values({ principalId, contactId: vcId, text: MARK })
  await db.insert(schema.savedInvestors).values({ principalId, vcId })
  const name = { kind: 'name' as const, subjectId: userId, field: 'firstName', clientId: MARK, mark: 'x' }
  await db.insert(schema.textWriters).values({ principalId, ...name })
  await db.insert(schema.notices).values({ id: newId('ntc'), principalId, kind: 'test', title: MARK })
  await db
    .insert(schema.tickets)
    .values({ id: newId('tkt'), kind: 'support', principalId, name: MARK, email: `${MARK}@example.com`, message: MARK })
  await db.insert(schema.vcRequests).values({
    id: newId('req'),
    vcId,
    vcType: 'airtable',
    principalId,
    userId,
    founderEmail: `${MARK}@example.com`,
    requestType: 'intro',
    message: MARK,
    amount: cents(0),
    day: '2026-01-01',
  })
  await db.insert(schema.auditLog).values({
    id: newId('aud'),
    actorId: userId,
    action: 'test',
    targetType: 'user',
    targetId: userId,
    before: { firstName: MARK },
  })
  await db.insert(schema.processedMutations).values({
    id: crypto.randomUUID() as never,
    principalId,
    clientId: 'x',
    name: 'contact.note',
    status: 'refused',
    refusal: { code: 'x', message: 'x', current: MARK },
  })
  await db.update(schema.payments).set({ introTemplate: MARK }).where(eq(schema.payments.orderId, orderId))
}

test('an account leaves no personal data; the ledger keeps the purchase under a pseudonym', async () => {
  const ada = await member({ email: `${MARK}@example.com`, firstName: MARK, lastName: MARK })
  await verifyEmail(db, ada.user)
  const order = await buy(ada, await listInvestor(db), { email: `${MARK}@example.com` })
  await writeEverywhere(ada, order.id)
  await mailTo(app, `${MARK}@example.com`, /receipt/i)
  expect((await tablesThatSay(db, [MARK])).length).toBeGreaterThan(8)
  const phone = visitor()
  await phone.post('/api/auth/login', { email: `${MARK}@example.com`, password: ada.password })

  expect(await (await leave(ada)).json()).toEqual({ success: true })
  const farewell = await mailTo(app, `${MARK}@example.com`, /account was deleted/i)
  expect(farewell.text).not.toContain(`Hello ${MARK}`)
  for (const client of [ada, phone]) expect((await client.get('/api/auth/user')).status).toBe(401)
  expect((await visitor().post('/api/auth/login', { email: `${MARK}@example.com`, password: ada.password })).status).toBe(401)

  // Only the deletion mail itself remains, until mails older than a month are deleted. A job empties the rejections.
  await expect
    .poll(() => tablesThatSay(db, [MARK, ada.user.id], [...OF_THE_PROVIDER, 'audit_log']), { timeout: 10_000 })
    .toEqual(['mail_outbox'])
  const mails = await db
    .select()
    .from(schema.mailOutbox)
    .where(eq(schema.mailOutbox.recipient, `${MARK}@example.com`))
  expect(mails.map(({ template }) => template)).toEqual(['account-deleted'])
  const [kept] = await db.select().from(schema.orders).where(eq(schema.orders.id, order.id))
  expect(kept).toMatchObject({ status: 'paid', amount: order.amount, principalId: ada.user.principalId })
  expect(kept?.snapshot.receiptKey).toMatch(/^[0-9a-f]{64}$/)
  expect(await db.$count(schema.ledgerEntries, eq(schema.ledgerEntries.orderId, order.id))).toBeGreaterThan(0)
})

const insertRejected = (principalId: PrincipalId, count: number) =>
  db
    .insert(schema.processedMutations)
    .values(
      Array.from({ length: count }, () => ({
        ...{ id: Bun.randomUUIDv7() as MutationId, principalId, clientId: 'x', name: 'contact.note', status: 'refused' as const },
        refusal: { code: 'x', message: 'x', current: 'own words' },
      })),
    )
    .returning()
const countRejections = (principalId: PrincipalId) =>
  db.$count(
    schema.processedMutations,
    and(eq(schema.processedMutations.principalId, principalId), isNotNull(schema.processedMutations.refusal)),
  )

test('a deletion does not touch the processed mutations of its account, so that a million of them block nothing', async () => {
  const ada = await member()
  const [change] = await insertRejected(ada.user.principalId, 3)
  const elsewhere = await openTransaction(database)
  await elsewhere.write((sql) => sql`select from processed_mutations where id = ${change?.id ?? ''} for update`)
  expect((await leave(ada)).status).toBe(200)
  await elsewhere.end('commit')
  await expect.poll(() => countRejections(ada.user.principalId), { timeout: 10_000 }).toBe(0)
})

test('contents of rejected mutations are emptied in batches, up to the instant at which the account was deleted', async () => {
  const [ada, bob] = [await member(), await member()]
  const { principalId } = ada.user
  await insertRejected(principalId, 5)
  const [clock] = await db.execute<{ until: string }>(sql`select clock_timestamp()::text as until`)
  await insertRejected(bob.user.principalId, 1)
  const [later] = await insertRejected(principalId, 1)
  const cursors: unknown[] = []
  const run = () => ({
    ...detachedRun(),
    cursor: cursors.at(-1),
    saveCursor: async (cursor: unknown) => void cursors.push(cursor),
  })
  while ((await forgetRefusalsJob(db, 2)({ principalId, until: clock?.until }, run())) === 'continue');
  expect(cursors).toHaveLength(3)
  const [kept] = await db
    .select()
    .from(schema.processedMutations)
    .where(eq(schema.processedMutations.id, later?.id as MutationId))
  expect([await countRejections(principalId), kept?.refusal !== null, await countRejections(bob.user.principalId)]).toEqual([
    1,
    true,
    1,
  ])
})

test('an account leaves no text of a refund request that it wrote as a guest, even if another account owns the order', async () => {
  const [ada, email] = [await member(), 'typed-by-a-guest@example.com']
  const guest = visitor()
  const { id } = await buy(guest, await listInvestor(db), { email })
  expect((await ask(guest, id, MARK)).status).toBe(200)
  const owner = await member({ email })
  const token = tokenIn(await mailTo(app, email, /confirm/i))
  expect((await owner.post('/api/auth/verify-email', { token })).status).toBe(200)
  await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })
  const [order] = await db.select().from(schema.orders).where(eq(schema.orders.id, id))
  expect(order?.principalId).toBe(owner.user.principalId)
  expect(await requestOf(app, id)).toMatchObject({ principalId: ada.user.principalId, reason: MARK })
  // Earlier releases joined the text of a rule with the buyer’s text.
  await db.update(schema.refundRequests).set({ ruleReason: MARK }).where(eq(schema.refundRequests.orderId, id))
  expect((await leave(guest)).status).toBe(200)
  expect(await requestOf(app, id)).toMatchObject({ status: 'requested', reason: '', ruleReason: '' })
})

test('an unproven address gets no mail about the deletion: its owner may never have had the account', async () => {
  const eve = await member({ email: 'not-hers@example.com' })
  await mailTo(app, 'not-hers@example.com', /welcome/i)
  expect((await leave(eve)).status).toBe(200)
  expect(await db.$count(schema.mailOutbox, eq(schema.mailOutbox.recipient, 'not-hers@example.com'))).toBe(0)
})

test('an order that a deleted account receives later is found, and its address is deleted once it is settled', async () => {
  const ada = await member()
  expect((await leave(ada)).status).toBe(200)
  const { principalId } = ada.user
  const bought = { principalId, kind: 'vc_unlock', targetType: 'airtable', targetId: 'rec1', amount: cents(100) } as const
  const named = { title: 'Late', receiptEmail: 'late-order@example.com' }
  const [open, settled] = [newId<OrderId>('ord'), newId<OrderId>('ord')]
  await db.insert(schema.orders).values([
    { ...bought, id: open, status: 'disputed', snapshot: named },
    { ...bought, id: settled, status: 'refunded', snapshot: named },
  ])
  await runJob(app, 'accounts.prune')
  const snapshotOf = async (id: OrderId) => (await db.select().from(schema.orders).where(eq(schema.orders.id, id)))[0]?.snapshot
  expect(await snapshotOf(settled)).toEqual({ title: 'Late', receiptKey: expect.any(String) })
  expect(await snapshotOf(open)).toEqual({ ...named, receiptKey: expect.any(String) })
  await db.update(schema.orders).set({ status: 'refunded' }).where(eq(schema.orders.id, open))
  await runJob(app, 'accounts.prune')
  expect(await snapshotOf(open)).toEqual({ title: 'Late', receiptKey: expect.any(String) })
})

describe('the receipt of an erased account', () => {
  const mailsOf = (id: OrderId) => db.select().from(schema.mailOutbox).where(eq(schema.mailOutbox.orderId, id))

  async function aReceipt(typed: string) {
    const ada = await member()
    const { id } = await buy(ada, await listInvestor(db), { email: typed })
    await expect.poll(async () => (await mailsOf(id))[0]?.sentAt, { timeout: 10_000 }).toBeInstanceOf(Date)
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

test('an account with an unproven address leaves the mails to that address to its owner', async () => {
  const address = 'listed-partner@fund.example'
  const waits = { recipient: address, subject: 'x', text: 'x', sendAt: new Date(Date.now() + 3_600_000) }
  const templates = ['profile-remove', 'listing-notice', 'claim-code', 'welcome', 'verify-email']
  await db.insert(schema.mailOutbox).values(templates.map((template) => ({ ...waits, id: newId<string>('mail'), template })))
  const left = async () => {
    const mails = await db.select().from(schema.mailOutbox).where(eq(schema.mailOutbox.recipient, address))
    return [...new Set(mails.map(({ template }) => template))].sort()
  }
  await leave(await member({ email: address }))
  expect(await left()).toEqual(['claim-code', 'listing-notice', 'profile-remove'])
  const owner = await member({ email: address })
  await verifyEmail(db, owner.user)
  await leave(owner)
  expect(await left()).toEqual(['account-deleted', 'listing-notice'])
})

test('another device of the account learns that it was deleted; a device of an existing account learns only that its session is lost', async () => {
  const [ada, ben, phone] = [await member(), await member(), visitor()]
  await phone.post('/api/auth/login', { email: ada.user.email, password: ada.password })
  await leave(ada)
  const clientId = '3f0c5f0e-6e0a-4c39-9d2f-0b8d6f8a1c11'
  const ask = async (client: Client, principalId: string) => {
    const note = { contactId: 'rec1', text: MARK }
    const mutation = {
      id: '0193a1b2-0000-7000-8000-0000000000ff',
      name: 'contact.note',
      args: note,
      madeAt: '2026-11-20T10:00:00.000Z',
    }
    const me = await client.post('/api/sync/me', { principalId, have: {} })
    const push = await client.post('/api/sync/push', { principalId, clientId, mutations: [mutation] })
    expect(push).toMatchObject({ status: me.status, body: me.body as object })
    return me
  }
  const deleted = { status: 401, body: { code: 'accounts.deleted', message: 'This account was deleted.' } }
  const lost = { status: 401, body: { code: 'session-lost' } }
  expect(await ask(phone, ada.user.principalId)).toMatchObject(deleted)
  // Another account that has signed in on the device gets the same answer about the previous one.
  expect(await ask(ben, ada.user.principalId)).toMatchObject(deleted)
  expect(await ask(visitor(), ben.user.principalId)).toMatchObject(lost)
  expect(await ask(visitor(), 'pri_of_nobody')).toMatchObject(lost)
})

test('the address can be registered again, and the new account has nothing of the first one', async () => {
  const ada = await member({ email: 'again@example.com' })
  const vcId = await listInvestor(db)
  await buy(ada, vcId)
  await leave(ada)
  const again = await member({ email: 'again@example.com' })
  expect(again.user.id).not.toBe(ada.user.id)
  expect(await hasUnlocked(again, vcId)).toBe(false)
})

test('a deletion requires a fresh step-up', async () => {
  const ada = await member()
  await makeStale(db, ada.user)
  const refused = await leave(ada)
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'step-up' }])
  expect((await ada.get('/api/auth/user')).status).toBe(200)
  await ada.post('/api/auth/step-up', { password: ada.password })
  expect((await leave(ada)).status).toBe(200)
})

describe('admins', () => {
  afterEach(() => void app.world.env.ADMIN_EMAILS.splice(0))

  test('the last one cannot leave, and gets instructions', async () => {
    const chief = await member()
    await grantAdmin(app, chief)
    const refused = await leave(chief)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'accounts.last-admin' }])
    await grantAdmin(app, await member())
    expect((await leave(chief)).status).toBe(200)
  })

  test('of two who leave at the same time, one remains', async () => {
    const [one, other] = [await member(), await member()]
    await grantAdmin(app, one)
    await grantAdmin(app, other)
    const statuses = await Promise.all([leave(one), leave(other)].map(async (reply) => (await reply).status))
    expect(statuses.sort()).toEqual([200, 409])
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
    const [row] = await db.select().from(schema.vcs).where(eq(schema.vcs.id, vcId))
    expect(row).toMatchObject({ isActive: false, isVerified: false, userId: null, email: null, meetingLink: null })
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
    const statusOf = async (id: OrderId) => (await db.select().from(schema.orders).where(eq(schema.orders.id, id)))[0]?.status
    await expect.poll(() => statusOf(lately.id), { timeout: 10_000 }).toBe('refunded')
    expect(await statusOf(before.id)).toBe('paid')
  })

  test('has left, and a dispute that is won later refunds the price instead of restoring an empty contact', async () => {
    const { iris, vcId } = await anInvestor()
    const order = await buy(await member(), vcId, { vcType: 'platform' }, CARDS.disputed)
    const hasBecome = (status: string) =>
      expect
        .poll(async () => (await db.select().from(schema.orders).where(eq(schema.orders.id, order.id)))[0]?.status, {
          timeout: 15_000,
        })
        .toBe(status)
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
    const rows = await db.select().from(schema.meetingBookings).where(eq(schema.meetingBookings.vcId, vcId))
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
  const orderNow = async () => (await db.select().from(schema.orders).where(eq(schema.orders.id, order.id)))[0]
  const hasBecome = (status: string) => expect.poll(async () => (await orderNow())?.status, { timeout: 15_000 }).toBe(status)
  await hasBecome('disputed')
  await leave(ada)
  const lookAgain = () => app.app.jobs['accounts.forget-addresses']?.({ principalId: ada.user.principalId })
  await lookAgain()
  expect((await orderNow())?.snapshot.receiptEmail).toBe('disputing@example.com')

  const [dispute] = await disputesOf(app, order.id)
  await atProvider(app, `disputes/${dispute?.id}/close`, { status: 'won' })
  await hasBecome('paid')
  await lookAgain()
  expect((await orderNow())?.snapshot).toMatchObject({ receiptKey: expect.any(String) })
  expect((await orderNow())?.snapshot.receiptEmail).toBeUndefined()
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
  await expect.poll(async () => (await bounced.orderNow()).alertCode, { timeout: 15_000 }).toBe('return-failed')
  await bounced.lookAgain()
  expect((await bounced.orderNow()).snapshot.receiptEmail).toBe(details.email)

  await leave(arrived.buyer)
  await expect.poll(async () => (await arrived.orderNow()).status, { timeout: 15_000 }).toBe('refunded')
  await arrived.lookAgain()
  expect((await arrived.orderNow()).snapshot.receiptEmail).toBeUndefined()
})

test('a buyer without an address on the receipt is reached at the account’s address while a dispute is open', async () => {
  const ada = await member()
  const order = await buy(ada, await listInvestor(db), {}, CARDS.disputed)
  const orderNow = () => orderOfIntent(db, order.piId ?? '')
  await expect.poll(async () => (await orderNow()).status, { timeout: 15_000 }).toBe('disputed')
  await leave(ada)
  expect((await orderNow()).snapshot.receiptEmail).toBe(ada.user.email)
})

test('money that is settled after its buyer has left is refunded, with a mail to the buyer’s address', async () => {
  const ada = await member()
  const { clientSecret } = (await startPayment(ada, await listInvestor(db), { email: 'late@example.com' })).body
  // The deletion locks the order and waits for the account; the settlement waits for the order.
  const row = await openTransaction(database)
  await row.write((lockSql) => lockSql`select 1 from users where id = ${ada.user.id} for update`)
  const leaving = leave(ada)
  await untilWaiting(database, 1)
  await payWithCard(app, clientSecret, CARDS.good)
  await untilWaiting(database, 2)
  await row.end('commit')
  expect((await leaving).status).toBe(200)
  const orderNow = () => orderOfIntent(db, intentOf(clientSecret))
  await expect.poll(async () => (await orderNow()).status, { timeout: 15_000 }).toBe('refunded')
  expect((await orderNow()).refusal).toBe('accounts.deleted')
  await mailTo(app, 'late@example.com', /is being refunded/)
})
