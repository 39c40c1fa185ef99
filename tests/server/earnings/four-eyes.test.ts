import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payoutBatches, users, vcs } from '#drizzle/schema/index.ts'
import type { PayoutBatch } from '#shared/earnings/admin.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { changeRolesDuring, dismissAdmin, giveRoles, grantAdmin } from '#tests/support/actors/admins.ts'
import { buy, movableClock, sellLongAgo, staySignedIn } from '#tests/support/actors/earnings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listPayoutBatches } from '#tests/support/state/earnings.ts'

type Coded = { code?: string }

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })

async function startAdmin() {
  const admin = await app.member()
  await grantAdmin(app, admin)
  return admin
}
/** An admin whose account is three months old. */
async function startKnown() {
  const known = await startAdmin()
  const longAgo = new Date(clock.now().getTime() - 90 * 24 * 60 * 60 * 1000)
  await app.database.db.update(users).set({ createdAt: longAgo, emailVerifiedAt: longAgo }).where(eq(users.id, known.user.id))
  return known
}
type Admin = Pick<Awaited<ReturnType<typeof startAdmin>>, 'post'>
const [admin, other] = [await startAdmin(), await startAdmin()]

const post = async (by: Admin, path: string, body?: object) => {
  await staySignedIn(app.database.db, clock.now())
  return by.post<PayoutBatch & { code?: string }>(`/api/admin/payouts${path}`, body)
}
const make = (by: Admin) => post(by, '')
const pay = (by: Admin, id: string) => post(by, `/${id}/pay`, { reference: 'BANK-1' })

/** A sale of an investor who is no longer new, past its complaints. */
async function sellOf(price: number) {
  const investor = await startInvestor(app, { price: cents(price) })
  const longAgo = new Date(clock.now().getTime() - 90 * 24 * 60 * 60 * 1000)
  await app.database.db.update(vcs).set({ createdAt: longAgo }).where(eq(vcs.id, investor.listing))
  await sellLongAgo(app.database.db, investor.listing, longAgo)
  await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
}

/** A batch of one sale that is ready to be paid. */
async function prepared(by: Admin, price: number): Promise<string> {
  await sellOf(price)
  return (await make(by)).body.id
}

test('a stolen session of one admin does not pay out a large batch: another admin has to mark it', async () => {
  const id = await prepared(admin, 700_000)
  expect(await pay(admin, id)).toMatchObject({ status: 409, body: { code: 'payouts.needs-second-admin' } })
  expect(await pay(other, id)).toMatchObject({ status: 200, body: { status: 'paid' } })
  const named = { createdBy: admin.user.id, paidBy: other.user.id }
  expect(await listPayoutBatches(app.database.db, { id })).toMatchObject([named])
})

test('nor the same amount in parts within a day', async () => {
  const first = await prepared(admin, 400_000)
  expect((await pay(admin, first)).status).toBe(200)
  await sellOf(400_000)
  // As if it had been paid today.
  await app.database.db.update(payoutBatches).set({ closedAt: clock.now() }).where(eq(payoutBatches.id, first))
  const { body: second } = await make(admin)
  expect((await pay(admin, second.id)).body.code).toBe('payouts.needs-second-admin')
  clock.forwardDays(1.1)
  expect((await pay(admin, second.id)).status).toBe(200)
})

test('the only admin pays a large batch a day after preparing it', async () => {
  const id = await prepared(admin, 700_000)
  dismissAdmin(app, other)
  expect((await pay(admin, id)).body.code).toBe('payouts.needs-second-admin')
  clock.forwardDays(1.1)
  expect((await pay(admin, id)).status).toBe(200)
})

