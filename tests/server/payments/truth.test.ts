import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openDispute } from '#server/payments/sandbox/disputes.ts'
import { listObjects } from '#server/payments/sandbox/object-store.ts'
import type { SandboxCharge, SandboxDispute } from '#server/payments/sandbox/objects.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { cents } from '#shared/money.ts'
import {
  atProvider,
  CARDS,
  deliver,
  effectsOf,
  eventsOf,
  intentOf,
  listInvestor,
  payWithCard,
  runJob,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

const PRICE = 9901

let app: TestApp
let vcId: string
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  vcId = await listInvestor(app.database.db, { price: cents(PRICE) })
  await silenceWebhooks(app.database.db)
})

const STEPS = ['decline', 'pay', 'refund a third', 'refund the rest', 'dispute', 'win', 'lose'] as const
type Step = (typeof STEPS)[number]

/** Applies a step as far as the provider allows it; a refused step changes nothing. */
async function applyStep(step: Step, clientSecret: string) {
  const piId = intentOf(clientSecret)
  const { db } = app.database
  const [charge] = (await listObjects(db, 'charge', { limit: 1, where: { payment_intent: piId } })).data
  const [dispute] = (await listObjects(db, 'dispute', { limit: 1, where: { payment_intent: piId } })).data
  switch (step) {
    case 'decline':
      return payWithCard(app, clientSecret, CARDS.declined)
    case 'pay':
      return payWithCard(app, clientSecret, CARDS.good)
    case 'refund a third':
      return atProvider(app, 'refunds', { payment_intent: piId, amount: String(Math.floor(PRICE / 3)) })
    case 'refund the rest':
      return atProvider(app, 'refunds', { payment_intent: piId })
    case 'dispute':
      return charge && db.transaction((tx) => openDispute(tx, charge.id, new Date()))
    default:
      return dispute && atProvider(app, `disputes/${dispute.id}/close`, { status: step === 'win' ? 'won' : 'lost' })
  }
}

/** The end state according to the provider’s objects alone. */
function expected(charge: SandboxCharge | undefined, dispute: SandboxDispute | undefined, hasFailed: boolean) {
  const none = { grants: [], payments: [], balances: {} }
  if (!charge) return { status: hasFailed ? 'failed' : 'pending', ...none }
  const isLost = dispute?.status === 'lost'
  const left = isLost ? 0 : PRICE - charge.amount_refunded
  // A lost dispute of a partially refunded payment takes the whole amount again.
  const paidTwice = isLost ? charge.amount_refunded : 0
  const share = investorShare(cents(left))
  const isOpen = dispute !== undefined && !isLost && dispute.status !== 'won'
  const status = isLost ? 'revoked' : left === 0 ? 'refunded' : isOpen ? 'disputed' : 'paid'
  return {
    status,
    grants: [{ status: status === 'paid' ? 'completed' : status }],
    payments: [{ status }],
    balances: {
      cash: isLost ? -paidTwice || 0 : left,
      investor_payable: -share || 0,
      platform_revenue: share - left || 0,
      ...(paidTwice > 0 && { dispute_losses: paidTwice }),
    },
  }
}

test('P8, P12, P14: events in any order and number end in the provider’s state', async () => {
  const history = fc.array(fc.constantFrom(...STEPS), { maxLength: 6 })
  const looks = fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(history, history, looks, async (before, after, order) => {
      const { clientSecret } = (await startPayment(app.visitor(), vcId)).body
      const piId = intentOf(clientSecret)
      const process = async (picks: number[]) => {
        const events = await eventsOf(app.database.db, piId)
        const picked = events.length === 0 ? [] : picks.map((pick) => events[pick % events.length])
        await Promise.all(picked.map((event) => deliver(app, event)))
        await Promise.all(picked.map((event) => runJob(app, 'payments.event', { eventId: event?.id })))
      }
      // While one part of the history runs, its events are already being processed.
      for (const step of before) {
        await Promise.all([applyStep(step, clientSecret), process(order.slice(0, 2))])
      }
      for (const step of ['pay' as const, ...after]) await applyStep(step, clientSecret)
      const all = (await eventsOf(app.database.db, piId)).map((_, index) => index)
      await process([...all.sort((a, b) => (order[a % order.length] ?? 0) - (order[b % order.length] ?? 0)), ...order])

      const where = { payment_intent: piId }
      const [charge] = (await listObjects(app.database.db, 'charge', { limit: 1, where })).data
      const [dispute] = (await listObjects(app.database.db, 'dispute', { limit: 1, where })).data
      expect(await effectsOf(app.database.db, piId)).toMatchObject(expected(charge, dispute, before.includes('decline')))
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 15) },
  )
})
