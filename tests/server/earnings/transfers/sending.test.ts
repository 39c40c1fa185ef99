import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payoutBatches, payoutLines, sandboxObjects, vcs } from '#drizzle/schema/index.ts'
import { sendPayout } from '#server/features/earnings/payouts/send-payout.ts'
import { createStripePayments } from '#server/payments/stripe.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { cents } from '#shared/money.ts'
import { proveNow } from '#tests/support/actors/admins.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { buy } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { atProvider, orderOfIntent, rewriteIntent, runJob } from '#tests/support/actors/money.ts'
import { waitingJobs } from '#tests/support/state/jobs.ts'
import { sumsByAccount } from '#tests/support/state/ledger.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { listProviderObjects } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { disconnect, type Investor, lineOf, payableOf, setUp } from './setup.ts'

const { clock, app, db, admin, post, make, batchOf, accountOf, startReady } = await setUp()

const pay = (id: string, reference = 'BANK-1') => post(`/${id}/pay`, { reference })
const legsOf = (lineId: string) => sumsByAccount(db, { transaction: `payout:${lineId}` })
const transfersOf = (lineId: string) => listProviderObjects(db, 'transfer', { transfer_group: `payout:${lineId}` })
const untilSettled = (batchId: string, account: string) =>
  until(
    async () => lineOf(await batchOf(batchId), account),
    ({ status }) => status !== 'sending',
  )
const payoutFaults = async () => {
  await runJob(app, 'books.check')
  const { violations } = (await admin.get<{ violations: { rule: string }[] }>('/api/admin/books')).body
  return violations.filter(({ rule }) => rule.startsWith('payout') || rule === 'legs-balance')
}

