import type { Transaction } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import type { Intent } from '#server/payments/payments.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { type Cents, cents } from '#shared/money.ts'
import { insertLegs, listLegs, type Order } from './queries.ts'

/** `currency`: US dollars where it is absent. A fee is in the currency that the provider took it in. */
export type Leg = { transaction: string; account: string; amount: Cents; currency?: string }

const CASH = 'cash'
const REVENUE = 'platform_revenue'
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
  const held = sum(written, CASH)
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
export async function keepBooks(
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
  for (const { name, amount } of disputeDifferences(order.amount, intent, written)) {
    await write(name, () => returnLegs(name, amount, written))
  }
  // Last, because what goes back is reckoned from the sale's own legs.
  for (const { id, amount, currency } of intent.fees) await write(`${FEE}${id}`, () => feeLegs(`${FEE}${id}`, amount, currency))
  return isNews
}

/**
 * What the books must change by, so that cash is the amount less refunds and less what disputes took for good. A dispute takes
 * at most what is left. One that is won after it was lost, or whose rest a bounced refund enlarges, differs from its booking.
 */
export function disputeDifferences(amount: Cents, { refunds, cases }: Pick<Intent, 'refunds' | 'cases'>, written: Leg[]) {
  let left = amount - refunds.reduce((total, refund) => total + (refund.status === 'failed' ? 0 : refund.amount), 0)
  const differences: { name: string; amount: Cents }[] = []
  const oldestFirst = [...cases].sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime() || a.id.localeCompare(b.id))
  for (const { id, taken } of oldestFirst) {
    const wanted = Math.max(0, Math.min(taken, left))
    left -= wanted
    const isOwn = ({ transaction }: Leg) => transaction === `dispute:${id}` || transaction.startsWith(`dispute:${id}:`)
    const own = written.filter((leg) => leg.account === CASH && isOwn(leg))
    const difference = wanted + sum(own, CASH)
    if (difference === 0) continue
    differences.push({ name: own.length === 0 ? `dispute:${id}` : `dispute:${id}:${own.length}`, amount: cents(difference) })
  }
  return differences
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
const payeeOf = (written: Leg[]) => written.find(({ account }) => account !== CASH && account !== REVENUE)?.account

const sum = (written: Leg[], account: string) =>
  written.reduce((total, leg) => total + (leg.account === account ? leg.amount : 0), 0)
