import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { EarningsBalance, EarningsEntry, EarningsMonth } from './contract.ts'
import { type EarningStatus, earningStatusFrom } from './maturity.ts'

/** The payout state of an entry's sale; a payout has its own state. */
export const statusOfEntry = ({ hold, maturesAt }: EarningsEntry, now: number): EarningStatus =>
  earningStatusFrom(hold !== null, maturesAt === null ? undefined : Date.parse(maturesAt), now)

/** The label of each sale whose whole share was taken back; a partly refunded sale is not among them. */
export function reversedSales(entries: readonly EarningsEntry[]): Map<OrderId, 'Refunded' | 'Dispute lost'> {
  const shares = new Map<OrderId, number>()
  const labels = new Map<OrderId, 'Refunded' | 'Dispute lost'>()
  for (const { kind, orderId, amount } of entries) {
    if (orderId === null) continue
    shares.set(orderId, (shares.get(orderId) ?? 0) + amount)
    if (kind === 'dispute') labels.set(orderId, 'Dispute lost')
    else if (kind === 'refund' && !labels.has(orderId)) labels.set(orderId, 'Refunded')
  }
  for (const [orderId, share] of shares) if (share !== 0) labels.delete(orderId)
  return labels
}

/** The current balance. A refund is subtracted from the part that its sale is in. */
export function balanceOf(entries: readonly EarningsEntry[], now: number): EarningsBalance {
  const sums = { inWindow: 0, held: 0, payable: 0, onItsWay: 0, paidOut: 0, donated: 0 }
  const parts = { window: 'inWindow', held: 'held', matured: 'payable' } as const
  for (const entry of entries) {
    if (entry.kind === 'payout') {
      // A payout to a charity is not part of the investor's own account.
      if (entry.charity !== null) continue
      sums.payable += entry.amount
      sums[entry.isPaid ? 'paidOut' : 'onItsWay'] -= entry.amount
    } else if (entry.charity !== null) sums.donated += entry.amount
    else sums[parts[statusOfEntry(entry, now)]] += entry.amount
  }
  return {
    inWindow: cents(sums.inWindow),
    held: cents(sums.held),
    payable: cents(sums.payable),
    onItsWay: cents(sums.onItsWay),
    paidOut: cents(sums.paidOut),
    donated: cents(sums.donated),
  }
}

export const monthOf = (instant: string) => instant.slice(0, 7)

/** The earnings of each month, minus the refunds in it; from the first sale to the current month, without gaps. */
export function monthsOf(entries: readonly EarningsEntry[], now: number): EarningsMonth[] {
  const earned = entries.filter(({ kind }) => kind !== 'payout')
  const first = earned.map(({ at }) => monthOf(at)).sort()[0]
  if (first === undefined) return []
  const months = new Map<string, { earned: number; donated: number; sales: number }>()
  const last = monthOf(new Date(now).toISOString())
  for (let month = first; month <= last; month = following(month)) months.set(month, { earned: 0, donated: 0, sales: 0 })
  for (const { kind, at, amount, charity } of earned) {
    const sums = months.get(monthOf(at)) ?? months.get(last)
    if (!sums) continue
    sums[charity === null ? 'earned' : 'donated'] += amount
    if (kind === 'sale') sums.sales += 1
  }
  return [...months].map(([month, sums]) => ({
    month,
    earned: cents(sums.earned),
    donated: cents(sums.donated),
    sales: sums.sales,
  }))
}

function following(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