test('a ready line is sent by transfer, once, even if sent repeatedly; an investor without a bank account is paid by hand as before', async () => {
  const [ready, other] = [await startReady(), await startInvestor(app, { price: cents(8000) })]
  await buy(app, app.visitor(), ready.listing)
  await buy(app, app.visitor(), other.listing)
  clock.forwardDays(8)
  const { body: batch } = await make()
  const line = lineOf(batch, payableOf(ready))
  expect([line.goes, lineOf(batch, payableOf(other)).goes]).toEqual(['by-transfer', 'by-hand'])
  // Lines that the provider transfers are in no file for the bank.
  expect((await admin.get<string>(`/api/admin/payouts/${batch.id}/lines.csv`)).body).not.toContain(line.id)

  await Promise.all([pay(batch.id), pay(batch.id), pay(batch.id)])
  // Two nodes whose leases expired, concurrently with the worker.
  const node = await app.anotherNode()
  const again = { lineId: line.id, base: app.url }
  await Promise.all([app, node, app].map((one) => runJob(one, 'earnings.send-payout', again)))
  expect(await untilSettled(batch.id, payableOf(ready))).toMatchObject({ status: 'paid', failure: null })
  await runJob(app, 'earnings.send-payout', again)

  const noticed = async (one: Investor) => (await held(one)).notices?.map(({ kind }) => kind).filter((kind) => kind !== 'sale')
  expect([await noticed(ready), await noticed(other)]).toEqual([['payout-paid', 'payout-sending'], ['payout-paid']])
  const transfers = await transfersOf(line.id)
  expect(transfers).toMatchObject([
    { amount: 8500, destination: (await accountOf(ready))?.providerId, metadata: { lineId: line.id } },
  ])
  expect(await legsOf(line.id)).toHaveLength(2)
  expect(await legsOf(line.id)).toEqual(expect.arrayContaining([[payableOf(ready), 8500]]))
  expect((await batchOf(batch.id)).lines.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect((await ready.get<Earnings>('/api/earnings')).body).toMatchObject({
    balance: { payable: 0, onItsWay: 0, paidOut: 8500 },
    entries: expect.arrayContaining([expect.objectContaining({ kind: 'payout', reference: transfers[0]?.id })]),
  })
  const mails = await listMails(db, { template: 'payout' })
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([ready.user.email, other.user.email].sort())
  expect(await payoutFaults()).toEqual([])
  // The provider’s balance contains nothing that the ledger does not.
  await runJob(app, 'books.read-balance')
  const { violations } = (await admin.get<{ violations: { rule: string; detail: string }[] }>('/api/admin/books')).body
  expect(violations.filter(({ detail }) => detail.startsWith('transfer'))).toEqual([])
})

test('killed between the transfer and its legs, also if the idempotency key has expired since: one transfer, one set of legs', async () => {
  const ready = await startReady()
  await buy(app, app.visitor(), ready.listing)
  clock.forwardDays(8)
  const { body: batch } = await make()
  const line = lineOf(batch, payableOf(ready))
  // The state after it is sent, without a worker.
  await db
    .update(payoutBatches)
    .set({ status: 'paid', reference: 'BANK-1', closedAt: clock.now() })
    .where(eq(payoutBatches.id, batch.id))
  await db.update(payoutLines).set({ status: 'sending' }).where(eq(payoutLines.id, line.id))
  const work = { lineId: line.id, base: app.url }
  const payments = createStripePayments({ ...app.world.env.stripe, sandboxUrl: () => app.url })
  const killed = {
    ...payments,
    sendTransfer: async (owed: Parameters<typeof payments.sendTransfer>[0]) => {
      await payments.sendTransfer(owed)
      throw new Error('killed')
    },
  }
  await expect(sendPayout({ ...app.world, payments: killed })(work)).rejects.toThrow('killed')
  expect(await transfersOf(line.id)).toHaveLength(1)
  expect(await legsOf(line.id)).toEqual([])
  expect((await ready.get<Earnings>('/api/earnings')).body.balance).toMatchObject({ payable: 0, onItsWay: 8500 })

  await db.execute(sql`delete from sandbox_requests where idempotency_key = ${`payout:${line.id}`}`)
  await runJob(app, 'earnings.send-payout', work)
  await runJob(app, 'earnings.send-payout', work)
  expect(await transfersOf(line.id)).toHaveLength(1)
  expect(await legsOf(line.id)).toHaveLength(2)
  expect(await payoutFaults()).toEqual([])
})

test('a refused transfer leaves no legs: its money is payable again, next time by hand', async () => {
  const ready = await startReady()
  await buy(app, app.visitor(), ready.listing)
  clock.forwardDays(8)
  const { body: batch } = await make()
  const line = lineOf(batch, payableOf(ready))
  const providerId = (await accountOf(ready))?.providerId ?? ''
  await rewriteIntent(db, providerId, { capabilities: { transfers: 'inactive' } })
  expect((await pay(batch.id)).status).toBe(200)
  expect(await untilSettled(batch.id, payableOf(ready))).toMatchObject({
    status: 'withdrawn',
    failure: expect.stringContaining('capabilities'),
  })
  expect(await legsOf(line.id)).toEqual([])
  expect(await transfersOf(line.id)).toEqual([])
  // A late second click is a repeat and pays nothing.
  await pay(batch.id)
  expect(await legsOf(line.id)).toEqual([])
  const { body: next } = await make()
  const byHand = lineOf(next, payableOf(ready))
  expect(byHand).toMatchObject({ amount: 8500, goes: 'by-hand', isCovered: true })
  expect((await pay(next.id, 'BANK-2')).status).toBe(200)
  expect(await legsOf(byHand.id)).toHaveLength(2)
  expect(await payoutFaults()).toEqual([])
})

/**
 * Empties the balance, as automatic payouts do.
 *
 * @returns a function that refills it
 */
async function drain() {
  const drained = {
    id: 'txn_zz_drained',
    object: 'balance_transaction',
    created: 1,
    amount: -100_000_000,
    fee: 0,
    type: 'payout',
    source: 'po_x',
  }
  await db.insert(sandboxObjects).values({ id: drained.id, type: 'balance_transaction', body: drained })
  return () => db.delete(sandboxObjects).where(eq(sandboxObjects.id, drained.id))
}

test('a transfer that the balance does not cover waits, is shown to admins, and is sent once the balance covers it', async () => {
  const ready = await startReady()
  await buy(app, app.visitor(), ready.listing)
  clock.forwardDays(8)
  const refill = await drain()
  const { body: batch } = await make()
  const line = lineOf(batch, payableOf(ready))
  expect((await pay(batch.id)).status).toBe(200)
  const waiting = await until(
    async () => lineOf(await batchOf(batch.id), payableOf(ready)),
    ({ waitsSince }) => waitsSince !== null,
  )
  expect(waiting).toMatchObject({ status: 'sending', failure: null, goes: 'by-transfer' })
  expect(await legsOf(line.id)).toEqual([])
  expect((await ready.get<Earnings>('/api/earnings')).body.balance).toMatchObject({ payable: 0, onItsWay: 8500 })

  await refill()
  // The provider repeats its answer to a known idempotency key, so each attempt has a new one.
  const work = { lineId: line.id, base: app.url }
  await Promise.all([runJob(app, 'earnings.send-payout', work), runJob(app, 'earnings.send-payout', work)])
  expect(await untilSettled(batch.id, payableOf(ready))).toMatchObject({ status: 'paid', waitsSince: null })
  expect(await transfersOf(line.id)).toHaveLength(1)
  expect(await legsOf(line.id)).toHaveLength(2)
  expect(await payoutFaults()).toEqual([])
  // The waiting job runs once more and finds nothing to do.
  await until(
    () => waitingJobs(db, 'earnings.send-payout'),
    (jobs) => jobs.length === 0,
  )
})

test('a waiting transfer is never sent to a disconnected bank account, for a revoked listing, or after an admin withdrew it', async () => {
  const [left, revoked, stopped] = [await startReady(), await startReady(), await startReady()]
  const all = [left, revoked, stopped]
  for (const { listing } of all) await buy(app, app.visitor(), listing)
  clock.forwardDays(8)
  const refill = await drain()
  const { body: batch } = await make()
  await pay(batch.id)
  const ours = async () => (await batchOf(batch.id)).lines.filter(({ account }) => all.map(payableOf).includes(account))
  await until(ours, (lines) => lines.every(({ waitsSince }) => waitsSince !== null))
  // The next attempt of each is a day away.
  const isPending = sql`kind = 'earnings.send-payout' and done_at is null`
  await until(
    () =>
      db.execute(sql`update jobs set run_at = now() + interval '1 day' where ${isPending} and locked_until is null returning id`),
    (rows) => rows.length === 3,
  )

  await proveNow(app, left)
  expect((await disconnect(left)).status).toBe(200)
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, revoked.listing))
  const lineId = lineOf(batch, payableOf(stopped)).id
  const takeOut = () => post(`/${batch.id}/lines/${lineId}/withdraw`)
  expect((await takeOut()).status).toBe(200)
  expect((await takeOut()).status).toBe(200)
  await until(ours, (lines) => lines.filter(({ status }) => status === 'withdrawn').length === 2)

  await refill()
  await db.execute(sql`update jobs set run_at = now() where ${isPending}`)
  await until(ours, (lines) => lines.every(({ status }) => status === 'withdrawn'))
  expect((await ours()).map(({ account, status, failure }) => [account, status, failure]).sort()).toEqual(
    [
      [payableOf(left), 'withdrawn', 'The owner disconnected the bank account.'],
      [payableOf(revoked), 'withdrawn', 'The listing is revoked.'],
      [payableOf(stopped), 'withdrawn', null],
    ].sort(),
  )
  for (const { id } of await ours()) expect([await transfersOf(id), await legsOf(id)]).toEqual([[], []])
  // The withdrawn amounts are payable again; that of the revoked listing once it is approved again.
  const { body: next } = await make()
  const methodOf = (investor: Investor) => next.lines.find(({ account }) => account === payableOf(investor))?.goes
  expect(all.map(methodOf)).toEqual(['by-hand', undefined, 'by-transfer'])
  expect((await pay(next.id)).status).toBe(200)
  await untilSettled(next.id, payableOf(stopped))
  // A completed transfer cannot be withdrawn.
  const sent = lineOf(await batchOf(next.id), payableOf(stopped))
  expect(sent.status).toBe('paid')
  expect((await post(`/${next.id}/lines/${sent.id}/withdraw`)).body.code).toBe('payouts.closed')
  expect(await payoutFaults()).toEqual([])
})