test('one person with two accounts counts as one admin: the preparer of an open batch cannot leave, and a returning address is recognised', async () => {
  const email = 'boss@team.example'
  const boss = await account(app, { email, isAdmin: true })
  const colleague = await account(app, { isAdmin: true })
  const id = await prepared(boss, 700_000)
  await staySignedIn(app.database.db, clock.now())
  const leave = await boss.post<{ code: string }>('/api/auth/delete-account', undefined, { method: 'DELETE' })
  expect(leave).toMatchObject({ status: 409, body: { code: 'accounts.open-batch' } })

  // As if it had been erased anyway, and signed up again with another spelling of the address.
  await app.database.db.delete(users).where(eq(users.id, boss.user.id))
  dismissAdmin(app, { user: { id: boss.user.id, email } })
  const longAgo = new Date(clock.now().getTime() - 90 * 24 * 60 * 60 * 1000)
  const again = await account(app, { email: 'Boss@team.example', createdAt: longAgo })
  await grantAdmin(app, again)
  app.world.env.ADMIN_EMAILS.push(email)
  expect((await pay(again, id)).body.code).toBe('payouts.needs-second-admin')
  // The preparer has no role any more: the batch is prepared again.
  expect((await pay(colleague, id)).body.code).toBe('payouts.needs-second-admin')
  expect((await post(colleague, `/${id}/withdraw`)).status).toBe(200)
  expect((await pay(again, (await make(colleague)).body.id)).status).toBe(200)
})

test('a new account marks small batches of another admin as paid, up to a total limit per day', async () => {
  for (let sale = 0; sale < 3; sale += 1) await sellOf(400_000)
  clock.forwardDays(2)
  const fresh = await account(app, { isAdmin: true, createdAt: clock.now() })
  /** A batch of one of the ready lines. */
  const small = async () => {
    const { body: batch } = await make(admin)
    for (const line of batch.lines.slice(1)) await post(admin, `/${batch.id}/lines/${line.id}/withdraw`)
    return batch.id
  }
  expect((await pay(fresh, await small())).status).toBe(200)
  const next = await small()
  expect((await pay(fresh, next)).body.code).toBe('payouts.needs-second-admin')
  // Another new account cannot either, nor can the preparer alone.
  const other = await account(app, { isAdmin: true, createdAt: clock.now() })
  expect((await pay(other, next)).body.code).toBe('payouts.needs-second-admin')
  expect((await pay(admin, next)).body.code).toBe('payouts.needs-second-admin')
  expect((await pay(await startKnown(), next)).status).toBe(200)
  clock.forwardDays(1.1)
  expect((await pay(admin, await small())).status).toBe(200)
})

test('a batch prepared by a new account is not paid by one known admin alone', async () => {
  await sellOf(700_000)
  const fresh = await account(app, { isAdmin: true, createdAt: clock.now() })
  const { body: batch } = await make(fresh)
  expect((await pay(admin, batch.id)).body.code).toBe('payouts.needs-second-admin')
  expect((await post(admin, `/${batch.id}/withdraw`)).status).toBe(200)
  expect((await pay(admin, (await make(await startKnown())).body.id)).status).toBe(200)
})

/** An account of the finance team, three months old. */
async function startFinance(about: { email?: string } = {}) {
  const longAgo = new Date(clock.now().getTime() - 90 * 24 * 60 * 60 * 1000)
  const person = await account(app, { createdAt: longAgo, ...about })
  await giveRoles(app, person, ['finance'])
  await app.database.db.update(users).set({ emailVerifiedAt: longAgo }).where(eq(users.id, person.user.id))
  return person
}

test('a second account of the preparer with another spelling of the address is no second person', async () => {
  const [one, same] = [await startFinance({ email: 'jo@team.example' }), await startFinance({ email: 'jo+2@team.example' })]
  const id = await prepared(one, 700_000)
  expect((await pay(same, id)).body.code).toBe('payouts.needs-second-admin')
  expect((await pay(await startFinance(), id)).status).toBe(200)
})

