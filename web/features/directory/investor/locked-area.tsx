import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { unlockLabel } from './labels.ts'

type Props = { investor: Investor; limit: ReactNode; action: ReactNode }

/** Footer of a card whose contact can be bought. */
export function LockedArea({ investor, limit, action, onUnlock }: Props & { onUnlock: () => void }) {
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <Locked />
        {limit}
      </div>
      <div className="flex gap-2">
        <Button variant="brass" className="flex-1 px-3" onClick={onUnlock}>
          {unlockLabel(investor)}
        </Button>
        {action}
      </div>
    </>
  )
}

const Locked = () => (
  <p className="inline-flex items-center gap-1.5 text-sm text-brass">
    <Lock className="size-3.5" aria-hidden="true" />
    Contact locked
  </p>
)

/** Footer of a card that is not for sale: it is locked as well, and the price is informational. */
export function PriceArea({ investor, limit, action }: Props) {
  return (
    <>
      <div className="mb-1 flex items-center justify-between gap-3">
        <Locked />
        {limit}
      </div>
      <p className="mb-3 text-sm text-soft">
        {unlockLabel(investor)}
        {!investor.isVerified && investor.isPurchasable && ' once verified'}
      </p>
      <div className="flex">{action}</div>
    </>
  )
}
