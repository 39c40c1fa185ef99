import type { Investor } from '#shared/directory/contract.ts'
import { formatCents } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'

/** Price of a call: the investor's price, or fifty dollars where the investor named none. */
export function CallPrice({ investor: { vcType, price } }: { investor: Investor }) {
  const { amount, asked, isMinimum } = quote({ kind: 'meeting', vcType, price })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-serif text-5xl text-brass tabular-nums">{formatCents(isMinimum ? asked : amount)}</span>
      <span className="text-sm text-soft">
        {isMinimum ? '(Charged $0.50 - card provider minimum)' : '30 minutes, contact included'}
      </span>
    </p>
  )
}
