import { Confirming } from './confirming.tsx'
import type { PaymentPhase } from './use-card-payment.ts'

/** The last two steps of an unlock dialog: the payment is being confirmed, then the contact is on this device. */
export function UnlockEnding({ phase, onClose }: { phase: PaymentPhase; onClose: () => void }) {
  if (phase.step === 'confirming') return <Confirming problem={phase.problem} onClose={onClose} />
  if (phase.step !== 'done') return null
  return (
    <p role="status" className="font-serif text-2xl text-green">
      Unlocked
    </p>
  )
}
