import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/client.ts'
import { startBooking } from '#server/features/bookings/start-booking.ts'
import { settleOrder } from '#server/features/orders/settlement/settle-order.ts'
import type { CreateMeetingPayment } from '#shared/bookings/contract.ts'
import { orderOfIntent } from '#tests/support/actors/money.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { type Buyer, createActors } from '#tests/support/histories/actors.ts'
import { bookingDeps, CALLER } from '#tests/support/histories/booking.ts'
import { intentOf, tryCard } from '#tests/support/histories/provider.ts'
import { openSetup, type Setup } from '#tests/support/histories/setup.ts'
import { listOrders } from '#tests/support/state/orders.ts'

let stage: Setup
beforeAll(async () => {
  stage = await openSetup(await testDatabase())
})
afterAll(() => stage.stop())

/** A database that runs a callback before its n-th transaction. */
function beforeTransaction(db: Database, n: number, callback: () => Promise<unknown>): Database {
  let begun = 0
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name)
      return async (...args: Parameters<Database['transaction']>) => {
        begun += 1
        if (begun === n) await callback()
        return target.transaction(...args)
      }
    },
  })
}

test('P3: of two requests with one hold, the one that opens its payment after the other was paid opens none', async () => {
  const { db } = stage.database
  const { orders: deps } = stage.nodes[0].money
  const { buyers, host, hours } = await createActors(db, stage.now)
  const { principalId } = buyers[0] as Buyer
  const request = { vcId: host, selectedSlot: hours[1], bookingDetails: CALLER } as CreateMeetingPayment
  const book = async (at: Database) =>
    startBooking(await bookingDeps(stage, { ...deps, db: at }), { principalId, isGuest: false, address: undefined }, request)
  const isPaid = async () => {
    const { clientSecret: secret } = await book(db)
    await tryCard(stage, { secret }, 'good')
    const { id } = await orderOfIntent(db, intentOf(secret))
    expect((await settleOrder(deps, id))?.status).toBe('paid')
  }
  // The first transaction of a request holds the slot, the second one opens the order.
  await expect(book(beforeTransaction(db, 2, isPaid))).rejects.toMatchObject({ code: 'bookings.already-booked' })
  expect(await listOrders(db, { targetId: host })).toHaveLength(1)
})
