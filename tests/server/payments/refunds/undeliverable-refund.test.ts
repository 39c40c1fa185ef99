import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#drizzle/schema/index.ts'
import { startBooking } from '#server/features/bookings/start-booking.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import { hasGrant } from '#server/features/unlocks/queries.ts'
import { startUnlock } from '#server/features/unlocks/service.ts'
import type { CreateMeetingPayment } from '#shared/bookings/contract.ts'
import type { OrderId } from '#shared/ids.ts'
import { effectsOf, orderOfIntent } from '#tests/support/actors/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { type Actors, type Buyer, createActors } from '#tests/support/histories/actors.ts'
import { bookingDeps, CALLER } from '#tests/support/histories/booking.ts'
import { closeDispute, dispute, failRefund, intentOf, refund, tryCard } from '#tests/support/histories/provider.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { listCalls } from '#tests/support/state/calls.ts'
import { waitingJobs } from '#tests/support/state/jobs.ts'
import { orderById } from '#tests/support/state/orders.ts'

/** The provider sends no events by itself here, and no worker runs: each test performs the next step. */
let stage: Setup
let cast: Actors
beforeAll(async () => {
  stage = await openSetup(await testDatabase())
  cast = await createActors(stage.database.db, stage.now)
})
afterAll(() => stage.stop())

const money = () => stage.nodes[0].money
const effects = (piId: string) => effectsOf(stage.database.db, piId)
const settle = async (piId: string) => settleOrder(money().orders, (await orderOfIntent(stage.database.db, piId)).id)
const holds = ({ principalId }: Buyer) => hasGrant(stage.database.db, principalId, cast.listed)

async function buy(buyer: Buyer): Promise<string> {
  const input = { kind: 'vc_unlock', vcId: cast.listed, receiptEmail: 'buyer@example.com' } as const
  const { clientSecret: secret } = await startUnlock(money(), buyer.principalId, input)
  await tryCard(stage, { secret }, 'good')
  await settle(intentOf(secret))
  return intentOf(secret)
}

/** Runs the pending refund jobs until none is left. */
async function work() {
  for (;;) {
    const waiting = await waitingJobs(stage.database.db, 'orders.return-money')
    if (waiting.length === 0) return
    for (const { id, kind, payload } of waiting) {
      await money().jobs[kind]?.(payload)
      await stage.database.db.update(jobs).set({ doneAt: new Date() }).where(eq(jobs.id, id))
    }
  }
}

/** A dispute takes the money, and an appeal returns it. */
const lose = async (piId: string) => {
  await dispute(stage, piId)
  await closeDispute(stage, piId, 'lost')
}
const appeal = async (piId: string) => {
  await closeDispute(stage, piId, 'appeal_under_review')
  await closeDispute(stage, piId, 'won')
}

