import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents, orders } from '#drizzle/schema/index.ts'
import { ISSUE_DOCUMENTS_JOB } from '#server/features/orders/documents/backfill.ts'
import { issueDocuments } from '#server/features/orders/documents/issue-documents.ts'
import { insertDocument, lockNumbers } from '#server/features/orders/documents/queries.ts'
import { seedCompany } from '#server/seed/company.ts'
import { NO_BILLING } from '#shared/documents/billing.ts'
import { cents } from '#shared/money.ts'
import { account } from '#tests/support/actors/account.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { atProvider, listInvestor, orderOfIntent, reconcile, runJob } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { listCounters, listDocuments } from '#tests/support/state/documents.ts'
import { until } from '#tests/support/until.ts'
import { buyContact, documentsOf } from './setup.ts'

const app = await startTestApp()
const { db } = app.database
const year = new Date().getUTCFullYear()

test('a payment has one numbered invoice: in the buyer’s private lane, attached to the receipt, and for no other principal', async () => {
  await seedCompany(db)
  const ada = await account(app, { firstName: 'Ada', lastName: '<b>Member</b>' })
  const { orderId } = await buyContact(app, ada, { email: ada.user.email })
  const [invoice, ...others] = await documentsOf(ada, orderId)
  expect(others).toEqual([])
  expect(invoice).toMatchObject({
    ...{ kind: 'invoice', amount: 9900, currency: 'usd', reason: 'payment', corrects: [], item: 'vc_unlock' },
    seller: { name: 'Latchkey Sample Ltd', vatId: 'GB000000000' },
    buyer: { name: 'Ada <b>Member</b>', address: '', postalCode: '', country: '', vatId: '' },
  })
  expect(invoice?.number).toMatch(new RegExp(`^INV-${year}-\\d{6}$`))

  const mail = await mailTo(app, ada.user.email, /^Your receipt/)
  expect(mail.text).toContain(`Invoice ${invoice?.number} is attached.`)
  const [file] = mail.attachments
  const html = new TextDecoder().decode(file?.content as ArrayBuffer)
  expect(file).toMatchObject({ filename: `${invoice?.number}.html`, mimeType: 'text/html', disposition: 'attachment' })
  for (const text of ['Latchkey Sample Ltd', '$99.00', 'Ada &lt;b&gt;Member&lt;/b&gt;', '@media print'])
    expect(html).toContain(text)
  expect(html).not.toMatch(/<b>|<script|src=|href=/)

  for (const other of [await account(app), app.visitor()]) expect(await documentsOf(other, orderId)).toEqual([])
})

test('a company without a name sells under the name of the product, and a guest is not named', async () => {
  const { database, ...fresh } = await startTestApp()
  const place = { ...fresh, database }
  const guest = place.visitor()
  const { orderId } = await buyContact(place, guest)
  expect(await documentsOf(guest, orderId)).toMatchObject([
    { number: `INV-${year}-000001`, seller: { name: 'Latchkey', address: '' }, buyer: { name: '' } },
  ])
})

test('numbers have no gap and are unique, with concurrent and rolled-back transactions', async () => {
  const { db } = (await startTestApp()).database
  const { user } = await account({ ...app, database: { ...app.database, db } })
  const orderId = await grantContact(db, user.principalId, await listInvestor(db))
  const content = {
    ...{ seller: { name: 'x', address: '', registration: '', vatId: '', email: '' }, buyer: NO_BILLING },
    ...{ title: 'x', item: 'vc_unlock', amount: cents(500), currency: 'usd', suppliedAt: '', reason: 'payment' as const },
  }
  const issue = (at: number) =>
    db
      .transaction(async (tx) => {
        await lockNumbers(tx)
        const kinds = at % 2 ? (['invoice', 'credit-note'] as const) : (['credit-note', 'invoice'] as const)
        for (const [index, kind] of kinds.entries())
          await insertDocument(tx, {
            ...{ kind, orderId, position: at * 2 + index, cause: `capture:${at}`, corrects: [] },
            ...{ issuedAt: new Date(at < 12 ? '2026-12-31T23:59:59Z' : '2027-01-01T00:00:00Z'), content },
          })
        if (at % 3 === 0) throw new Error('rolled back')
      })
      .catch(() => undefined)
  await Promise.all(Array.from({ length: 24 }, (_, at) => issue(at)))
  const rows = await listDocuments(db)
  for (const kind of ['invoice', 'credit-note'])
    for (const of of [2026, 2027]) {
      const found = rows.filter((row) => row.kind === kind && row.year === of).map(({ sequence }) => sequence)
      expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    }
  expect((await listCounters(db)).map(({ last }) => last)).toEqual([8, 8, 8, 8])
  expect(rows.find(({ year }) => year === 2027)?.number).toBe('CN-2027-000001')
})

test('an issued document cannot be changed or deleted', async () => {
  const ada = await account(app)
  await buyContact(app, ada)
  const refused = { cause: expect.objectContaining({ message: expect.stringContaining('append-only') }) }
  await expect(db.update(documents).set({ number: 'INV-1' })).rejects.toMatchObject(refused)
  await expect(db.delete(documents)).rejects.toMatchObject(refused)
  await expect(db.execute(sql`truncate documents`)).rejects.toMatchObject(refused)
})

test('a purchase of before the upgrade gets its documents by a job, in the order of payment, with the date of today', async () => {
  const place = await startTestApp()
  const { db } = place.database
  const ada = await account(place)
  const first = await buyContact(place, ada)
  const second = await buyContact(place, ada)
  const third = await buyContact(place, ada)
  const other = await buyContact(place, ada)
  await atProvider(place, 'refunds', { payment_intent: second.piId })
  await until(
    () => listDocuments(db),
    (rows) => rows.length === 5,
  )
  // As the last release left them: the second one was paid first.
  await db.execute(sql`alter table documents disable trigger documents_append_only`)
  await db.execute(sql`delete from documents`)
  await db.execute(sql`delete from document_counters`)
  await db.execute(sql`alter table documents enable trigger documents_append_only`)
  await db
    .update(orders)
    .set({ paidAt: new Date('2025-03-01T00:00:00Z') })
    .where(eq(orders.id, second.orderId))
  await db
    .update(orders)
    .set({ paidAt: new Date('2025-04-01T00:00:00Z') })
    .where(eq(orders.id, first.orderId))
  // Of another mode than the database: it gets none.
  await db.update(orders).set({ livemode: true }).where(eq(orders.id, other.orderId))

  for (let times = 0; times < 2; times += 1) await runJob(place, ISSUE_DOCUMENTS_JOB)
  const rows = await listDocuments(db)
  expect(rows.map(({ number, orderId }) => [number, orderId])).toEqual([
    [`CN-${year}-000001`, second.orderId],
    [`INV-${year}-000001`, second.orderId],
    [`INV-${year}-000002`, first.orderId],
    [`INV-${year}-000003`, third.orderId],
  ])
  expect(rows[1]?.content.suppliedAt).toBe('2025-03-01T00:00:00.000Z')
  expect(rows[1]?.issuedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('a node that settles an order twice at the same time issues one document', async () => {
  const ada = await account(app)
  const { orderId, piId } = await buyContact(app, ada)
  const again = () => db.transaction(async (tx) => issueDocuments(tx, await orderOfIntent(db, piId), new Date()))
  const results = await Promise.all([again(), again(), reconcile(app)])
  expect(results[0]).toHaveLength(1)
  expect(await listDocuments(db, { orderId })).toHaveLength(1)
})
