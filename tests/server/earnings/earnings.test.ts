import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { directoryInvestors, ledgerEntries, meetingBookings, orders, projects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { openDispute } from '#server/payments/sandbox/disputes.ts'
import { listObjects } from '#server/payments/sandbox/object-store.ts'
import type { SandboxCharge } from '#server/payments/sandbox/objects.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import type { BookingId, ProjectId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { buy, DAY_MS, movableClock } from '#tests/support/actors/earnings.ts'
import { held, startInvestor } from '#tests/support/actors/listings.ts'
import { atProvider, listInvestor, orderOfIntent } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listListings } from '#tests/support/state/investors.ts'
import { sumsByAccount } from '#tests/support/state/ledger.ts'

const clock = movableClock()
// Meetings exist as rows only here, so nothing fulfils them: the log would report that.
const app = await startTestApp({ world: { now: clock.now }, env: { LOG_LEVEL: 'silent' } })
const { db, sql } = app.database

type Investor = Awaited<ReturnType<typeof startInvestor>>
const account = async (investor: Investor) => (await investor.get<Earnings>('/api/earnings')).body
const balance = async (investor: Investor) => (await account(investor)).balance
const dispute = async (piId: string) => {
  const [charge] = (await listObjects(db, 'charge', { limit: 1, where: { payment_intent: piId } })).data as [SandboxCharge]
  await db.transaction((tx) => openDispute(tx, charge.id, clock.now()))
}
const settled = (piId: string, status: string) => expect.poll(async () => (await orderOfIntent(db, piId)).status).toBe(status)

test('a share waits for the complaint window, and is held while a dispute is open', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const noa = await app.member({ firstName: 'Noa', lastName: 'Berg' })
  await db.insert(projects).values({
    id: newId<ProjectId>('prj'),
    userId: noa.user.id,
    companyName: '=Anvil',
    isPublished: true,
    publishedAt: new Date(),
  })
  const sold = await buy(app, noa, investor.listing)
  const other = await buy(app, app.visitor(), investor.listing)
  expect(await balance(investor)).toMatchObject({ inWindow: 17_000, held: 0, payable: 0, paidOut: 0 })

  await dispute(other)
  await settled(other, 'disputed')
  expect(await balance(investor)).toMatchObject({ inWindow: 8500, held: 8500, payable: 0 })
  clock.forwardDays(8)
  expect(await balance(investor)).toMatchObject({ inWindow: 0, held: 8500, payable: 8500 })

  await atProvider(app, 'refunds', { payment_intent: sold, amount: '2000' })
  await expect.poll(async () => (await balance(investor)).payable).toBe(6800)

  const { entries } = await account(investor)
  expect(
    entries
      .map(({ kind, amount, gross, founderName, projectName, hold }) => [kind, amount, gross, founderName, projectName, hold])
      .sort(),
  ).toEqual([
    ['refund', -1700, 2000, 'Noa Berg', '=Anvil', null],
    ['sale', 8500, 10_000, 'Anonymous founder', 'Stealth Startup', 'dispute'],
    ['sale', 8500, 10_000, 'Noa Berg', '=Anvil', null],
  ])
  // The device computes from the same documents.
  expect((await held(investor)).earnings?.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort())

  const csv = (await investor.get<string>('/api/earnings.csv')).body
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe(
    'date,entry,sold,founder,project,buyer paid (USD),your account (USD),goes to,standing,payable from,order,reference',
  )
  expect(lines).toHaveLength(4)
  expect(csv).toContain(`Noa Berg,"'=Anvil",100,85,`)
  expect(csv).toContain(`"'=Anvil",20,-17,`)
  const month = await investor.get<string>('/api/earnings.csv?month=2019-01')
  expect(month.body.trim().split('\r\n')).toHaveLength(1)
  expect(month.headers.get('content-disposition')).toContain('latchkey-earnings-2019-01.csv')
  expect((await investor.get('/api/earnings.csv?month=13')).status).toBe(422)
})

test('a charity’s share is listed separately, and an investor sees no sales of others', async () => {
  const donor = await startInvestor(app, { price: cents(1000), donateToCharity: true, charityOfChoice: 'Keys for all' })
  await buy(app, app.visitor(), donor.listing)
  const reply = await account(donor)
  expect(reply.balance).toEqual({ inWindow: 0, held: 0, payable: 0, onItsWay: 0, paidOut: 0, donated: 850 })
  expect(reply.entries).toMatchObject([{ charity: 'Keys for all', amount: 850 }])
  expect(reply.months.at(-1)).toMatchObject({ earned: 0, donated: 850, sales: 1 })

  const other = await startInvestor(app)
  expect(await account(other)).toMatchObject({ entries: [], months: [], balance: { donated: 0 } })
  expect((await held(other)).earnings).toBeUndefined()
  expect((await app.visitor().get('/api/earnings')).status).toBe(401)
  expect((await app.visitor().get('/api/earnings.csv')).status).toBe(401)
})