test('a waiting transfer is not sent for a listing that was revoked, and whose owner has applied again', async () => {
  const investor = await startReady()
  await buy(app, app.visitor(), investor.listing)
  clock.forwardDays(8)
  const refill = await drain()
  const { body: batch } = await make()
  await pay(batch.id)
  const ours = async () => (await batchOf(batch.id)).lines.filter(({ account }) => account === payableOf(investor))
  await until(ours, (lines) => lines.some(({ waitsSince }) => waitsSince !== null))
  await db.update(vcs).set({ isVerified: false, reviewStatus: 'revoked' }).where(eq(vcs.id, investor.listing))
  await proveNow(app, investor)
  expect((await investor.post('/api/vcs', sampleApplication())).status).toBe(200)
  await refill()
  await db.execute(sql`update jobs set run_at = now() where kind = 'earnings.send-payout' and done_at is null`)
  await until(ours, (lines) => lines.every(({ status }) => status !== 'sending'))
  expect(await ours()).toMatchObject([{ status: 'withdrawn', failure: 'The listing is revoked.' }])
  expect(await transfersOf(lineOf(batch, payableOf(investor)).id)).toEqual([])
})

test('a waiting transfer is withdrawn once its sale is refunded: refunded money is not paid out as well', async () => {
  const ready = await startReady()
  const piId = await buy(app, app.visitor(), ready.listing)
  clock.forwardDays(8)
  const refill = await drain()
  const { body: batch } = await make()
  const line = lineOf(batch, payableOf(ready))
  await pay(batch.id)
  const ours = async () => lineOf(await batchOf(batch.id), payableOf(ready))
  await until(ours, ({ waitsSince }) => waitsSince !== null)
  // With the money of other sales the balance covers it.
  await buy(app, app.visitor(), ready.listing)
  await db.execute(sql`update jobs set run_at = now() + interval '1 day' where kind = 'earnings.send-payout' and done_at is null`)
  await atProvider(app, 'refunds', { payment_intent: piId })
  await until(
    () => orderOfIntent(db, piId),
    ({ status }) => status === 'refunded',
  )

  await refill()
  await db.execute(sql`update jobs set run_at = now() where kind = 'earnings.send-payout' and done_at is null`)
  await untilSettled(batch.id, payableOf(ready))
  const failure = 'A refund or dispute reduced the balance.'
  expect(await ours()).toMatchObject({ status: 'withdrawn', failure })
  expect([await transfersOf(line.id), await legsOf(line.id)]).toEqual([[], []])
  expect(await payoutFaults()).toEqual([])
})
