import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ledgerEntries, refundRequests, vcs } from '#drizzle/schema/index.ts'
import type { AdminPayouts, PayoutBatch } from '#shared/earnings/admin.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { cents } from '#shared/money.ts'
import { grantAdmin, proveNow } from '#tests/support/actors/admins.ts'
import { buy, movableClock } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { approveInvestor, atProvider, listInvestor, orderOfIntent, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listPayoutBatches } from '#tests/support/state/earnings.ts'
import { sumsByAccount } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now } })
const { db } = app.database

async function startAdmin() {
  const admin = await app.member()
  await grantAdmin(app, admin)
  return admin
}
type Admin = Awaited<ReturnType<typeof startAdmin>>
const admin = await startAdmin()

/** Days pass in these tests: each call comes right after another step-up. */
const post = async (by: Admin, path: string, body?: object) => {
  await proveNow(app, by)
  return by.post<PayoutBatch & { code?: string }>(`/api/admin/payouts${path}`, body)
}
const make = (by: Admin) => post(by, '')
const pay = (by: Admin, id: string, reference = 'BANK-1') => post(by, `/${id}/pay`, { reference })
const payouts = async () => (await admin.get<AdminPayouts>('/api/admin/payouts')).body
const sumOf = async (account: string) => (await sumsByAccount(db, { account }))[0]?.[1] ?? 0
const lineOf = (batch: PayoutBatch, account: string) => batch.lines.find((line) => line.account === account)

test('matured earnings are paid out once, by one batch, even with concurrent requests of several admins and nodes', async () => {
  const investor = await startInvestor(app, { price: cents(10_000), partnerName: '=Ada Investor' })
  const small = await approveInvestor(db, { userId: investor.user.id, price: cents(1000) })
  const donor = await approveInvestor(db, { price: cents(2000), donateToCharity: true, charityOfChoice: 'Keys for all' })
  const unclaimed = await listInvestor(db, { price: cents(5000) })
  for (const vcId of [investor.listing, small, donor, unclaimed]) await buy(app, app.visitor(), vcId)
  expect((await make(admin)).body.code).toBe('payouts.nothing')

  clock.forwardDays(8)
  const standings = Object.fromEntries(
    (await payouts()).accounts.map(({ account, standing, amount }) => [account, [standing, amount]]),
  )
  expect(standings).toEqual({
    [`investor_payable:${investor.listing}`]: ['ready', 8500],
    [`investor_payable:${unclaimed}`]: ['nobody', 4250],
    'charity_payable:Keys for all': ['ready', 1700],
    [`investor_payable:${small}`]: ['small', 850],
  })
  const [second, node] = [await startAdmin(), await app.anotherNode()]
  const elsewhere = { ...second, post: node.visitor().post }
  const session = { headers: { cookie: [...second.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } }
  await proveNow(app, second)
  const made = await Promise.all([
    make(admin),
    make(second),
    make(admin),
    elsewhere.post<PayoutBatch>('/api/admin/payouts', {}, session),
    make(second),
  ])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
  const batch = made[0]?.body as PayoutBatch
  expect(batch).toMatchObject({ status: 'open', total: 10_200 })
  expect(batch.lines.map(({ account, amount, isCovered }) => [account, amount, isCovered])).toEqual([
    [`investor_payable:${investor.listing}`, 8500, true],
    ['charity_payable:Keys for all', 1700, true],
  ])
  const account = (await investor.get<Earnings>('/api/earnings')).body
  // The 850 of their second listing are below the minimum.
  expect(account.balance).toMatchObject({ payable: 850, onItsWay: 8500, paidOut: 0 })

  const paid = await Promise.all([pay(admin, batch.id), pay(second, batch.id), pay(admin, batch.id)])
  expect(paid.map(({ status, body }) => [status, body.status])).toEqual([
    [200, 'paid'],
    [200, 'paid'],
    [200, 'paid'],
  ])
  expect((await pay(admin, batch.id, 'ANOTHER')).body.code).toBe('payouts.closed')
  expect(await sumOf(`investor_payable:${investor.listing}`)).toBe(0)
  expect(await sumOf('charity_payable:Keys for all')).toBe(0)
  expect(await listPayoutBatches(db)).toHaveLength(1)

  const mails = await listMails(db, { template: 'payout' })
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [investor.user.email, 'Your payout is on its way'],
  ])
  expect(mails[0]?.text).toContain('$85.00')
  const actions = await auditEntriesOf(db, batch.id)
  expect(actions.map(({ action }) => action)).toEqual(['prepared', 'paid'])

  const entries = (await held(investor)).earnings
  expect(entries?.filter(({ kind }) => kind === 'payout')).toMatchObject([{ amount: -8500, isPaid: true, reference: 'BANK-1' }])
  const csv = (await admin.get<string>(`/api/admin/payouts/${batch.id}/lines.csv`)).body
  expect(csv.split('\r\n')[1]).toBe(
    `${lineOf(batch, `investor_payable:${investor.listing}`)?.id},"'=Ada Investor",${investor.user.email},investor_payable:${investor.listing},85,paid,BANK-1`,
  )
})

