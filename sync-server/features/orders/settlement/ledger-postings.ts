import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertLegs, listLegs, type Order } from '#server/features/orders/queries.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import { taxOf } from '#shared/documents/tax.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { type AccountKey, formatAccount, parseAccount } from '#shared/ledger/account.ts'
import { formatTransaction, parseTransaction, type TransactionKey } from '#shared/ledger/transaction.ts'
import { type Cents, cents } from '#shared/money.ts'

/** `currency`: US dollars where absent. A fee has the currency in which the provider charged it. */
export type Leg = { transaction: TransactionKey; account: AccountKey; amount: Cents; currency?: string }

const CASH = formatAccount({ kind: 'cash' })
const REVENUE = formatAccount({ kind: 'platform_revenue' })
const TAX = formatAccount({ kind: 'tax_payable' })
/** Amounts that disputes took beyond the rest of a payment, for example of a refunded one: a loss of the platform. */
const LOSSES = formatAccount({ kind: 'dispute_losses' })
/** Provider fees are borne by the platform: they reduce no payee's share. */
const FEES = formatAccount({ kind: 'stripe_fees' })
const CAPTURE = formatTransaction({ kind: 'capture' })

/** A payment received: an asset of the platform until it is paid out, most of it owed to the payee. The share is of the price without tax. The legs sum to zero. */
export function captureLegs(amount: Cents, payee: AccountKey | undefined, tax = cents(0)): Leg[] {
  const share = payee === undefined ? cents(0) : investorShare(cents(amount - tax))
  return legs(CAPTURE, { amount, share, tax }, payee)
}

/**
 * A refund. The payee returns the amount by which its share shrinks, and so does the tax, so that after a full refund in any number of
 * parts every account is zero again.
 */
export function returnLegs(transaction: TransactionKey, amount: Cents, written: Leg[]): Leg[] {
  const payee = payeeOf(written)
  const held = saleOf(written)
  const owed = payee === undefined ? 0 : -sum(written, payee)
  const taxLeft = taxIn(written, held - amount)
  const left = payee === undefined ? 0 : investorShare(cents(held - amount - taxLeft))
  const tax = cents(taxLeft + sum(written, TAX))
  return legs(transaction, { amount: cents(-amount), share: cents(left - owed), tax }, payee)
}

/**
 * Posts what the ledger lacks of this payment. Each transaction is posted once, and a later change of its result is a separate
 * transaction for the difference.
 *
 * @returns whether anything was posted
 */
export async function postLedgerEntries(
  tx: Transaction,
  order: Order,
  intent: Intent,
  payee: AccountKey | undefined,
  now: Date,
): Promise<boolean> {
  const all: Leg[] = await listLegs(tx, order.id)
  const written = all.filter(({ transaction }) => parseTransaction(transaction)?.kind !== 'fee')
  let hasPosted = false
  const write = async (transaction: TransactionKey, make: () => Leg[]) => {
    if (all.some((leg) => leg.transaction === transaction)) return
    const newLegs = make()
    await insertLegs(
      tx,
      newLegs.map((leg) => ({ id: newId('leg'), orderId: order.id, createdAt: now, ...leg })),
    )
    written.push(...newLegs)
    hasPosted = true
  }

  await write(CAPTURE, () => captureLegs(order.amount, payee, order.snapshot.tax?.amount))
  for (const refund of intent.refunds) {
    const of = (isFailed: boolean) => formatTransaction({ kind: 'refund', id: refund.id, isFailed })
    await write(of(false), () => returnLegs(of(false), refund.amount, written))
    // P13: a failed refund returns its amount. Computed from the current balance, as is every refund: the rounding of several
    // refunds stays the same, regardless of which of them fails.
    if (refund.status === 'failed') await write(of(true), () => returnLegs(of(true), cents(-refund.amount), written))
  }
  for (const difference of disputeDifferences(order.amount, intent, written)) {
    await write(difference.name, () => disputeLegs(difference, written))
  }
  // Last, because refunds are computed from the sale's own legs.
  for (const { id, amount, currency } of intent.fees) {
    const fee = formatTransaction({ kind: 'fee', id })
    await write(fee, () => feeLegs(fee, amount, currency))
  }
  return hasPosted
}

