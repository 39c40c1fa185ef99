import { expect, test } from 'vitest'
import { buyerMarks, givenRefunds } from '#drizzle/schema/index.ts'
import { forgetBuyers } from '#server/features/refunds/forget.ts'
import type { OrderId } from '#shared/ids.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { listOrders } from '#tests/support/state/orders.ts'

const { db, sql } = await testDatabase()
const keyring = { sign: async (purpose: string, text: string) => `${purpose}:${text}` }
const DAY_MS = 24 * 60 * 60 * 1000
const now = new Date('2026-11-22T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

async function order(id: string, createdDaysAgo: number, givenDaysAgo?: number) {
  await sql`insert into orders (id, principal_id, kind, target_type, target_id, amount, snapshot, created_at)
    values (${id}, 'prn_x', 'vc_unlock', 'airtable', ${`rec_${id}`}, 9900, '{}', ${daysAgo(createdDaysAgo).toISOString()})`
  await db.insert(buyerMarks).values({ orderId: id as OrderId, mark: 'mailbox' })
  if (givenDaysAgo !== undefined) await db.insert(givenRefunds).values({ orderId: id as OrderId, givenAt: daysAgo(givenDaysAgo) })
}
const listMarks = () => db.select().from(buyerMarks)

test('marks that identify a buyer are kept while a refund of the last year counts, and no longer', async () => {
  await sql`insert into principals (id, kind, token_hash) values ('prn_x', 'guest', 'prn_x')`
  await order('ord_recent', 10)
  await order('ord_old', 400)
  await order('ord_counted', 400, 364)
  await order('ord_forgotten', 400, 366)
  await forgetBuyers({ db, keyring, now: () => now })()
  const ids = (rows: { orderId: OrderId }[]) => rows.map(({ orderId }) => orderId).sort()
  expect(ids(await listMarks())).toEqual(['ord_counted', 'ord_recent'])
  expect(ids(await db.select().from(givenRefunds))).toEqual(['ord_counted'])
  expect(await listOrders(db)).toHaveLength(4)
})

test('an address that was only typed marks no order any more, also if an earlier release stored it', async () => {
  await sql`delete from buyer_marks`
  await order('ord_typed', 10)
  await sql`update orders set snapshot = '{"receiptEmail":"Victim@example.com"}' where id = 'ord_typed'`
  const marks = ['buyer-mailbox:victim@example.com', 'buyer-mailbox-proved:victim@example.com', 'buyer-card:4242']
  await db.insert(buyerMarks).values(marks.map((mark) => ({ orderId: 'ord_typed' as OrderId, mark })))
  await forgetBuyers({ db, keyring, now: () => now })()
  const kept = (await listMarks()).map(({ mark }) => mark).sort()
  expect(kept).toEqual(['buyer-card:4242', 'buyer-mailbox-proved:victim@example.com', 'mailbox'])
})
