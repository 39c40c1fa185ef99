import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { payoutBatches, payoutLines, sandboxObjects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { openDispute } from '#server/payments/sandbox/disputes.ts'
import type { AdminLedgerChecks } from '#shared/earnings/admin.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/actors/earnings.ts'
import { atProvider, listInvestor, rewriteIntent, runJob } from '#tests/support/actors/money.ts'
import { bought, disputesOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listLegs, sumsByAccount } from '#tests/support/state/ledger.ts'
import { chargeOf, listProviderObjects, providerObject } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now }, env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })
const subjects = async () => {
  await runJob(app, 'books.read-balance')
  return (await admin.get<AdminLedgerChecks>('/api/admin/books')).body.violations.map(({ subject }) => subject)
}

/** A movement at the provider, at the current time of its own clock. */
const move = (id: string, body: Record<string, unknown>) => {
  const movement = {
    id,
    object: 'balance_transaction',
    created: Math.floor(Date.now() / 1000),
    fee: 0,
    currency: 'usd',
    source: null,
  }
  return db.insert(sandboxObjects).values({ id, type: 'balance_transaction', body: { ...movement, ...body } })
}

async function copy(id: string, of: string, change: Record<string, unknown>) {
  const body = await providerObject(db, of)
  await db.insert(sandboxObjects).values({ id, type: String(body.object), body: { ...body, id, ...change } })
}

test('payments of another installation on the same account are no violation; payments without an installation name are', async () => {
  const piId = await buy(app, app.visitor(), await listInvestor(db))
  const charge = await chargeOf(db, piId)
  await copy('pi_staging', piId, {})
  await rewriteIntent(db, 'pi_staging', { metadata: { orderId: 'ord_of_staging', installation: 'ins_staging' } })
  await copy('ch_staging', charge, { payment_intent: 'pi_staging' })
  await move('txn_staging', { type: 'charge', amount: 9900, source: 'ch_staging' })
  await copy('pi_nameless', piId, {})
  await rewriteIntent(db, 'pi_nameless', { metadata: {} })
  await copy('ch_nameless', charge, { payment_intent: 'pi_nameless' })
  await move('txn_nameless', { type: 'charge', amount: 9900, source: 'ch_nameless' })
  expect(await subjects()).toEqual(['txn_nameless'])
  await db.delete(sandboxObjects).where(eq(sandboxObjects.id, 'txn_nameless'))
  // A run of the app's own job that read the balance before may write its result after.
  await expect.poll(subjects).toEqual([])
})

test('an account that settles in euros: fees are booked in euros, sales are compared by their own rate, and nothing is a violation', async () => {
  await db.execute(sql`create function in_euros() returns trigger language plpgsql as $$ begin
    if new.type = 'balance_transaction' then
      new.body := new.body || jsonb_build_object('currency', 'eur', 'exchange_rate', 0.92,
        'amount', round((new.body->>'amount')::int * 0.92)::int, 'fee', round((new.body->>'fee')::int * 0.92)::int);
    end if;
    return new; end $$`)
  await db.execute(sql`create trigger in_euros before insert on sandbox_objects for each row execute function in_euros()`)
  const [kept, refunded] = [await bought(app), await bought(app)]
  await atProvider(app, 'refunds', { payment_intent: refunded.piId })
  await refunded.becomes('refunded')
  await move('txn_billing', { type: 'stripe_fee', amount: -100 })
  await db.execute(sql`drop trigger in_euros on sandbox_objects`)
  expect(await subjects()).toEqual([])
  const legs = await listLegs(db, { orderId: kept.orderId })
  const shown = legs.map(({ transaction, account: name, amount, currency }) => [
    transaction.split(':')[0],
    name.split(':')[0],
    amount,
    currency,
  ])
  expect(shown).toEqual(
    expect.arrayContaining([
      ['capture', 'cash', 9900, 'usd'],
      ['fee', 'stripe_fees', 292, 'eur'],
      ['fee', 'cash', -292, 'eur'],
    ]),
  )
  const { balances } = (await admin.get<AdminLedgerChecks>('/api/admin/books')).body
  expect(balances).toContainEqual({ account: 'stripe_fees', currency: 'eur', amount: 292 + 292 + 92 })
  // An exchange rate does not excuse missing money.
  const [charge] = await listProviderObjects(db, 'balance_transaction', { source: await chargeOf(db, kept.piId) })
  await rewriteIntent(db, charge?.id ?? '', { amount: 9000 })
  expect(await subjects()).toEqual([charge?.id])
  await rewriteIntent(db, charge?.id ?? '', { amount: 9108 })
  expect(await subjects()).toEqual([])
})

