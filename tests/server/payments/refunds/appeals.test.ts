import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runLedgerChecks } from '#server/features/earnings/ledger-checks/run-checks.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import { investorShare } from '#shared/earnings/share.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { disputesOfOrder } from '#tests/support/actors/disputes.ts'
import { effectsOf, orderOfIntent, rewriteIntent } from '#tests/support/actors/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { type Actors, type Buyer, createActors } from '#tests/support/histories/actors.ts'
import {
  closeDispute,
  dispute,
  failRefund,
  giveBack,
  intentOf,
  prevent,
  refund,
  tryCard,
} from '#tests/support/histories/provider.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { openViolations } from '#tests/support/state/ledger.ts'

/** The provider sends no events by itself here, and no worker runs: each test performs the next step. */
let stage: Setup
let cast: Actors
beforeAll(async () => {
  stage = await openSetup(await testDatabase())
  cast = await createActors(stage.database.db, stage.now)
})
afterAll(() => stage.stop())

const PRICE = 9900
const orders = () => stage.nodes[0].money.orders
const settle = async (piId: string) => settleOrder(orders(), (await orderOfIntent(stage.database.db, piId)).id)

async function buy(): Promise<string> {
  const { principalId } = (await createActors(stage.database.db, stage.now)).buyers[2] as Buyer
  const input = { kind: 'vc_unlock', vcId: cast.listed, receiptEmail: 'buyer@example.com' } as const
  const { clientSecret: secret } = await startUnlock({ orders: orders() }, principalId, input)
  await tryCard(stage, { secret }, 'good')
  await settle(intentOf(secret))
  return intentOf(secret)
}

/** Cash, the payee’s share and the platform’s revenue when the given amount of the price is left. */
function booksOf(left: number) {
  const share = investorShare(cents(left))
  return { cash: left, investor_payable: -share || 0, platform_revenue: share - left || 0 }
}

/** @param lost  the amount that disputes took beyond what was left */
async function expectState(piId: string, status: string, left: number, lost = 0) {
  await settle(piId)
  // A second settlement writes nothing more.
  await settle(piId)
  const grants = [{ status: status === 'paid' ? 'completed' : status }]
  expect(await effectsOf(stage.database.db, piId)).toMatchObject({ status, grants })
  const { dispute_losses = 0, ...balances } = (await effectsOf(stage.database.db, piId)).balances
  expect([balances, dispute_losses]).toEqual([{ ...booksOf(left), cash: left - lost }, lost])
}
const alertOf = async (piId: string) => (await effectsOf(stage.database.db, piId)).alert

async function violations(settle?: Parameters<typeof runLedgerChecks>[0]['settle']) {
  await runLedgerChecks({ db: stage.database.db, log: orders().log, now: () => stage.now, settle })
  return openViolations(stage.database.db)
}

describe('the ledger follows the provider’s state of a dispute, in any sequence', () => {
  test('a dispute that is won after it was lost is booked, and its purchase is reinstated', async () => {
    const piId = await buy()
    await dispute(stage, piId)
    await expectState(piId, 'disputed', PRICE)
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'revoked', 0)
    for (const state of ['appeal_needs_response', 'appeal_under_review'] as const) {
      await closeDispute(stage, piId, state)
      // It stays lost until it is won.
      await expectState(piId, 'revoked', 0)
    }
    await closeDispute(stage, piId, 'won')
    await expectState(piId, 'paid', PRICE)
    expect(await violations()).toEqual([])
  })

  test('an appeal that is lost as well changes nothing', async () => {
    const piId = await buy()
    await dispute(stage, piId)
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'revoked', 0)
    await closeDispute(stage, piId, 'appeal_under_review')
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'revoked', 0)
    expect(await violations()).toEqual([])
  })

  test('a prevented dispute that moved the price in another currency has taken the whole price', async () => {
    const piId = await buy()
    await dispute(stage, piId)
    await settle(piId)
    const [opened] = await disputesOfOrder(stage.database.db, piId)
    const moved = { id: 'txn_eur', object: 'balance_transaction', amount: -9108, fee: 0, currency: 'eur', exchange_rate: 0.92 }
    await rewriteIntent(stage.database.db, opened?.id ?? '', { status: 'prevented', balance_transactions: [moved] })
    await expectState(piId, 'revoked', 0)
  })

  test('a prevented dispute is settled with its refund, and withholds nothing', async () => {
    const piId = await buy()
    await prevent(stage, piId)
    await expectState(piId, 'refunded', 0)
    expect(await disputesOfOrder(stage.database.db, piId)).toMatchObject([{ status: 'prevented', taken: 0 }])
    expect(await violations()).toEqual([])
  })

  test('money that was returned twice, by a refund and by a dispute, is missing in cash: the second time is a loss of the platform', async () => {
    const piId = await buy()
    await refund(stage, piId, 3000)
    await expectState(piId, 'paid', PRICE - 3000)
    await dispute(stage, piId)
    await expectState(piId, 'disputed', PRICE - 3000)
    expect(await alertOf(piId)).toBe('paid-back-twice: $30.00 more than was paid')
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'revoked', 0, 3000)
    expect(await alertOf(piId)).toBe('paid-back-twice: $30.00 more than was paid')
    expect(await violations()).toEqual([])
    await failRefund(stage, piId)
    await expectState(piId, 'revoked', 0)
    expect(await alertOf(piId)).toBeNull()
    await closeDispute(stage, piId, 'appeal_under_review')
    await closeDispute(stage, piId, 'won')
    await expectState(piId, 'paid', PRICE)
    expect(await violations()).toEqual([])
  })

  test('a dispute of a fully refunded payment is lost to the platform alone, and won back completely', async () => {
    const piId = await buy()
    await refund(stage, piId)
    await expectState(piId, 'refunded', 0)
    await dispute(stage, piId)
    await expectState(piId, 'refunded', 0)
    expect(await alertOf(piId)).toBe('paid-back-twice: $99.00 more than was paid')
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'revoked', 0, PRICE)
    expect(await violations()).toEqual([])
    await closeDispute(stage, piId, 'appeal_under_review')
    await closeDispute(stage, piId, 'won')
    await expectState(piId, 'refunded', 0)
    expect(await alertOf(piId)).toBeNull()
    expect(await violations()).toEqual([])
  })

  test('a lost dispute of which a part is returned has taken the rest', async () => {
    const piId = await buy()
    await dispute(stage, piId)
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'revoked', 0)
    await giveBack(stage, piId, 4000)
    await expectState(piId, 'paid', 4000)
    expect(await disputesOfOrder(stage.database.db, piId)).toMatchObject([{ status: 'lost', amount: PRICE, taken: PRICE - 4000 }])
    expect(await violations()).toEqual([])
  })

  test('a lost dispute in another currency has taken the amount by its rates, and the whole price if it took all', async () => {
    const piId = await buy()
    await dispute(stage, piId)
    await settle(piId)
    const [opened] = await disputesOfOrder(stage.database.db, piId)
    const moved = (id: string, amount: number, exchange_rate: number) => ({
      id,
      object: 'balance_transaction',
      amount,
      fee: 0,
      currency: 'eur',
      exchange_rate,
    })
    const gone = moved('txn_gone', -9143, 0.923456)
    await rewriteIntent(stage.database.db, opened?.id ?? '', { status: 'lost', balance_transactions: [gone] })
    await expectState(piId, 'revoked', 0)
    const balance_transactions = [gone, moved('txn_back', 3760, 0.94)]
    await rewriteIntent(stage.database.db, opened?.id ?? '', { balance_transactions })
    await expectState(piId, 'paid', 4000)
  })
})