describe('P12, P15: a purchase that was repeated while its money was away is not paid twice', () => {
  test.each([
    ['a lost dispute that an appeal wins', lose, appeal],
    ['a dispute that is won', (piId: string) => dispute(stage, piId), (piId: string) => closeDispute(stage, piId, 'won')],
    ['a refund that fails', (piId: string) => refund(stage, piId), (piId: string) => failRefund(stage, piId)],
  ])('%s', async (_, takeMoney, returnMoney) => {
    const buyer = (await createActors(stage.database.db, stage.now)).buyers[2] as Buyer
    const first = await buy(buyer)
    await takeMoney(first)
    await settle(first)
    expect(await holds(buyer)).toBe(false)
    const second = await buy(buyer)
    await returnMoney(first)
    await settle(first)
    await work()
    const balances = { cash: 0, investor_payable: 0, platform_revenue: 0 }
    expect(await effects(first)).toMatchObject({ status: 'refunded', grants: [{ status: 'refunded' }], balances })
    expect(await effects(second)).toMatchObject({ status: 'paid', grants: [{ status: 'completed' }] })
    expect(await holds(buyer)).toBe(true)
  })

  test.each([
    ['a refund that fails', (piId: string) => refund(stage, piId), (piId: string) => failRefund(stage, piId), 'refunded'],
    ['a lost dispute that an appeal wins', lose, appeal, 'revoked'],
  ])('a call whose slot another founder got: %s', async (_, takeMoney, returnMoney, gone) => {
    const { buyers, host, hours } = await createActors(stage.database.db, stage.now)
    const book = async (buyer: Buyer) => {
      const input = { vcId: host, selectedSlot: hours[1], bookingDetails: CALLER } as CreateMeetingPayment
      const deps = await bookingDeps(stage, money().orders)
      const { clientSecret: secret } = await startBooking(
        deps,
        { principalId: buyer.principalId, isGuest: false, address: undefined },
        input,
      )
      await tryCard(stage, { secret }, 'good')
      await settle(intentOf(secret))
      return intentOf(secret)
    }
    const first = await book(buyers[0] as Buyer)
    await takeMoney(first)
    await settle(first)
    const second = await book(buyers[1] as Buyer)
    await returnMoney(first)
    await settle(first)
    await work()
    // The contact of a call is handed over later: none was yet.
    expect(await effects(first)).toMatchObject({ status: 'refunded', grants: [], balances: { cash: 0 } })
    expect((await effects(second)).status).toBe('paid')

    // If no other founder booked the slot, the call is reinstated.
    await takeMoney(second)
    await settle(second)
    await returnMoney(second)
    await settle(second)
    expect(await effects(second)).toMatchObject({ status: 'paid', alert: null, grants: [] })
    const calls = await listCalls(stage.database.db, { vcId: host })
    expect(calls.map(({ status }) => status).sort()).toEqual(['confirmed', gone])
  })

  test.each([
    ['won, is refunded', 'won', 'refunded'],
    ['lost, is revoked', 'lost', 'revoked'],
  ] as const)('a dispute that opens before the money is refunded suspends it, and %s', async (_, outcome, end) => {
    const buyer = (await createActors(stage.database.db, stage.now)).buyers[2] as Buyer
    const first = await buy(buyer)
    await refund(stage, first)
    await settle(first)
    const second = await buy(buyer)
    await failRefund(stage, first)
    await settle(first)
    await dispute(stage, first)
    await settle(first)
    const inState = (state: string) => ({ status: state, grants: [{ status: state }], payments: [{ status: state }] })
    expect(await effects(first)).toMatchObject(inState('disputed'))
    await closeDispute(stage, first, outcome)
    await settle(first)
    await work()
    expect(await effects(first)).toMatchObject({ ...inState(end), balances: { cash: 0 } })
    expect(await effects(second)).toMatchObject({ status: 'paid', grants: [{ status: 'completed' }] })
    expect(await holds(buyer)).toBe(true)
  })

  test('and a purchase that was not repeated is reinstated', async () => {
    const buyer = cast.buyers[0] as Buyer
    const piId = await buy(buyer)
    await dispute(stage, piId)
    await settle(piId)
    await closeDispute(stage, piId, 'won')
    await settle(piId)
    expect(await effects(piId)).toMatchObject({ status: 'paid', alert: null, grants: [{ status: 'completed' }] })
  })
})

describe('P15: money that bought nothing is refunded', () => {
  /** Two intents for one target, both paid: the second one is undeliverable. */
  async function payTwice(buyer: Buyer) {
    const input = { kind: 'vc_unlock', vcId: cast.listed } as const
    const { clientSecret: secret } = await startUnlock(money(), buyer.principalId, input)
    const contact = await startUnlock(money(), buyer.principalId, { kind: 'vc_contact', vcId: cast.listed })
    for (const paid of [secret, contact.clientSecret]) {
      await tryCard(stage, { secret: paid }, 'good')
      await settle(intentOf(paid))
    }
    return intentOf(contact.clientSecret)
  }

  test('again if its card did not accept it the first time', async () => {
    const piId = await payTwice(cast.buyers[1] as Buyer)
    await work()
    expect((await effects(piId)).status).toBe('refunded')
    await failRefund(stage, piId)
    await settle(piId)
    await work()
    expect(await effects(piId)).toMatchObject({ status: 'refunded', grants: [], balances: { cash: 0 } })
  })

  test('even if the job that should have sent it was lost', async () => {
    const { database } = stage
    const piId = await payTwice(cast.buyers[2] as Buyer)
    await database.sql`delete from jobs`
    expect((await orderOfIntent(database.db, piId)).status).toBe('cancelled')
    await money().jobs['payments.reconcile']?.({})
    await work()
    expect((await effects(piId)).status).toBe('refunded')
  })

  test('even if a dispute blocked it, once that is won', async () => {
    const { database } = stage
    const piId = await payTwice((await createActors(database.db, stage.now)).buyers[2] as Buyer)
    const { id } = await orderOfIntent(database.db, piId)
    await dispute(stage, piId)
    await money().jobs['orders.return-money']?.({ orderId: id })
    expect(await orderAt(id)).toMatchObject({ status: 'disputed' })
    await closeDispute(stage, piId, 'won')
    await work()
    expect(await orderAt(id)).toMatchObject({ status: 'refunded' })
  })

  const orderAt = (id: OrderId) => orderById(stage.database.db, id)
})
