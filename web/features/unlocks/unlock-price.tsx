import type { Investor } from '#shared/directory/contract.ts'
import { formatCents } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'

/** Price of an unlock. Below the card provider's minimum: the investor's price and the charged amount. */
export function UnlockPrice({ investor }: { investor: Investor }) {
  const { asked, isMinimum } = quote({ kind: 'vc_unlock', vcType: investor.vcType, price: investor.price })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-serif text-5xl text-brass tabular-nums">{formatCents(isMinimum ? asked : investor.quote)}</span>
      {isMinimum ? (
        <span className="text-sm text-soft">(Charged $0.50 - card provider minimum)</span>
      ) : (
        <span className="text-sm text-soft">once, no subscription</span>
      )}
    </p>
  )
}
