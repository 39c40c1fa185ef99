import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { ledgerEntries, receipts } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertOwnFee } from '#server/features/earnings/ledger-checks/balance-queries.ts'
import type { AccountingMonth } from '#shared/accounting/contract.ts'
import { ledgerColumns } from '#shared/accounting/file.ts'
import type { AccountKey } from '#shared/ledger/account.ts'
import type { TransactionKey } from '#shared/ledger/transaction.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles } from '#tests/support/actors/admins.ts'
import { buy, sellLongAgo } from '#tests/support/actors/earnings.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { atProvider, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { auditEntriesOf } from '#tests/support/state/audit.ts'
import { listDocuments } from '#tests/support/state/documents.ts'
import { listLegs } from '#tests/support/state/ledger.ts'
import { listOrders } from '#tests/support/state/orders.ts'

async function start() {
  const app = await startTestApp()
  const { db } = app.database
  const finance = await account(app)
  await giveRoles(app, finance, ['finance'])
  const read = async (month: string) => (await finance.get<AccountingMonth>(`/api/admin/accounting?month=${month}`)).body
  const file = (month: string) => finance.get<string & { code?: string }>(`/api/admin/accounting.csv?month=${month}`)
  const rows = async (month: string) => {
    const { data, errors } = Papa.parse<Row>((await file(month)).body, { header: true, skipEmptyLines: true })
    expect(errors).toEqual([])
    return data
  }
  /** A transaction without an order. */
  const post = (
    transaction: TransactionKey,
    postedAt: Date,
    legs: [AccountKey, amount: number][],
    { currency = 'usd', by = db as Queryable } = {},
  ) =>
    by.insert(ledgerEntries).values(
      legs.map(([account, amount]) => ({
        ...{ id: newId<string>('leg'), orderId: null, transaction, account, currency },
        ...{ amount: cents(amount), createdAt: postedAt, postedAt },
      })),
    )
  return { app, db, finance, read, file, rows, post }
}
type Row = Record<(typeof ledgerColumns)[number], string>

const centsIn = (decimal: string) => Number(decimal.replace('.', '') || 0)
const sumOf = (rows: Row[], side: 'debit' | 'credit') => rows.reduce((sum, row) => sum + centsIn(row[side]), 0)
const thisMonth = () => new Date().toISOString().slice(0, 7)
const at = (text: string) => new Date(`${text}Z`)

test('a sale and its refund are lines with receipt, order, codes and the listing: each transaction balances, and no line has a name', async () => {
  const { app, db, rows, read, file } = await start()
  const investor = await startInvestor(app, { price: cents(10_000), partnerName: 'Ada Investor' })
  const buyer = await account(app, { firstName: 'Bo', lastName: 'Buyer' })
  const sold = await buy(app, buyer, investor.listing)
  await atProvider(app, 'refunds', { payment_intent: sold, amount: '4000' })
  await expect.poll(async () => (await listLegs(db, { transactionKind: 'refund' })).length).toBeGreaterThan(0)
  const [order] = await listOrders(db, { principalId: buyer.user.principalId })

  const found = await rows(thisMonth())
  const ofSale = found.filter((row) => row.transaction === `${order?.id}:capture`)
  const line = { kind: 'capture', order: order?.id, receipt: 'LK-000001', currency: 'USD', investor: '' }
  expect(ofSale).toMatchObject([
    { ...line, 'account code': '1000', account: 'Cash', debit: '100.00', credit: '' },
    { ...line, 'account code': '2000', account: 'Owed to investors', investor: investor.listing, debit: '', credit: '85.00' },
    { ...line, 'account code': '4000', account: 'Platform revenue', debit: '', credit: '15.00' },
  ])
  expect(ofSale.map(({ document }) => document)).toEqual(Array(3).fill(expect.stringMatching(/^INV-\d{4}-000001$/)))
  const ofRefund = found.filter(({ kind }) => kind === 'refund')
  expect(ofRefund.every(({ document }) => /^CN-\d{4}-000001$/.test(document))).toBe(true)
  for (const transaction of new Set(found.map((row) => row.transaction))) {
    const legs = found.filter((row) => row.transaction === transaction)
    expect(sumOf(legs, 'debit')).toBe(sumOf(legs, 'credit'))
  }
  expect(found.some(({ kind, credit }) => kind === 'refund' && credit === '40.00')).toBe(true)

  const shown = await read(thisMonth())
  expect(shown).toMatchObject({ isOver: false, isBalanced: true, rows: found.length })
  for (const { code, debit, credit } of shown.totals) {
    const ofAccount = found.filter((row) => row['account code'] === code)
    expect([code, sumOf(ofAccount, 'debit'), sumOf(ofAccount, 'credit')]).toEqual([code, debit, credit])
  }
  expect((await file(thisMonth())).body).not.toMatch(/Ada|Buyer|@/)
})

