import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import { orderOfIntent } from '#tests/support/actors/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { createActors } from '#tests/support/histories/actors.ts'
import { closeDispute, dispute, failRefund, intentOf, refund, tryCard } from '#tests/support/histories/provider.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { listDocuments } from '#tests/support/state/documents.ts'

/** The provider sends no events by itself here: each test settles the order itself. */
let stage: Setup
beforeAll(async () => {
  stage = await openSetup(await testDatabase())
})
afterAll(() => stage.stop())

const money = () => stage.nodes[0].money
const settle = async (piId: string) => settleOrder(money().orders, (await orderOfIntent(stage.database.db, piId)).id)

/** Settles twice after each step: a repeated look issues nothing. */
async function play(piId: string, steps: ((piId: string) => Promise<unknown>)[]) {
  for (const step of steps) {
    await step(piId)
    await settle(piId)
    await settle(piId)
  }
  const { id, amount } = await orderOfIntent(stage.database.db, piId)
  const rows = (await listDocuments(stage.database.db, { orderId: id })).sort((a, b) => a.position - b.position)
  const names = new Map(rows.map(({ number, position }) => [number, position]))
  return rows.map(({ kind, corrects, content }) => ({
    kind,
    reason: content.reason,
    // Of the price, in percent.
    part: Math.round((content.amount * 100) / amount),
    corrects: corrects.map((number) => names.get(number)),
  }))
}

async function buy(buyer = 0) {
  const { buyers, listed } = await createActors(stage.database.db, stage.now)
  const { principalId } = buyers[buyer] ?? { principalId: '' as never }
  const input = { kind: 'vc_unlock', vcId: listed, receiptEmail: 'buyer@example.com' } as const
  const { clientSecret: secret } = await startUnlock(money(), principalId, input)
  await tryCard(stage, { secret }, 'good')
  await settle(intentOf(secret))
  return intentOf(secret)
}

const half = async (piId: string) => {
  const { amount } = await orderOfIntent(stage.database.db, piId)
  return refund(stage, piId, amount / 2)
}
const all = (piId: string) => refund(stage, piId)
const fail = (piId: string) => failRefund(stage, piId)
const contest = (piId: string) => dispute(stage, piId)
const lose = (piId: string) => closeDispute(stage, piId, 'lost')
const win = async (piId: string) => {
  await closeDispute(stage, piId, 'appeal_under_review')
  await closeDispute(stage, piId, 'won')
}

const invoice = { kind: 'invoice', reason: 'payment', part: 100, corrects: [] }
const credit = (part: number, corrects: number[], reason = 'refund') => ({ kind: 'credit-note', reason, part, corrects })

test.each([
  ['a refund in two parts', [half, all], [credit(50, [1]), credit(50, [1])]],
  ['a refund that the bank returns', [all, fail], [credit(100, [1]), { ...invoice, reason: 'refund-failed' }]],
  [
    'a refund that is sent again after it was returned',
    [all, fail, all],
    [credit(100, [1]), { ...invoice, reason: 'refund-failed' }, credit(100, [3])],
  ],
  ['a dispute that is open', [contest], []],
  ['a dispute that is lost', [contest, lose], [credit(100, [1], 'dispute')]],
  [
    'a lost dispute that an appeal wins',
    [contest, lose, win],
    [credit(100, [1], 'dispute'), { ...invoice, reason: 'dispute-won' }],
  ],
])('%s: each change of the sale has one document', async (_, steps, changes) => {
  expect(await play(await buy(), steps)).toEqual([invoice, ...changes])
})

test('a payment that could not be delivered is returned without a document', async () => {
  const { buyers, listed } = await createActors(stage.database.db, stage.now)
  const { principalId } = buyers[1] ?? { principalId: '' as never }
  const input = { kind: 'vc_unlock', vcId: listed, receiptEmail: 'buyer@example.com' } as const
  const { clientSecret: secret } = await startUnlock(money(), principalId, input)
  await stage.database.sql`delete from directory_investors where id = ${listed}`
  await tryCard(stage, { secret }, 'good')
  await settle(intentOf(secret))
  expect((await orderOfIntent(stage.database.db, intentOf(secret))).refusal).not.toBeNull()
  expect(await play(intentOf(secret), [all])).toEqual([])
})
