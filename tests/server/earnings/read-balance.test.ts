import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandboxObjects } from '#drizzle/schema/index.ts'
import type { AdminBooks } from '#shared/earnings/admin.ts'
import { account } from '#tests/support/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { buy, movableClock, staySignedIn } from '#tests/support/earnings.ts'
import { listInvestor, rewriteIntent, runJob } from '#tests/support/money.ts'

const clock = movableClock()
const app = await startTestApp({ world: { now: clock.now }, env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const admin = await account(app, { isAdmin: true })
const subjects = async () => {
  await runJob(app, 'books.read-balance')
  return (await admin.get<AdminBooks>('/api/admin/books')).body.violations.map(({ subject }) => subject)
}

/** A movement at the provider, as of now by its own clock. */
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
  const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, of))
  if (!row) throw new Error(`There is no ${of}`)
  await db.insert(sandboxObjects).values({ ...row, id, body: { ...row.body, id, ...change } })
}

test('what another installation on the same account was paid is no fault of ours; what has no name of an installation is', async () => {
  const piId = await buy(app, app.visitor(), await listInvestor(db))
  const charge = (await db.select().from(sandboxObjects).where(eq(sandboxObjects.type, 'charge')))[0]?.id ?? ''
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
  expect(await subjects()).toEqual([])
})

test('a node whose clock is ahead skips no movement', async () => {
  clock.forwardDays(1)
  await staySignedIn(db, clock.now())
  expect(await subjects()).toEqual([])
  await move('txn_between', { type: 'adjustment', amount: -700 })
  expect(await subjects()).toEqual(['txn_between'])
})