test('a month that is over gives the same file after later sales, and after charges of that month that are read later', async () => {
  const { app, db, file, read, post, rows } = await start()
  await post('payout:pol_before', at('2026-02-28T23:59:59.999'), [
    ['investor_payable:vc_1', 100],
    ['cash', -100],
  ])
  await post('payout:pol_1', at('2026-03-01T00:00:00'), [
    ['investor_payable:vc_1', 2500],
    ['cash', -2500],
  ])
  await post('payout:pol_2', at('2026-03-31T23:59:59.999'), [
    ['charity_payable:Keys for all', 5],
    ['cash', -5],
  ])
  const before = (await file('2026-03')).body
  expect(Papa.parse<Row>(before, { header: true, skipEmptyLines: true }).data.map((row) => Object.values(row))).toEqual([
    ['2026-03-01', '2026-03-01', 'payout:pol_1', 'payout', '', '', '2000', 'Owed to investors', 'vc_1', '25.00', '', 'USD', ''],
    ['2026-03-01', '2026-03-01', 'payout:pol_1', 'payout', '', '', '1000', 'Cash', '', '', '25.00', 'USD', ''],
    ['2026-03-31', '2026-03-31', 'payout:pol_2', 'payout', '', '', '2010', 'Owed to charities', '', '0.05', '', 'USD', ''],
    ['2026-03-31', '2026-03-31', 'payout:pol_2', 'payout', '', '', '1000', 'Cash', '', '', '0.05', 'USD', ''],
  ])
  expect(await read('2026-03')).toMatchObject({ isOver: true, months: expect.arrayContaining(['2026-02', '2026-03']) })

  const investor = await startInvestor(app, { price: cents(10_000) })
  await buy(app, app.visitor(), investor.listing)
  await insertOwnFee(db, { id: 'txn_late', currency: 'usd', at: at('2026-03-15T12:00:00') }, cents(30))
  expect((await file('2026-03')).body).toBe(before)
  expect(await rows(thisMonth())).toContainEqual(
    expect.objectContaining({ transaction: 'fee:txn_late', 'value date (UTC)': '2026-03-15', debit: '0.30' }),
  )
})

test('a receipt or an invoice that is issued after a month does not change its file', async () => {
  const { db, file, app } = await start()
  const investor = await startInvestor(app, { price: cents(10_000) })
  await sellLongAgo(db, investor.listing, at('2026-03-02T00:00:00'), cents(1000))
  const [order] = await listOrders(db, { targetId: investor.listing })
  if (!order) throw new Error('there is no order')
  const leg = { orderId: order.id, transaction: 'capture', createdAt: at('2026-03-02T00:00:00') } as const
  await db.insert(ledgerEntries).values([
    { ...leg, id: 'leg_1', account: 'cash', amount: cents(1000), postedAt: leg.createdAt },
    { ...leg, id: 'leg_2', account: 'platform_revenue', amount: cents(-1000), postedAt: leg.createdAt },
  ])
  const before = (await file('2026-03')).body
  expect(before.split('\r\n')).toHaveLength(4)
  await db.insert(receipts).values({ orderId: order.id, number: 7, issuedAt: new Date() })
  expect((await file('2026-03')).body).toBe(before)
  await runJob(app, 'orders.issue-documents')
  expect(await listDocuments(db, { orderId: order.id })).toHaveLength(1)
  expect((await file('2026-03')).body).toBe(before)
})

