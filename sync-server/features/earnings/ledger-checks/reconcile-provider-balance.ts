import { isSameMoney } from '#server/features/earnings/conversion.ts'
import { isOfDispute } from '#server/features/orders/settlement/ledger-postings.ts'
import { isReturned } from '#server/features/orders/settlement/stray-payments.ts'
import type { OrderPort } from '#server/payments/order-port.ts'
import type { BalanceTransaction, Payments } from '#server/payments/payments-port.ts'
import type { OrderId } from '#shared/ids.ts'
import { formatTransaction, type TransactionKey } from '#shared/ledger/transaction.ts'
import { cents } from '#shared/money.ts'
import {
  type CashMoved,
  findDisputeState,
  findOldestOpen,
  findTransferred,
  insertOwnFee,
  insertReturned,
  readCash,
} from './balance-queries.ts'
import { type Found, finishRun, readRun } from './queries.ts'
import { type LedgerChecksDeps, note } from './run-checks.ts'

/** L3: reconciles the provider's balance with the ledger. */
export const READ_BALANCE = 'books.read-balance'
export const READ_BALANCE_SECONDS = 24 * 60 * 60

const RULE = 'provider-books'

/** The provider may report a balance transaction some minutes late. */
const LOOK_BACK_MS = 60 * 60 * 1000

export type BalanceDeps = LedgerChecksDeps & { payments: Payments; orders: OrderPort }

/**
 * Reads every balance transaction since the last one of the previous run, and each one that is still unexplained. Those of
 * another installation on the same provider account are ignored. What the ledger lacks is settled as for any update of the
 * payment; what remains unexplained requires manual review.
 */
export async function reconcileProviderBalance(deps: BalanceDeps) {
  const { db, payments, now } = deps
  const at = now()
  const readUntil = (await readRun(db))?.balanceReadUntil?.getTime() ?? 0
  const oldest = (await findOldestOpen(db, RULE))?.getTime() ?? Number.POSITIVE_INFINITY
  const found: Found[] = []
  // By the provider's clock: that of a node may be ahead, and would skip transactions in between.
  let last = readUntil
  for await (const movement of payments.listMovements(new Date(Math.max(0, Math.min(readUntil - LOOK_BACK_MS, oldest))))) {
    last = Math.max(last, movement.at.getTime())
    const fault = await faultOf(deps, movement).catch((error) => unreadable(deps, movement, error))
    if (fault) found.push({ rule: RULE, subject: movement.id, detail: fault, happenedAt: movement.at })
  }
  await note(deps, [RULE], found, at)
  await finishRun(db, { balanceReadUntil: new Date(last), balanceReadAt: at })
}

/** A balance transaction that cannot be checked does not stop the run. It is read again in the next run. */
function unreadable({ log }: BalanceDeps, movement: BalanceTransaction, error: unknown): string {
  log.error({ err: error, movement: movement.id }, 'balance transaction check failed')
  return `${movement.type} of ${formatAmount(movement)} could not be read`
}

/** The difference between a balance transaction and the ledger; `undefined` when they agree. */
async function faultOf({ db, orders, payments }: BalanceDeps, movement: BalanceTransaction): Promise<string | undefined> {
  const { type, amount, piId, sourceId } = movement
  // The platform's own money on its way to or from its bank.
  if (/^(payout|topup)/.test(type)) return undefined
  if (piId === undefined) {
    if (/_fee$|^tax_fee|^network_cost/.test(type)) return void (await insertOwnFee(db, movement, cents(-amount)))
    if (type.startsWith('transfer') && sourceId && amount === -((await findTransferred(db, sourceId)) ?? 0)) return undefined
    return `${type} of ${formatAmount(movement)} belongs to no payment`
  }
  const orderId = await orders.find(piId)
  if (!orderId) {
    const intent = await payments.readIntent(piId)
    if (intent?.isForeign) return undefined
    if (intent?.orderId && isReturned(intent)) return void (await insertReturned(db, movement))
    return `${type} of ${formatAmount(movement)}: no order has the payment ${piId}`
  }
  const missing = () => readMissing({ db, payments }, orderId, { ...movement, piId })
  if ((await missing()) === undefined) return undefined
  await orders.settle(orderId)
  return missing()
}

const formatAmount = ({ amount, currency }: Pick<BalanceTransaction, 'amount' | 'currency'>) =>
  currency === 'usd' ? `${amount} cents` : `${amount} of the smallest unit of ${currency}`

type OfPayment = BalanceTransaction & { piId: string }

async function readMissing(deps: Pick<BalanceDeps, 'db' | 'payments'>, orderId: OrderId, movement: OfPayment) {
  const { id, type, amount, fee, currency, sourceId } = movement
  const moved = await readCash(deps.db, orderId)
  const faultOf = (transaction: TransactionKey, expected: number, isSame: (booked: number) => boolean) => {
    const booked = moved.get(transaction)
    if (booked !== undefined && isSame(booked)) return undefined
    const worth = formatAmount({ amount: cents(expected), currency })
    return `${orderId}: ${transaction} is ${booked ?? 'not'} booked, the provider moved ${worth}`
  }
  const differs = (transaction: TransactionKey) => faultOf(transaction, amount, (booked) => isSameMoney(booked, movement))
  if (fee !== 0) {
    // Posted as it was charged. The currency is not compared: earlier releases posted every fee in US dollars.
    const fault = faultOf(formatTransaction({ kind: 'fee', id }), -fee, (booked) => booked === -fee)
    if (fault) return fault
  }
  if (type === 'charge' || type === 'payment') return differs(formatTransaction({ kind: 'capture' }))
  const refund = (isFailed: boolean) => formatTransaction({ kind: 'refund', id: `${sourceId}`, isFailed })
  if (/refund/.test(type)) return differs(refund(amount > 0))
  if (type === 'adjustment') {
    // A refund that a bank returns may have this type.
    if (moved.has(refund(false))) return differs(refund(true))
    return readDispute(deps, orderId, movement, moved)
  }
  return `${type} of ${formatAmount(movement)} is not a movement of a payment`
}

/**
 * Compares all balance transactions of a dispute together. While it is open, the provider withholds the amount and nothing is
 * posted; afterwards the amounts must equal those posted. A won dispute has returned them. The stored state must match the
 * provider's as well: suspensions follow the stored state, and no further update may arrive.
 */
async function readDispute(
  { db, payments }: Pick<BalanceDeps, 'db' | 'payments'>,
  orderId: OrderId,
  movement: OfPayment,
  booked: CashMoved,
) {
  const { piId, sourceId } = movement
  const dispute = (await payments.readIntent(piId))?.cases.find(({ id }) => id === sourceId)
  if (!dispute) return `${orderId}: unknown source ${sourceId} moved ${formatAmount(movement)}`
  const known = await findDisputeState(db, dispute.id)
  const name = formatTransaction({ kind: 'dispute', id: dispute.id, revision: 0 })
  if (known !== dispute.status) return `${orderId}: ${name} is ${dispute.status}, and stored as ${known ?? 'none'}`
  const taken = -[...booked].reduce((sum, [transaction, amount]) => sum + (isOfDispute(transaction, dispute.id) ? amount : 0), 0)
  const isHeld = dispute.status === 'open' || dispute.status === 'inquiry'
  if (isHeld || taken === dispute.moved) return undefined
  return `${orderId}: ${name} is ${dispute.status}, has taken ${dispute.moved} cents, and ${taken} of them are booked`
}