describe('movements of disputes are in the ledger, or are a violation', () => {
  const faults = async () => {
    await runJob(app, 'books.read-balance')
    return (await admin.get<AdminLedgerChecks>('/api/admin/books')).body.violations.map(({ detail }) => detail)
  }
  const cash = async () => {
    const movements = await listProviderObjects(db, 'balance_transaction')
    const provider = movements
      .filter(({ currency }) => (currency ?? 'usd') === 'usd')
      .reduce((sum, { amount, fee }) => sum + Number(amount) - Number(fee), 0)
    const [[, books] = ['cash', 0]] = await sumsByAccount(db, { account: 'cash', currency: 'usd' })
    return { provider, books }
  }
  const disputed = async (isRefunded: boolean) => {
    const sale = await bought(app)
    if (isRefunded) {
      await atProvider(app, 'refunds', { payment_intent: sale.piId })
      await sale.becomes('refunded')
    }
    const charge = await chargeOf(db, sale.piId)
    await db.transaction((tx) => openDispute(tx, charge, new Date()))
    const [dispute] = await until(
      () => disputesOf(app, sale.orderId),
      (all) => all.length > 0,
    )
    const close = (status: string) => atProvider(app, `disputes/${dispute?.id}/close`, { status })
    return { ...sale, dispute: dispute?.id ?? '', close }
  }

  test('a buyer who is refunded in full and also wins a dispute has the price twice, and cash shows it', async () => {
    const before = await cash()
    const { order, becomes, close, orderId } = await disputed(true)
    expect((await order()).alertCode).toBe('paid-back-twice')
    await close('lost')
    await becomes('revoked')
    expect(await faults()).toEqual([])
    const after = await cash()
    expect(after.books - before.books).toBe(after.provider - before.provider)
    const { alerts, balances } = (await admin.get<AdminLedgerChecks>('/api/admin/books')).body
    expect(alerts).toMatchObject([{ orderId, alert: 'paid-back-twice' }])
    expect(balances).toContainEqual({ account: 'dispute_losses', currency: 'usd', amount: 9900 })
  })

  test('an open one withholds its money, and a won one returns it', async () => {
    const { dispute, becomes, close } = await disputed(false)
    expect(await faults()).toEqual([])
    // The provider reports it as won and keeps the money.
    await rewriteIntent(db, dispute, { status: 'won' })
    expect(await faults()).toEqual([
      expect.stringContaining(`dispute:${dispute} is won, has taken 9900 cents, and 0 of them are booked`),
    ])
    await rewriteIntent(db, dispute, { status: 'needs_response' })
    await close('won')
    await becomes('paid')
    expect(await faults()).toEqual([])
  })
})

test('a movement that cannot be read does not block others, and is a violation until it can', async () => {
  const piId = await buy(app, app.visitor(), await listInvestor(db))
  await copy('pi_broken', piId, { status: 'of_next_year' })
  await copy('ch_broken', await chargeOf(db, piId), { payment_intent: 'pi_broken' })
  await move('txn_broken', { type: 'charge', amount: 9900, source: 'ch_broken' })
  await move('txn_later', { type: 'adjustment', amount: -700 })
  expect((await subjects()).sort()).toEqual(['txn_broken', 'txn_later'])
  await db.execute(sql`delete from sandbox_objects where id in ('txn_broken', 'txn_later')`)
  expect(await subjects()).toEqual([])
})

test('a dispute that opens without an event, and without a fee, still holds its sale', async () => {
  const sale = await bought(app)
  const charge = await chargeOf(db, sale.piId)
  await db.execute(sql`create function no_news() returns trigger language plpgsql as $$ begin
    if new.body->>'source' like 'dp_%' then new.body := new.body || '{"fee": 0}'; end if;
    return case when new.type = 'event' then null else new end; end $$`)
  await db.execute(sql`create trigger no_news before insert on sandbox_objects for each row execute function no_news()`)
  await db.transaction((tx) => openDispute(tx, charge, new Date()))
  await db.execute(sql`drop trigger no_news on sandbox_objects`)
  expect(await subjects()).toEqual([])
  expect((await sale.order()).status).toBe('disputed')
})

test('a top-up of the own balance is no violation, and a transfer is one if its amount differs from its line', async () => {
  await move('txn_topup', { type: 'topup', amount: 500_000, source: 'tu_1' })
  const [batchId, user] = [newId<string>('pay'), await account(app)]
  await db.insert(payoutBatches).values({ id: batchId, status: 'paid', createdBy: user.user.id })
  const line = {
    id: newId<string>('pol'),
    batchId,
    account: 'investor_payable:vc_1',
    payee: 'Alan',
    amount: cents(1700),
  } as const
  await db.insert(payoutLines).values({ ...line, status: 'paid', transferId: 'tr_1' })
  await move('txn_transfer', { type: 'transfer', amount: -1700, source: 'tr_1' })
  expect(await subjects()).toEqual([])
  await rewriteIntent(db, 'txn_transfer', { amount: -1800 })
  await move('txn_back', { type: 'transfer_failure', amount: 1700, source: 'tr_1' })
  expect((await subjects()).sort()).toEqual(['txn_back', 'txn_transfer'])
  await db.execute(sql`delete from sandbox_objects where id in ('txn_back', 'txn_transfer')`)
  expect(await subjects()).toEqual([])
})

test('a node whose clock is ahead skips no movement', async () => {
  clock.forwardDays(1)
  await staySignedIn(db, clock.now())
  expect(await subjects()).toEqual([])
  await move('txn_between', { type: 'adjustment', amount: -700 })
  expect(await subjects()).toEqual(['txn_between'])
})
