import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { type JobRun, LeaseLost } from '#server/jobs/run.ts'
import { ACCOUNT_EVENTS, PAYMENT_EVENTS } from '#server/payments/event-types.ts'
import type { OrderPort } from '#server/payments/order-port.ts'
import type { PaymentEvent } from '#server/payments/payments-port.ts'
import { createReconciler } from '#server/payments/reconcile.ts'
import type { OrderId } from '#shared/ids.ts'
import { startTestApp } from '#tests/support/app.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { receivedEvent } from '#tests/support/state/inbox.ts'

const MINUTE_MS = 60_000
const now = () => new Date('2027-01-01T12:00:00Z')

/** An order port with the given number of open orders, and a provider that lists some of them as paid. */
async function createOrders(count: number, paid: string[] = [], slowMs = 0, isListed = true) {
  const { db } = await testDatabase()
  const open = Array.from({ length: count }, (_, index) => ({
    id: `ord_${String(index).padStart(5, '0')}` as OrderId,
    createdAt: new Date(now().getTime() - 2 * 60 * MINUTE_MS + index),
    at: String(index).padStart(5, '0'),
  }))
  const settled: string[] = []
  const orders = {
    listOpen: async ({ after, limit }) => open.filter(({ at }) => after === undefined || at > after.at).slice(0, limit),
    findUnpaid: async (paymentId) => paymentId.replace('pi_', 'ord_') as OrderId,
    settle: async (id) => {
      settled.push(id)
      if (slowMs) await Bun.sleep(slowMs)
      return 'pending'
    },
  } as Partial<OrderPort> as OrderPort
  const listCalls: { since: Date; types: readonly string[] }[] = []
  const payments = {
    async *listEvents(since: Date, { types }: { types: readonly string[] }): AsyncIterable<PaymentEvent> {
      if (!isListed) throw new Error('The key may not list events')
      listCalls.push({ since, types })
      const about = { type: 'payment_intent.succeeded', objectKind: 'intent', livemode: false } as const
      for (const id of paid) yield { ...about, id: `evt_${id}`, objectId: id }
    },
  } as never
  const log = { error: vi.fn(), warn: vi.fn() } as never
  const reconcile = (deadlineMs?: number) =>
    createReconciler({ db, payments, orders, payees: { refresh: async () => true }, log, now, ...(deadlineMs && { deadlineMs }) })
  return { settled, listCalls, reconcile, ids: open.map(({ id }) => id) }
}

function createRun(progress?: unknown): JobRun & { saved: unknown[] } {
  const saved: unknown[] = []
  return { progress, saved, saveProgress: async (next) => void saved.push(next), requireLease: () => undefined }
}

test('a run reads every open order, page by page', async () => {
  const { settled, reconcile, ids } = await createOrders(250)
  expect(await reconcile()({}, createRun())).toBeUndefined()
  expect(settled).toEqual(ids)
})

test('a run that takes too long ends at its deadline, and the next one continues after its last order', async () => {
  const { settled, reconcile, ids } = await createOrders(40, [], 5)
  const round = reconcile(50)
  let progress: unknown
  let continued = 0
  for (let rounds = 0; rounds < 40; rounds += 1) {
    const run = createRun(progress)
    const result = await round({}, run)
    if (result !== 'continue') break
    expect(run.saved).toHaveLength(1)
    continued += 1
    progress = JSON.parse(JSON.stringify(run.saved[0]))
  }
  expect(continued).toBeGreaterThan(1)
  expect(settled).toEqual(ids)
})

test('orders that the provider lists as paid come first, with any number of other open orders', async () => {
  const { settled, listCalls, reconcile } = await createOrders(300, ['pi_00250', 'pi_00299'])
  await reconcile(1)({}, createRun())
  expect(settled.slice(0, 2)).toEqual(['ord_00250', 'ord_00299'])
  expect(listCalls[0]?.types).toContain('payment_intent.succeeded')
})

test('a provider that lists no events does not prevent reading open orders', async () => {
  const { settled, reconcile, ids } = await createOrders(3, [], 0, false)
  expect(await reconcile()({}, createRun())).toBeUndefined()
  expect(settled).toEqual(ids)
})

test('a run that lost its lease reads no further order', async () => {
  const { settled, reconcile } = await createOrders(10)
  let held = 0
  const requireLease = () => {
    held += 1
    if (held > 3) throw new LeaseLost('payments.reconcile')
  }
  await expect(reconcile()({}, { ...createRun(), requireLease })).rejects.toThrow(LeaseLost)
  expect(settled).toHaveLength(3)
})

test('the provider is asked for the relevant events only, within its limit of types', async () => {
  expect(PAYMENT_EVENTS.length).toBeLessThanOrEqual(20)
  const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  const { db } = app.database
  const insert = (id: string, type: string, data: object = { object: { id: 'pi_x', object: 'payment_intent' } }) =>
    db.execute(
      sql`insert into sandbox_objects (id, type, body) values (${id}, 'event', ${JSON.stringify({
        id,
        object: 'event',
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        type,
        data,
      })}::jsonb)`,
    )
  await insert('evt_noise', 'customer.updated')
  await insert('evt_money', 'charge.refunded')
  await app.app.jobs['payments.list-events']?.({})
  expect(await receivedEvent(db, 'evt_money')).toBeDefined()
  expect(await receivedEvent(db, 'evt_noise')).toBeUndefined()

  // An unreadable event is a fault of the run, and does not block the others.
  await insert('evt_unreadable', 'refund.failed', {})
  await insert('evt_later', 'refund.failed')
  await expect(app.app.jobs['payments.list-events']?.({})).rejects.toThrow('1 events cannot be read')
  expect(await receivedEvent(db, 'evt_later')).toBeDefined()
})

test('OPERATIONS.md names every event to subscribe to', async () => {
  const document = await Bun.file(new URL('../../../sync-server/OPERATIONS.md', import.meta.url)).text()
  expect([...PAYMENT_EVENTS, ...ACCOUNT_EVENTS].filter((type) => !document.includes(`\`${type}\``))).toEqual([])
})