/** `taken` from cash; `ofSale` is the part that reduces the sale, and the rest is a loss. */
export type DisputeDifference = { name: TransactionKey; taken: Cents; ofSale: Cents }

/**
 * The ledger changes that are needed so that cash equals the amount minus refunds and minus what disputes took permanently. A
 * dispute reduces the sale by at most its rest: a buyer who is refunded and also wins a dispute has the money twice, and the
 * second time is a loss of the platform. A dispute that is won after it was lost, or whose rest grows with a failed refund,
 * differs from its posting.
 */
export function disputeDifferences(amount: Cents, { refunds, cases }: Pick<Intent, 'refunds' | 'cases'>, written: Leg[]) {
  let left = amount - refunds.reduce((total, refund) => total + (refund.status === 'failed' ? 0 : refund.amount), 0)
  const differences: DisputeDifference[] = []
  const oldestFirst = [...cases].sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime() || a.id.localeCompare(b.id))
  for (const { id, taken } of oldestFirst) {
    const expected = Math.max(0, Math.min(taken, left))
    left -= expected
    const own = written.filter(({ transaction }) => isOfDispute(transaction, id))
    const difference = { taken: cents(taken + sum(own, CASH)), ofSale: cents(expected + saleOf(own)) }
    if (difference.taken === 0 && difference.ofSale === 0) continue
    const revision = own.filter(({ account }) => account === CASH).length
    differences.push({ name: formatTransaction({ kind: 'dispute', id, revision }), ...difference })
  }
  return differences
}

/** Whether a transaction is the first posting of a dispute, or a later difference. */
export function isOfDispute(transaction: string, id: string): boolean {
  const parsed = parseTransaction(transaction)
  return parsed?.kind === 'dispute' && parsed.id === id
}

/** The payee bears its part of the reduction of the sale, and nothing of the loss. */
export function disputeLegs({ name, taken, ofSale }: DisputeDifference, written: Leg[]): Leg[] {
  const lost = cents(taken - ofSale)
  const [, ...others] = returnLegs(name, ofSale, written)
  const loss = lost === 0 ? [] : [{ transaction: name, account: LOSSES, amount: lost }]
  return [{ transaction: name, account: CASH, amount: cents(-taken || 0) }, ...others, ...loss]
}

export const feeLegs = (transaction: TransactionKey, fee: Cents, currency: string): Leg[] => [
  { transaction, account: FEES, amount: fee, currency },
  { transaction, account: CASH, amount: cents(-fee), currency },
]

type Change = { amount: Cents; share: Cents; tax: Cents }

/** Cash changes by `amount`; `share` of it is owed to the payee, `tax` to the state, and the rest is revenue. */
function legs(transaction: TransactionKey, { amount, share, tax }: Change, payee: AccountKey | undefined): Leg[] {
  const of = (account: AccountKey, cent: number) => ({ transaction, account, amount: cents(cent || 0) })
  const taxes = tax === 0 ? [] : [of(TAX, -tax)]
  return [of(CASH, amount), ...(payee === undefined ? [] : [of(payee, -share)]), ...taxes, of(REVENUE, share + tax - amount)]
}

/** The tax in the rest of a sale: the part of the payment's tax that the rest is of the payment. */
function taxIn(written: Leg[], rest: number): Cents {
  const capture = written.filter(({ transaction }) => transaction === CAPTURE)
  return taxOf(-sum(capture, TAX), sum(capture, CASH), rest)
}

/** Fixed when the payment arrived: later changes of the listing do not affect it. */
const payeeOf = (written: Leg[]) => written.find(({ account }) => isPayable(account))?.account

function isPayable(account: AccountKey): boolean {
  const kind = parseAccount(account)?.kind
  return kind === 'investor_payable' || kind === 'charity_payable'
}

/** The balance of the sale: cash, without the losses beyond it. */
const saleOf = (written: Leg[]) => sum(written, CASH) + sum(written, LOSSES)

const sum = (written: Leg[], account: AccountKey) =>
  written.reduce((total, leg) => total + (leg.account === account ? leg.amount : 0), 0)
