import { CHARITY_REASON, ESTIMATE_LINE, ESTIMATE_REASON } from '#shared/earnings/estimate.ts'
import { INVESTOR_SHARE_PERCENT, investorShare } from '#shared/earnings/share.ts'
import { type Cents, cents, formatCents } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'

/** Below this amount, the card fee exceeds the platform's share. */
const THIN = cents(250)

/** Consequences of a price, while it is typed. */
export function PricePreview({ price, isDonated }: { price: Cents | null; isDonated: boolean }) {
  const { amount, isMinimum, isPurchasable } = quote({ kind: 'vc_unlock', vcType: 'platform', price })
  if (!isPurchasable) return <p className="text-sm text-red">Above the card limit: founders couldn’t buy it.</p>
  return (
    <div className="rounded-field bg-well px-4 py-3 text-sm">
      <p>
        A founder pays <span className="text-brass">{formatCents(amount)}</span>, and{' '}
        {isDonated ? 'the charity receives' : 'you keep'} <span className="text-brass">{formatCents(investorShare(amount))}</span>
        : {INVESTOR_SHARE_PERCENT}% of each unlock
      </p>
      {!isDonated && <p className="text-soft">{ESTIMATE_LINE}</p>}
      <p className="mt-1 text-soft">{isDonated ? CHARITY_REASON : ESTIMATE_REASON}</p>
      {isMinimum && <p className="mt-1 text-soft">(Charged $0.50 - card provider minimum)</p>}
      {amount < THIN && <p className="mt-1 text-soft">Below $2.50 the card fee exceeds our share. You still get 85%.</p>}
      <p className="mt-1 text-soft">Existing orders keep their price.</p>
    </div>
  )
}
