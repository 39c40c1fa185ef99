import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buyerMarks } from '#drizzle/schema/index.ts'
import type { AdminPayouts } from '#shared/earnings/admin.ts'
import type { Earnings, EarningsEntry } from '#shared/earnings/contract.ts'
import { RESERVE_DAYS, RESERVE_FROM } from '#shared/earnings/maturity.ts'
import type { OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { buy, DAY_MS } from '#tests/support/actors/earnings.ts'
import { listInvestor, orderOfIntent } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { anInvestor } from '#tests/support/calls.ts'
import type { Client } from '#tests/support/client.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })

const [SALES, PRICE] = [3000, cents(500)]
/** A quadratic query over the sales takes longer than the product's statement timeout of 30 s, also on an idle machine. */
const MAX_MS = 25_000

/** Copies of a sale, a minute apart, all paid by one card. */
async function multiply(orderId: OrderId, age: string, mark: string) {
  const copies = sql`generate_series(1, ${SALES}) n`
  await db.execute(sql`insert into orders (id, principal_id, kind, target_type, target_id, amount, status, livemode, snapshot, paid_at, created_at)
    select id || '_' || n, principal_id, kind, target_type, target_id, amount, status, livemode, snapshot,
      now() - ${age}::interval - n * interval '1 minute', created_at from orders, ${copies} where id = ${orderId}`)
  await db.execute(sql`insert into ledger_entries (id, order_id, transaction, account, amount, created_at)
    select id || '_' || n, order_id || '_' || n, transaction, account, amount, created_at
    from ledger_entries, ${copies} where order_id = ${orderId} and transaction = 'capture'`)
  await db.execute(sql`insert into buyer_marks (order_id, mark) select ${orderId} || '_' || n, ${mark} from ${copies}`)
  await db.execute(sql`insert into buyer_marks (order_id, mark) values (${orderId}, ${mark})`)
}

test.each([
  ['of this month, which are checked for the reserve', '0 days', false, SALES + 1 - (RESERVE_FROM / PRICE - 1)],
  ['of this month, all of them by the card of the investor', '0 days', true, SALES + 1],
  ['of two months ago, of a revoked listing that gives to a charity', '60 days', false, 0],
])('%s: thousands of sales of one investor are listed in linear time', async (_, age, isOwnCard, heldBack) => {
  const isCharity = age === '60 days'
  const investor = await anInvestor(app, { price: PRICE, ...(isCharity && { donateToCharity: true, charityOfChoice: 'Wells' }) })
  const mark = `mark of ${investor.listing}`
  const sold = async (buyer: Client, listing: VcId) => (await orderOfIntent(db, await buy(app, buyer, listing))).id
  await multiply(await sold(app.visitor(), investor.listing), age, mark)
  if (isOwnCard) await db.insert(buyerMarks).values({ orderId: await sold(investor, await listInvestor(db)), mark })
  if (isCharity) await admin.post(`/api/admin/vcs/${investor.listing}/verify`, { isVerified: false }, { method: 'PATCH' })

  const timed = async <Body>(call: () => Promise<{ status: number; body: Body }>) => {
    const begun = performance.now()
    const { status, body } = await call()
    expect(status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(MAX_MS)
    return body
  }
  await timed(() => investor.post('/api/sync/me', { have: {} }))
  const { entries } = await timed(() => investor.get<Earnings>('/api/earnings'))
  expect(entries).toHaveLength(SALES + 1)
  const isHeldBack = ({ at, maturesAt }: EarningsEntry) => Date.parse(maturesAt ?? '') - Date.parse(at) === RESERVE_DAYS * DAY_MS
  expect(entries.filter(isHeldBack)).toHaveLength(heldBack)
  await timed(() => admin.get<AdminPayouts>('/api/admin/payouts'))
})
