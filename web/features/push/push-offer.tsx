import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { dismissOffer, isOfferDismissed, isUndecided } from './push-device.ts'
import { usePush } from './use-push.ts'

/**
 * A quiet offer, after something that will have an answer. It asks for the permission only when the user accepts it, and does not
 * return once it was dismissed.
 */
export function PushOffer({ className = '' }: { className?: string }) {
  const { ability, isOn, isBusy, fault, set } = usePush()
  const [isDismissed, setDismissed] = useState(isOfferDismissed)
  if (isDismissed || ability !== 'ready' || isOn !== false || !isUndecided()) return null
  const dismiss = () => {
    dismissOffer()
    setDismissed(true)
  }
  return (
    <section aria-labelledby="push-offer" className={`rounded-box border border-rule bg-sheet p-5 ${className}`}>
      <div className="flex gap-4">
        <BellRing className="mt-0.5 size-6 shrink-0 text-brass" strokeWidth={1.5} aria-hidden="true" />
        <div className="min-w-0">
          <h2 id="push-offer" className="font-sans text-base font-semibold">
            Know when there is an answer
          </h2>
          <p className="mt-1 text-sm text-soft">
            This device can tell you about replies, calls and payments while Latchkey is closed. No names or amounts are shown.
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={dismiss}>
          No, thanks
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={() => set(true)}>
          Turn on notifications
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-red empty:hidden">
        {fault}
      </p>
    </section>
  )
}
