import { Undo2, X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { Decided } from './use-decision.ts'

type Props = { decided: Decided; isBusy: boolean; onTakeBack: () => void; onDismiss: () => void }

/** The last decision, shown until the next one, with an undo button for accidental clicks. */
export function LastDecision({ decided, isBusy, onTakeBack, onDismiss }: Props) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-field bg-well py-1.5 pr-1.5 pl-4">
      <p className="min-w-0 flex-1 break-words">{decided.sentence}</p>
      <Button variant="quiet" isBusy={isBusy} onClick={onTakeBack}>
        <Undo2 className="size-4" aria-hidden="true" />
        Undo
      </Button>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="grid size-11 cursor-pointer place-items-center text-soft hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  )
}
