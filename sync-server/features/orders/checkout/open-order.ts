import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import type { OrderDeps } from '#server/features/orders/deps.ts'
import { findOpenOrder, findOrder, insertOrder, type Order } from '#server/features/orders/queries.ts'
import type { OrderId } from '#shared/ids.ts'
import type { CheckoutPage } from '#shared/orders/contract.ts'
import { WITHDRAWAL_WORDS } from '#shared/orders/withdrawal.ts'
import { Problem } from '#shared/problem.ts'
import type { PaymentSetup } from '#shared/unlocks/contract.ts'
import { addTax } from './add-tax.ts'
import { setUpCheckout } from './prepare-hosted-page.ts'
import { setUpIntent } from './prepare-intent.ts'
import type { Purchase } from './purchase.ts'

/** @returns `undefined` when the order is no longer the one to pay: find it again */
type SetUp<Setup> = (deps: OrderDeps, order: Order, purchase: Purchase) => Promise<Setup | undefined>

const MAX_ATTEMPTS = 20

/**
 * The data that a browser needs to pay a purchase by card. Repeated and parallel calls are safe: one purchase has one open order
 * and one intent (P2, P3).
 *
 * @throws Problem `payments.processing`, or the kind's own `alreadyOwnedCode`, when a payment is in progress or complete;
 *   `session-lost` when the buyer is deleted
 */
export const openOrder = (deps: OrderDeps, purchase: Purchase, checks: Checks = {}): Promise<PaymentSetup> =>
  open(deps, purchase, setUpIntent, checks)

/** The same for a purchase that is paid on the provider's hosted page. */
export const openHostedOrder = (deps: OrderDeps, purchase: Purchase, checks: Checks = {}): Promise<CheckoutPage> =>
  open(deps, purchase, setUpCheckout, checks)

type Checks = {
  /** Runs before each iteration, where another purchase may exclude this one; throws when that one cannot be cancelled. */
  beforeCheckout?: () => Promise<void>
  /**
   * Throws when the buyer already owns the goods. Runs in the transaction that inserts the order, after the insert: an earlier
   * order that was settled since the request was checked is visible then, and no second payment is set up.
   */
  refuseOwned?: (tx: Transaction) => Promise<void>
}

async function open<Setup>(deps: OrderDeps, requested: Purchase, setUp: SetUp<Setup>, checks: Checks): Promise<Setup> {
  const withdrawal = { words: WITHDRAWAL_WORDS, shownAt: deps.now().toISOString() }
  const priced = await addTax(deps, requested).catch((error) => explain(deps, {}, error))
  const purchase = { ...priced, snapshot: { ...priced.snapshot, withdrawal } }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    await checks.beforeCheckout?.()
    const order = await findOrInsert(deps, purchase, checks)
    const setup = order && (await setUp(deps, order, purchase).catch((error) => explain(deps, order, error)))
    if (setup) return setup
  }
  throw new Problem('payments.setup-failed')
}

/**
 * The order is committed before the provider is called. The buyer is locked: calendars and earlier payments were queried since
 * the request was authenticated, and an order of a deleted buyer would keep the address permanently.
 */
const findOrInsert = (
  { db, isLiveMode, now }: OrderDeps,
  purchase: Purchase,
  { refuseOwned }: Checks,
): Promise<Order | undefined> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, purchase)
    const open = await findOpenOrder(tx, purchase)
    if (open) return open
    const id = newId<OrderId>('ord')
    const wasInserted = await insertOrder(tx, { id, ...purchase, livemode: isLiveMode, createdAt: now(), updatedAt: now() })
    if (!wasInserted) return undefined
    await refuseOwned?.(tx)
    return findOrder(tx, id)
  })

/** The provider's message is only for the operator; the order stays, and the next attempt continues with it. */
function explain({ log }: OrderDeps, order: { id?: OrderId }, error: unknown): never {
  if (error instanceof Problem) throw error
  log.error({ err: error, order: order.id }, 'payment setup failed')
  throw new Problem('payments.setup-failed')
}
