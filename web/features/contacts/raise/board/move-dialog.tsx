import { Check } from 'lucide-react'
import type { StageLabels } from '#shared/raise/labels.ts'
import { columnLabel, stageKey } from '#web/features/contacts/raise/labels.ts'
import { type RaiseRow, type RaiseStage, raiseStages } from '#web/features/contacts/raise/raise-rows.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { row: RaiseRow; stages: StageLabels; onMove: (stage: RaiseStage) => void; onClose: () => void }

/** All stages for one card, for a keyboard, a screen reader, and a thumb. */
export const MoveDialog = ({ row, stages, onMove, onClose }: Props) => (
  <Dialog title="Move to" isOpen onClose={onClose}>
    <p className="-mt-2 mb-3 text-soft" dir="auto">
      {row.contact.name}
    </p>
    <ul className="grid">
      {raiseStages.map((stage) => {
        const isOwn = stage === row.stage
        return (
          <li key={stageKey(stage)} className="border-b border-rule last:border-b-0">
            <button
              type="button"
              aria-current={isOwn || undefined}
              data-first-focus={isOwn || undefined}
              onClick={() => onMove(stage)}
              className="flex min-h-12 w-full cursor-pointer items-center justify-between gap-4 px-2 text-left hover:bg-well"
            >
              <span dir="auto">{columnLabel(stage, stages)}</span>
              {isOwn && <Check className="size-4 text-soft" aria-hidden="true" />}
            </button>
          </li>
        )
      })}
    </ul>
  </Dialog>
)
