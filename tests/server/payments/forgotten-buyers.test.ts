import { expect, test } from 'vitest'
import { buyerMarks, givenRefunds, orders } from '#drizzle/schema/index.ts'
import { forgetBuyers } from '#server/features/refunds/forget.ts'
import type { OrderId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const { db, sql } = await testDatabase()
const DAY_MS = 24 * 60 * 60 * 1000
const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

async function order(id: string, createdDaysAgo: number, givenDaysAgo?: number) {
  await sql`insert into orders (id, principal_id, kind, target_type, target_id, amount, snapshot, created_at)
    values (${id}, 'prn_x', 'vc_unlock', 'airtable', ${`rec_${id}`}, 9900, '{}', ${daysAgo(createdDaysAgo).toISOString()})`
  await db.insert(buyerMarks).values({ orderId: id as OrderId, mark: 'mailbox' })
  if (givenDaysAgo !== undefined) await db.insert(givenRefunds).values({ orderId: id as OrderId, givenAt: daysAgo(givenDaysAgo) })
}

test('by what a buyer is recognised is kept while a refund of the last year counts, and no longer', async () => {
  await sql`insert into principals (id, kind, token_hash) values ('prn_x', 'guest', 'prn_x')`
  await order('ord_recent', 10)
  await order('ord_old', 400)
  await order('ord_counted', 400, 364)
  await order('ord_forgotten', 400, 366)
  await forgetBuyers({ db, now: () => now })()
  const ids = (rows: { orderId: OrderId }[]) => rows.map(({ orderId }) => orderId).sort()
  expect(ids(await db.select().from(buyerMarks))).toEqual(['ord_counted', 'ord_recent'])
  expect(ids(await db.select().from(givenRefunds))).toEqual(['ord_counted'])
  expect(await db.$count(orders)).toBe(4)
})