test('a record that its investor took over includes its earlier sales', async () => {
  const listed = await listInvestor(db, { price: cents(2000) })
  await buy(app, app.visitor(), listed)
  const investor = await startInvestor(app, { replacesId: listed })
  expect(await balance(investor)).toMatchObject({ inWindow: 1700 })
  await db.delete(directoryInvestors).where(eq(directoryInvestors.id, listed))
  expect(await balance(investor)).toMatchObject({ inWindow: 1700 })
})

test('a call is earned seven days after it took place, and a cancelled one waits for its refund', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const piId = await buy(app, app.visitor(), investor.listing)
  const { id, principalId } = await orderOfIntent(db, piId)
  const callAt = new Date(clock.now().getTime() + 20 * 24 * 60 * 60 * 1000)
  await db.update(orders).set({ kind: 'meeting' }).where(eq(orders.id, id))
  await db.insert(meetingBookings).values({
    id: newId<BookingId>('bok'),
    orderId: id,
    principalId,
    vcId: investor.listing,
    vcType: 'platform',
    founderName: 'Noa at work',
    meetingDateTime: callAt,
    endsAt: new Date(callAt.getTime() + 30 * 60_000),
  })
  clock.forwardDays(10)
  const { balance: before, entries } = await account(investor)
  expect(before).toMatchObject({ inWindow: 8500, payable: 0 })
  expect(entries).toMatchObject([
    {
      sold: 'meeting',
      founderName: 'Noa at work',
      maturesAt: new Date(callAt.getTime() + 30 * 60_000 + 7 * DAY_MS).toISOString(),
    },
  ])
  clock.forwardDays(11)
  expect(await balance(investor)).toMatchObject({ inWindow: 8500, payable: 0 })
  clock.forwardDays(7)
  expect(await balance(investor)).toMatchObject({ inWindow: 0, payable: 8500 })
  await db.update(meetingBookings).set({ status: 'cancelled' }).where(eq(meetingBookings.orderId, id))
  expect(await balance(investor)).toMatchObject({ held: 8500, payable: 0 })
})

test('the card provider’s fees are paid by the platform: they are in the ledger, and reduce no share', async () => {
  const investor = await startInvestor(app, { price: cents(10_000) })
  const piId = await buy(app, app.visitor(), investor.listing)
  const { id } = await orderOfIntent(db, piId)
  const fees = () => sumsByAccount(db, { orderId: id, transactionKind: 'fee' })
  expect(await fees()).toEqual([
    ['cash', -320],
    ['stripe_fees', 320],
  ])
  await dispute(piId)
  await settled(piId, 'disputed')
  expect(await fees()).toEqual([
    ['cash', -1820],
    ['stripe_fees', 1820],
  ])
  const [open] = (await listObjects(db, 'dispute', { limit: 1, where: { payment_intent: piId } })).data
  await atProvider(app, `disputes/${open?.id}/close`, { status: 'lost' })
  await settled(piId, 'revoked')
  const sums = await sumsByAccount(db, { orderId: id })
  expect(sums.reduce((total, [, sum]) => total + sum, 0)).toBe(0)
  expect(Object.fromEntries(sums)).toMatchObject({ [`investor_payable:${investor.listing}`]: 0, platform_revenue: 0 })
})

test('P20: ledger entries are neither changed nor deleted', async () => {
  for (const write of [
    () => db.update(ledgerEntries).set({ amount: cents(1) }),
    () => db.delete(ledgerEntries),
    () => db.execute('truncate ledger_entries'),
  ]) {
    await expect(write()).rejects.toMatchObject({ cause: { message: 'ledger_entries is append-only' } })
  }
})

test('an investor’s devices are notified of each sale, dispute and refund', async () => {
  const investor = await startInvestor(app, { price: cents(5000) })
  const scopes: string[] = []
  const listener = app.database.openSingle()
  await listener.listen('latchkey_sync', (scope) => void scopes.push(scope))
  const me = `me:${investor.user.principalId}`
  try {
    const piId = await buy(app, app.visitor(), investor.listing)
    await expect.poll(() => scopes).toContain(me)
    const { id } = await orderOfIntent(db, piId)
    // Apart from grants and their pokes: these are caused by the money alone.
    for (const write of [
      () => sql`update orders set status = 'disputed' where id = ${id}`,
      () => sql`insert into ledger_entries (id, order_id, transaction, account, amount)
        values ('leg_test', ${id}, 'refund:x', ${`investor_payable:${investor.listing}`}, 0)`,
    ]) {
      scopes.length = 0
      await write()
      await expect.poll(() => scopes).toContain(me)
    }
  } finally {
    await listener.end()
  }
  expect(await listListings(db, { userId: investor.user.id })).toHaveLength(1)
})