test('a refund or dispute before the payout removes its line; what was already paid is offset by later sales', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const own = `investor_payable:${investor.listing}`
  const sold = await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
  const { body: batch } = await make(admin)
  await atProvider(app, 'refunds', { payment_intent: sold, amount: '5000' })
  await expect.poll(() => sumOf(own)).toBe(-investorShare(cents(5000)))
  expect((await pay(admin, batch.id)).body.code).toBe('payouts.not-covered')
  const [seen] = (await payouts()).batches
  expect(seen && lineOf(seen, own)).toMatchObject({ isCovered: false, status: 'open' })
  expect((await post(admin, `/${batch.id}/lines/${lineOf(batch, own)?.id}/withdraw`)).status).toBe(200)
  expect((await post(admin, `/${batch.id}/withdraw`)).status).toBe(200)
  expect((await pay(admin, batch.id)).body.code).toBe('payouts.closed')

  const { body: next } = await make(admin)
  expect(lineOf(next, own)).toMatchObject({ amount: 4250 })
  expect((await pay(admin, next.id, 'BANK-2')).status).toBe(200)
  await atProvider(app, 'refunds', { payment_intent: sold })
  await expect.poll(() => sumOf(own)).toBe(4250)
  expect((await investor.get<Earnings>('/api/earnings')).body.balance).toMatchObject({ payable: -4250, paidOut: 4250 })
  expect((await payouts()).accounts).toContainEqual(
    expect.objectContaining({ account: own, standing: 'negative', amount: -4250 }),
  )
  await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
  expect(lineOf((await make(admin)).body, own)).toMatchObject({ amount: 4250 })
  // The ledger rule agrees with every payout of this file, and with its refunds.
  await runJob(app, 'books.check')
  expect(
    (await admin.get<{ violations: { rule: string }[] }>('/api/admin/books')).body.violations.filter(({ rule }) =>
      rule.startsWith('payout'),
    ),
  ).toEqual([])
})

test('a sale with an open refund request is not paid out before a decision', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const sold = await buy(app, app.visitor(), investor.listing)
  const { id } = await orderOfIntent(db, sold)
  const at = clock.now()
  await db.insert(refundRequests).values({
    id: 'ref_test',
    orderId: id,
    status: 'requested',
    origin: 'buyer',
    reason: 'No answer',
    requestedAt: at,
    replyDueAt: at,
    refundDueAt: at,
  })
  clock.forwardDays(9)
  const balance = async () => (await investor.get<Earnings>('/api/earnings')).body.balance
  expect(await balance()).toMatchObject({ held: 8500, payable: 0 })
  await db.update(refundRequests).set({ status: 'rejected' }).where(eq(refundRequests.orderId, id))
  expect(await balance()).toMatchObject({ held: 0, payable: 8500 })
})

