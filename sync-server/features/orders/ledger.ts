import type { Transaction } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import type { Intent } from '#server/payments/payments.ts'
import { investorShare } from '#shared/earnings/share.ts'
import { type Cents, cents } from '#shared/money.ts'
import { insertLegs, listLegs, type Order } from './queries.ts'

export type Leg = { transaction: string; account: string; amount: Cents }

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

/** Writes what the books do not say yet of this payment. Each transaction is written once. */
export async function keepBooks(tx: Transaction, order: Order, intent: Intent, payee: string | undefined, now: Date) {
  const all: Leg[] = await listLegs(tx, order.id)
  const written = all.filter(({ transaction }) => !transaction.startsWith(FEE))
  const write = async (transaction: string, make: () => Leg[]) => {
    if (all.some((leg) => leg.transaction === transaction)) return
    const made = make()
    await insertLegs(
      tx,
      made.map((leg) => ({ id: newId('leg'), orderId: order.id, createdAt: now, ...leg })),
    )
    written.push(...made)
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
  const { dispute } = intent
  if (dispute?.status === 'lost') {
    const name = `dispute:${dispute.id}`
    await write(name, () => returnLegs(name, cents(sum(written, CASH)), written))
  }
  // Last, because what goes back is reckoned from the sale's own legs.
  for (const { id, amount } of intent.fees) await write(`${FEE}${id}`, () => feeLegs(`${FEE}${id}`, amount))
}

export const feeLegs = (transaction: string, fee: Cents): Leg[] => [
  { transaction, account: FEES, amount: fee },
  { transaction, account: CASH, amount: cents(-fee) },
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