describe('partial and several disputes of one order', () => {
  test('a lost partial dispute takes its part, and the purchase stays', async () => {
    const piId = await buy()
    await dispute(stage, piId, 4000)
    await expectState(piId, 'disputed', PRICE)
    await closeDispute(stage, piId, 'lost')
    await expectState(piId, 'paid', PRICE - 4000)
    expect(await violations()).toEqual([])
  })

  test('each of several counts, not only the newest', async () => {
    const piId = await buy()
    await dispute(stage, piId, 4000)
    await closeDispute(stage, piId, 'lost')
    await dispute(stage, piId, 2000)
    await expectState(piId, 'disputed', PRICE - 4000)
    // The newest is listed first.
    await closeDispute(stage, piId, 'lost', 0)
    await expectState(piId, 'paid', PRICE - 6000)
    await closeDispute(stage, piId, 'appeal_under_review', 1)
    await closeDispute(stage, piId, 'won', 1)
    await expectState(piId, 'paid', PRICE - 2000)
    await dispute(stage, piId, PRICE - 2000)
    await closeDispute(stage, piId, 'lost', 0)
    await expectState(piId, 'revoked', 0)
    expect(await violations()).toEqual([])
  })
})

test('ledgers of an earlier release, in which a double loss is booked once, are found and repaired', async () => {
  const piId = await buy()
  await refund(stage, piId)
  await dispute(stage, piId)
  await expectState(piId, 'refunded', 0)
  await closeDispute(stage, piId, 'lost')
  const { id } = await orderOfIntent(stage.database.db, piId)
  // The state when a dispute was booked with at most what was left, here nothing.
  await stage.database.sql`update disputes set status = 'lost', taken = amount where order_id = ${id}`
  await stage.database.sql`update orders set status = 'revoked', alert_code = null, alert_detail = null where id = ${id}`
  const settle = (order: OrderId) => settleOrder(orders(), order)
  const found = await violations(settle)
  expect(found.map(({ rule, subject }) => [rule, subject]).sort()).toEqual([
    ['dispute-losses', id],
    ['paid-cash', id],
  ])
  expect(await violations(settle)).toEqual([])
  await expectState(piId, 'revoked', 0, PRICE)
})

test('ledgers of an earlier release, in which a won dispute is still lost, are found and repaired', async () => {
  const piId = await buy()
  await dispute(stage, piId)
  await closeDispute(stage, piId, 'lost')
  await expectState(piId, 'revoked', 0)
  await closeDispute(stage, piId, 'appeal_under_review')
  await closeDispute(stage, piId, 'won')
  const { id } = await orderOfIntent(stage.database.db, piId)
  // The state when a lost dispute was written once and never again.
  await stage.database.sql`update disputes set status = 'won', taken = 0 where order_id = ${id}`
  await stage.database.sql`update orders set status = 'paid' where id = ${id}`
  const settle = (order: OrderId) => settleOrder(orders(), order)
  expect(await violations(settle)).toMatchObject([{ rule: 'paid-cash', subject: id }])
  expect(await violations(settle)).toEqual([])
  await expectState(piId, 'paid', PRICE)
})