test('both persons need a role that pays out: support does not, and a preparer who lost the role does not count', async () => {
  const [preparer, support] = [await startFinance(), await startFinance()]
  await giveRoles(app, support, ['support'])
  const id = await prepared(preparer, 700_000)
  expect((await pay(support, id)).body.code).toBe('admin.role-needed')
  await giveRoles(app, preparer, ['support'])
  expect((await pay(await startFinance(), id)).body.code).toBe('payouts.needs-second-admin')
  await post(admin, `/${id}/withdraw`)
  expect((await pay(await startFinance(), (await make(admin)).body.id)).status).toBe(200)
})

test('the limit is configured: at zero every payout needs two people', async () => {
  const strict = await app.anotherNode({ PAYOUT_ALONE_CENTS: '0' })
  const elsewhere = (person: Awaited<ReturnType<typeof startFinance>>) => {
    const client = strict.visitor()
    for (const [name, value] of person.cookies) client.cookies.set(name, value)
    return client
  }
  const [one, two] = [await startFinance(), await startFinance()]
  const id = await prepared(elsewhere(one), 20_000)
  expect((await pay(elsewhere(one), id)).body.code).toBe('payouts.needs-second-admin')
  expect((await elsewhere(one).get<{ alone: number }>('/api/admin/payouts')).body.alone).toBe(0)
  expect((await pay(elsewhere(two), id)).status).toBe(200)
})

test('of a preparer and two others who mark a batch at the same time, one other one pays it, once', async () => {
  const [one, two, three] = [await startFinance(), await startFinance(), await startFinance()]
  const id = await prepared(one, 700_000)
  const marks = [one, two, three].map((by, place) =>
    by.post<Coded>(`/api/admin/payouts/${id}/pay`, { reference: `BANK-${place}` }),
  )
  const codes = (await Promise.all(marks)).map(({ status, body }) => (status === 200 ? 'paid' : body.code))
  expect(['payouts.needs-second-admin', 'payouts.closed']).toContain(codes[0])
  expect(codes.slice(1).sort()).toEqual(['paid', 'payouts.closed'])
  const [batch] = await listPayoutBatches(app.database.db, { id })
  expect([two.user.id, three.user.id]).toContain(batch?.paidBy)
})

test('of two batches that one person marks in parallel, no more than the limit leaves', async () => {
  const [one, two] = [await startFinance(), await startFinance()]
  clock.forwardDays(2)
  const first = await prepared(one, 400_000)
  const marks = [1, 2].map((place) => one.post<Coded>(`/api/admin/payouts/${first}/pay`, { reference: `BANK-${place}` }))
  expect((await Promise.all(marks)).map(({ status }) => status).sort()).toEqual([200, 409])
  await sellOf(400_000)
  await app.database.db.update(payoutBatches).set({ closedAt: clock.now() }).where(eq(payoutBatches.id, first))
  const { body: second } = await make(one)
  expect((await pay(one, second.id)).body.code).toBe('payouts.needs-second-admin')
  expect((await pay(two, second.id)).status).toBe(200)
})

test('a role that is taken away while a payout waits ends it', async () => {
  const [one, two] = [await startFinance(), await startFinance()]
  const id = await prepared(one, 700_000)
  await staySignedIn(app.database.db, clock.now())
  const { body } = await changeRolesDuring(app, two, ['support'], () =>
    two.post<Coded>(`/api/admin/payouts/${id}/pay`, { reference: 'BANK' }),
  )
  expect(body.code).toBe('admin.role-needed')
  expect(await listPayoutBatches(app.database.db, { id })).toMatchObject([{ status: 'open' }])
  expect((await post(one, `/${id}/withdraw`)).status).toBe(200)
})

test('an account that is younger than a day is no second admin', async () => {
  const id = await prepared(admin, 700_000)
  const fresh = await account(app, { isAdmin: true, createdAt: clock.now() })
  expect((await pay(fresh, id)).body.code).toBe('payouts.needs-second-admin')
  clock.forwardDays(1.1)
  expect((await pay(fresh, id)).status).toBe(200)
})
