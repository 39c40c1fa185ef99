import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { detachedRun } from '#server/jobs/run.ts'
import { forgetRefusalsJob } from '#server/sync/push/delete-rejections.ts'
import type { User } from '#shared/accounts/contract.ts'
import type { MutationId, OrderId, PrincipalId, ProjectId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { hasUnlocked, listInvestor, runJob } from '#tests/support/actors/money.ts'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { ask, requestOf } from '#tests/support/actors/refunds.ts'
import type { Client } from '#tests/support/client.ts'
import { OF_THE_PROVIDER, tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { mailTo, tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { makeStale } from '#tests/support/stand-ins/stale-responses.ts'
import { listDocuments } from '#tests/support/state/documents.ts'
import { listLegs } from '#tests/support/state/ledger.ts'
import { listMails, mailKindsTo } from '#tests/support/state/mails.ts'
import { listProcessedMutations } from '#tests/support/state/mutations.ts'
import { orderById } from '#tests/support/state/orders.ts'
import { leave, MARK, setUp } from './setup.ts'

const { app, member, visitor, database, db, buy } = await setUp()

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
    .poll(() => tablesThatSay(db, [MARK, ada.user.id], [...OF_THE_PROVIDER, 'audit_log', 'documents']))
    .toEqual(['mail_outbox'])
  expect(await listMails(db, { orderId: order.id })).toMatchObject([{ template: 'receipt', attachment: null, html: null }])
  // Tax law requires the documents. They have the buyer's name, and neither the address nor the id.
  const [invoice] = await listDocuments(db, { orderId: order.id })
  expect(invoice?.content.buyer).toEqual({ name: `${MARK} ${MARK}`, address: '', postalCode: '', country: '', vatId: '' })
  expect(JSON.stringify(invoice)).not.toMatch(new RegExp(`@example|${ada.user.id}`))
  expect(await mailKindsTo(db, `${MARK}@example.com`)).toEqual(['account-deleted'])
  const kept = await orderById(db, order.id)
  expect(kept).toMatchObject({ status: 'paid', amount: order.amount, principalId: ada.user.principalId })
  expect(kept.snapshot.receiptKey).toMatch(/^[0-9a-f]{64}$/)
  expect(await listLegs(db, { orderId: order.id })).not.toEqual([])
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
const countRejections = async (principalId: PrincipalId) =>
  (await listProcessedMutations(db, { principalId })).filter(({ refusal }) => refusal !== null).length

test('a deletion does not touch the processed mutations of its account, so that a million of them block nothing', async () => {
  const ada = await member()
  const [change] = await insertRejected(ada.user.principalId, 3)
  const elsewhere = await openTransaction(database)
  await elsewhere.lock('processed_mutations', change?.id ?? '')
  expect((await leave(ada)).status).toBe(200)
  await elsewhere.end('commit')
  await expect.poll(() => countRejections(ada.user.principalId)).toBe(0)
})

test('contents of rejected mutations are emptied in batches, up to the instant at which the account was deleted', async () => {
  const [ada, bob] = [await member(), await member()]
  const { principalId } = ada.user
  await insertRejected(principalId, 5)
  const [clock] = await db.execute<{ until: string }>(sql`select clock_timestamp()::text as until`)
  await insertRejected(bob.user.principalId, 1)
  const [later] = await insertRejected(principalId, 1)
  const saved: unknown[] = []
  const run = () => ({
    ...detachedRun(),
    progress: saved.at(-1),
    saveProgress: async (progress: unknown) => void saved.push(progress),
  })
  while ((await forgetRefusalsJob(db, 2)({ principalId, until: clock?.until }, run())) === 'continue');
  expect(saved).toHaveLength(3)
  const [kept] = await listProcessedMutations(db, { id: later?.id ?? '' })
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
  expect((await orderById(db, id)).principalId).toBe(owner.user.principalId)
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
  expect(await mailKindsTo(db, 'not-hers@example.com')).toEqual([])
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
  const snapshotOf = async (id: OrderId) => (await orderById(db, id)).snapshot
  expect(await snapshotOf(settled)).toEqual({ title: 'Late', receiptKey: expect.any(String) })
  expect(await snapshotOf(open)).toEqual({ ...named, receiptKey: expect.any(String) })
  await db.update(schema.orders).set({ status: 'refunded' }).where(eq(schema.orders.id, open))
  await runJob(app, 'accounts.prune')
  expect(await snapshotOf(open)).toEqual({ title: 'Late', receiptKey: expect.any(String) })
})

test('an account with an unproven address leaves the mails to that address to its owner', async () => {
  const address = 'listed-partner@fund.example'
  const waits = { recipient: address, subject: 'x', text: 'x', sendAt: new Date(Date.now() + 3_600_000) }
  const templates = ['profile-remove', 'listing-notice', 'claim-code', 'welcome', 'verify-email']
  await db.insert(schema.mailOutbox).values(templates.map((template) => ({ ...waits, id: newId<string>('mail'), template })))
  const left = async () => [...new Set(await mailKindsTo(db, address))].sort()
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
