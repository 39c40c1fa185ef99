import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { insertLegs, listLegs, type Order } from '#server/features/orders/queries.ts'
import type { Intent } from '#server/payments/payments-port.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { type Cents, cents } from '#shared/money.ts'

/** `currency`: US dollars where it is absent. A fee is in the currency that the provider took it in. */
export type Leg = { transaction: string; account: string; amount: Cents; currency?: string }

const CASH = 'cash'
const REVENUE = 'platform_revenue'
/** What disputes took beyond what was left of a payment, for example of one that was refunded: the platform's to bear. */
const LOSSES = 'dispute_losses'
/** What the card provider keeps for itself is the platform's to bear: it moves no payee's share. */
const FEES = 'stripe_fees'
const FEE = 'fee:'

/** Money received: ours until it is paid out, most of it owed to the payee. The legs sum to zero. */
export function captureLegs(amount: Cents, payee: string | undefined): Leg[] {
  const share = payee === undefined ? cents(0) : investorShare(amount)
  return legs('capture', amount, share, payee)
}

/**
 * Money that went back. The payee returns what its share shrinks by, so that after
 * a full return in however many pieces every account stands at zero again.
 */
export function returnLegs(transaction: string, amount: Cents, written: Leg[]): Leg[] {
  const payee = payeeOf(written)
  const held = saleOf(written)
  const owed = payee === undefined ? 0 : -sum(written, payee)
  const left = payee === undefined ? 0 : investorShare(cents(held - amount))
  return legs(transaction, cents(-amount), cents(left - owed), payee)
}

/**
 * Writes what the books do not say yet of this payment. Each transaction is written once, and a later change of its outcome
 * is a transaction of its own, by the difference.
 *
 * @returns whether anything was written
 */
export async function postLedgerEntries(
  tx: Transaction,
  order: Order,
  intent: Intent,
  payee: string | undefined,
  now: Date,
): Promise<boolean> {
  const all: Leg[] = await listLegs(tx, order.id)
  const written = all.filter(({ transaction }) => !transaction.startsWith(FEE))
  let isNews = false
  const write = async (transaction: string, make: () => Leg[]) => {
    if (all.some((leg) => leg.transaction === transaction)) return
    const made = make()
    await insertLegs(
      tx,
      made.map((leg) => ({ id: newId('leg'), orderId: order.id, createdAt: now, ...leg })),
    )
    written.push(...made)
    isNews = true
  }

  await write('capture', () => captureLegs(order.amount, payee))
  for (const refund of intent.refunds) {
    const name = `refund:${refund.id}`
    await write(name, () => returnLegs(name, refund.amount, written))
    // P13: what did not arrive at the card is here again. Reckoned from what is left, as every return is: the odd cents of
    // several refunds lie where they lie whichever of them fails.
    if (refund.status === 'failed')
      await write(`${name}:failed`, () => returnLegs(`${name}:failed`, cents(-refund.amount), written))
  }
  for (const difference of disputeDifferences(order.amount, intent, written)) {
    await write(difference.name, () => disputeLegs(difference, written))
  }
  // Last, because what goes back is reckoned from the sale's own legs.
  for (const { id, amount, currency } of intent.fees) await write(`${FEE}${id}`, () => feeLegs(`${FEE}${id}`, amount, currency))
  return isNews
}

/** `taken` of cash; `ofSale` of it is less of the sale, and the rest is lost. */
export type DisputeDifference = { name: string; taken: Cents; ofSale: Cents }

/**
 * What the books must change by, so that cash is the amount less refunds and less what disputes took for good. Of the sale a
 * dispute takes at most what is left: whoever is refunded and wins a dispute as well has the money twice, and the second time it
 * is the platform's. One that is won after it was lost, or whose rest a bounced refund enlarges, differs from its booking.
 */
export function disputeDifferences(amount: Cents, { refunds, cases }: Pick<Intent, 'refunds' | 'cases'>, written: Leg[]) {
  let left = amount - refunds.reduce((total, refund) => total + (refund.status === 'failed' ? 0 : refund.amount), 0)
  const differences: DisputeDifference[] = []
  const oldestFirst = [...cases].sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime() || a.id.localeCompare(b.id))
  for (const { id, taken } of oldestFirst) {
    const wanted = Math.max(0, Math.min(taken, left))
    left -= wanted
    const isOwn = ({ transaction }: Leg) => transaction === `dispute:${id}` || transaction.startsWith(`dispute:${id}:`)
    const own = written.filter(isOwn)
    const difference = { taken: cents(taken + sum(own, CASH)), ofSale: cents(wanted + saleOf(own)) }
    if (difference.taken === 0 && difference.ofSale === 0) continue
    const earlier = own.filter(({ account }) => account === CASH).length
    differences.push({ name: earlier === 0 ? `dispute:${id}` : `dispute:${id}:${earlier}`, ...difference })
  }
  return differences
}

/** The payee bears its part of what the sale loses, and nothing of the rest. */
export function disputeLegs({ name, taken, ofSale }: DisputeDifference, written: Leg[]): Leg[] {
  const lost = cents(taken - ofSale)
  const [, ...others] = returnLegs(name, ofSale, written)
  const loss = lost === 0 ? [] : [{ transaction: name, account: LOSSES, amount: lost }]
  return [{ transaction: name, account: CASH, amount: cents(-taken || 0) }, ...others, ...loss]
}

export const feeLegs = (transaction: string, fee: Cents, currency: string): Leg[] => [
  { transaction, account: FEES, amount: fee, currency },
  { transaction, account: CASH, amount: cents(-fee), currency },
]

/** Cash comes to `amount`; `share` of it is owed to the payee and the rest is ours. */
function legs(transaction: string, amount: Cents, share: Cents, payee: string | undefined): Leg[] {
  const of = (account: string, cent: number) => ({ transaction, account, amount: cents(cent || 0) })
  return [of(CASH, amount), ...(payee === undefined ? [] : [of(payee, -share)]), of(REVENUE, share - amount)]
}

/** Settled when the money came: later changes of the listing do not reach it. */
const payeeOf = (written: Leg[]) => written.find(({ account }) => ![CASH, REVENUE, LOSSES].includes(account))?.account

/** What is left of the sale: cash, without what was lost beyond it. */
const saleOf = (written: Leg[]) => sum(written, CASH) + sum(written, LOSSES)

const sum = (written: Leg[], account: string) =>
  written.reduce((total, leg) => total + (leg.account === account ? leg.amount : 0), 0)
