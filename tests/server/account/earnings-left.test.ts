import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payoutLines } from '#drizzle/schema/index.ts'
import type { PayoutBatch } from '#shared/earnings/admin.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'
import { findUser } from '#tests/support/state/accounts.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listPayoutLines } from '#tests/support/state/earnings.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })

const forwardDays = async (days: number) => {
  clock.forwardDays(days)
  await staySignedIn(db, clock.now())
}
const leave = async (client: Client, query = '') => {
  const reply = await client.send(`/api/auth/delete-account${query}`, { method: 'DELETE' })
  return { status: reply.status, body: (await reply.json()) as { code?: string; message?: string } }
}
const GIVE_UP = '?giveUpEarnings=yes'
const isHere = async (id: string) => (await findUser(db, { id })) !== undefined

test('an account with earnings is deleted only if they are forfeited by an explicit parameter', async () => {
  const investor = await anInvestor(app, { price: cents(10_000) })
  await staySignedIn(db, clock.now())
  await buy(app, app.visitor(), investor.listing)
  for (const days of [0, 8]) {
    await forwardDays(days)
    expect(await leave(investor)).toMatchObject({
      status: 409,
      body: { code: 'accounts.earnings-left', message: expect.stringContaining('$85.00') },
    })
    expect(await isHere(investor.user.id)).toBe(true)
  }
  expect((await leave(investor, '?giveUpEarnings=maybe')).status).toBe(422)
  expect((await leave(investor, GIVE_UP)).status).toBe(200)
  const log = await auditEntriesOf(db, investor.user.principalId)
  expect(log.map(({ action }) => action)).toEqual(['gave up earnings'])
})

test('a payout in transit keeps its payee, even if earnings are forfeited', async () => {
  const investor = await anInvestor(app, { price: cents(10_000) })
  await staySignedIn(db, clock.now())
  await buy(app, app.visitor(), investor.listing)
  await forwardDays(8)
  const { body: batch } = await admin.post<PayoutBatch>('/api/admin/payouts')
  for (const status of ['open', 'sending'] as const) {
    await db.update(payoutLines).set({ status }).where(eq(payoutLines.userId, investor.user.id))
    expect((await leave(investor, GIVE_UP)).body.code).toBe('accounts.payout-on-its-way')
  }
  await db.update(payoutLines).set({ status: 'open' }).where(eq(payoutLines.userId, investor.user.id))
  expect((await admin.post(`/api/admin/payouts/${batch.id}/pay`, { reference: 'BANK-1' })).status).toBe(200)
  const lines = () => listPayoutLines(db, { account: `investor_payable:${investor.listing}` })
  const [before] = await lines()
  expect((await leave(investor)).status).toBe(200)
  // The ledger keeps the amounts that were paid, but not the names of the payees.
  expect(await lines()).toEqual([{ ...before, payee: 'Former investor', userId: null, destination: null, paidTo: null }])
})

test('a payout and an account deletion at the same time run one after the other, and no money is lost', async () => {
  const investor = await anInvestor(app, { price: cents(10_000) })
  await staySignedIn(db, clock.now())
  await buy(app, app.visitor(), investor.listing)
  await forwardDays(8)
  const [made, left] = await Promise.all([admin.post<PayoutBatch>('/api/admin/payouts'), leave(investor, GIVE_UP)])
  const line = made.body.lines?.find(({ account: of }) => of === `investor_payable:${investor.listing}`)
  expect([line !== undefined, left.status === 200].filter(Boolean)).toHaveLength(1)
})

test('an account without earnings can be deleted', async () => {
  const member = await account(app)
  await staySignedIn(db, clock.now())
  expect((await leave(member)).status).toBe(200)
})