test('the earnings of an investor who left are kept, and paid to no account', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const own = `investor_payable:${investor.listing}`
  await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
  await db.update(vcs).set({ userId: null, partnerName: 'Former investor' }).where(eq(vcs.id, investor.listing))
  expect((await payouts()).accounts).toContainEqual(
    expect.objectContaining({ account: own, standing: 'nobody', amount: 8500, payee: 'Former investor', email: null }),
  )
  for (const batch of (await payouts()).batches.filter(({ status }) => status === 'open'))
    await post(admin, `/${batch.id}/withdraw`)
  expect(lineOf((await make(admin)).body, own)).toBeUndefined()
  expect(await sumOf(own)).toBe(-8500)
})

test('payouts and ledger pages are for admins only, and legs of a payout are inserted once', async () => {
  const founder = await app.member()
  for (const path of ['/api/admin/payouts', '/api/admin/books', '/api/admin/payouts/pay_1/lines.csv']) {
    expect([(await founder.get(path)).status, (await app.visitor().get(path)).status]).toEqual([403, 401])
  }
  expect((await founder.post('/api/admin/payouts')).status).toBe(403)
  expect((await admin.get('/api/admin/payouts/pay_nothing/lines.csv')).status).toBe(404)
  expect((await pay(admin, 'pay_nothing', 'x')).status).toBe(404)
  expect((await pay(admin, 'pay_nothing', ' ')).status).toBe(422)
  const leg = { id: 'leg_a', orderId: null, transaction: 'payout:pol_x', account: 'cash', amount: cents(0) } as const
  await db.insert(ledgerEntries).values(leg)
  await expect(db.insert(ledgerEntries).values({ ...leg, id: 'leg_b' })).rejects.toThrow()
})

test('what one listing owes is not paid out on another listing of the same account, nor given to its charity', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const second = await approveInvestor(db, { userId: investor.user.id, price: cents(6000) })
  const stranger = await startInvestor(app, { price: cents(6000) })
  const [first, other, theirs] = [investor.listing, second, stranger.listing].map((id) => `investor_payable:${id}`)
  for (const { id, status } of (await payouts()).batches) {
    if (status === 'open') await admin.post(`/api/admin/payouts/${id}/withdraw`)
  }
  const refunded = await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
  const paid = (await make(admin)).body
  expect((await pay(admin, paid.id, 'BANK-7')).status).toBe(200)
  // A late refund: the first listing is 85 dollars below zero.
  await atProvider(app, 'refunds', { payment_intent: refunded })
  await until(
    () => sumOf(first ?? ''),
    (sum) => sum === 8500,
  )
  await buy(app, app.visitor(), second)
  await buy(app, app.visitor(), stranger.listing)
  await db.update(vcs).set({ donateToCharity: true, charityOfChoice: 'Wells' }).where(eq(vcs.id, second))
  await buy(app, app.visitor(), second)
  clock.forwardDays(8)
  const standings = Object.fromEntries(
    (await payouts()).accounts.map(({ account, standing, amount, payable }) => [account, [standing, amount, payable]]),
  )
  expect(standings).toMatchObject({
    [first ?? '']: ['negative', -8500, -8500],
    [other ?? '']: ['withheld', 5100, 0],
    'charity_payable:Wells': ['ready', 5100, 1700],
    [theirs ?? '']: ['ready', 5100, 5100],
  })
  const batch = (await make(admin)).body
  expect(lineOf(batch, other ?? '')).toBeUndefined()
  expect(lineOf(batch, 'charity_payable:Wells')).toMatchObject({ amount: 1700, isCovered: true })
  expect((await pay(admin, batch.id, 'BANK-8')).status).toBe(200)
  await runJob(app, 'books.check')
})