test('legs of before the column have the month in which they happened', async () => {
  const { db, rows } = await start()
  const leg = { orderId: null, transaction: 'payout:pol_old', createdAt: at('2026-01-31T12:00:00'), postedAt: null } as const
  await db.insert(ledgerEntries).values([
    { ...leg, id: 'leg_1', account: 'cash', amount: cents(-7) },
    { ...leg, id: 'leg_2', account: 'investor_payable:vc_1', amount: cents(7) },
  ])
  expect((await rows('2026-01')).map(({ debit, credit }) => [debit, credit])).toEqual([
    ['0.07', ''],
    ['', '0.07'],
  ])
})

test('a transaction that does not balance gives no file and no entry of the log', async () => {
  const { db, file, read, post } = await start()
  // Two errors that cancel out in the total of the month.
  await post('payout:pol_1', at('2026-03-02T00:00:00'), [
    ['cash', -100],
    ['investor_payable:vc_1', 99],
  ])
  await post('payout:pol_2', at('2026-03-03T00:00:00'), [
    ['cash', -100],
    ['investor_payable:vc_1', 101],
  ])
  expect(await file('2026-03')).toMatchObject({ status: 409, body: { code: 'accounting.unbalanced' } })
  expect(await read('2026-03')).toMatchObject({ isBalanced: false, rows: 4 })
  expect(await auditEntriesOf(db, 'ledger')).toEqual([])
  // One that balances in a mixture of currencies only.
  await post('payout:pol_3', at('2026-04-03T00:00:00'), [['cash', -100]])
  await post('payout:pol_3', at('2026-04-03T00:00:00'), [['investor_payable:vc_1', 100]], { currency: 'eur' })
  expect((await file('2026-04')).status).toBe(409)
})

test('the log has who saved which month, with its lines; a long month is complete, in order, with one header', async () => {
  const { db, finance, rows, post } = await start()
  const ids = Array.from({ length: 1300 }, (_, at) => `txn_${String(at).padStart(4, '0')}`)
  const fees = ids.map((id) => `fee:${id}` as const)
  await db.transaction(async (tx) => {
    for (const fee of fees)
      await post(
        fee,
        at('2026-03-02T00:00:00'),
        [
          ['stripe_fees', 1],
          ['cash', -1],
        ],
        { by: tx },
      )
  })
  const found = await rows('2026-03')
  expect(found.map(({ transaction }) => transaction)).toEqual(fees.flatMap((fee) => [fee, fee]))
  expect(await auditEntriesOf(db, 'ledger')).toMatchObject([
    {
      actorId: finance.user.id,
      targetType: 'accounting',
      action: 'exported',
      after: { month: '2026-03', rows: 2600, isOver: true },
    },
  ])
})

test('a cell that a spreadsheet would execute is quoted, and a leg of zero is no line; the lines are those of RFC 4180', async () => {
  const { file, post } = await start()
  await post('payout:pol_1', at('2026-03-02T00:00:00'), [
    ['cash', -1],
    ['investor_payable:=1+"1"', 1],
    ['platform_revenue', 0],
  ])
  const lines = (await file('2026-03')).body.split('\r\n')
  expect(lines[0]).toBe(ledgerColumns.join(','))
  expect(lines[1]).toContain(`,"'=1+""1""",0.01,`)
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toBe('')
})

test('a month without entries is a header; one that has not begun is refused', async () => {
  const { file, finance } = await start()
  expect((await file('2026-01')).body).toBe(`${ledgerColumns.join(',')}\r\n`)
  expect(await file('2099-01')).toMatchObject({ status: 422, body: { code: 'invalid' } })
  expect((await file('2026-13')).status).toBe(422)
  expect((await finance.get<AccountingMonth>('/api/admin/accounting')).body).toMatchObject({ month: thisMonth(), rows: 0 })
})
