import { memo } from 'react'
import { DealLine, DueBadge } from '#web/features/contacts/raise/deal-line.tsx'
import { DealName, MoveButton } from '#web/features/contacts/raise/deal-parts.tsx'
import type { RaiseRow } from '#web/features/contacts/raise/raise-rows.ts'

type Props = { row: RaiseRow; now: number; isDragged: boolean; onMenu: (row: RaiseRow) => void }

/** A contact on the board: dragged as a whole, opened by its name, moved by its button. A key in the search draws only new cards. */
export const DealCard = memo(function DealCard({ row, now, isDragged, onMenu }: Props) {
  const { key, contact, deal, dueAt, stage } = row
  const line = stage === 'passed' ? (deal.passReason ?? deal.nextStep) : deal.nextStep
  return (
    <article
      data-card={key}
      aria-label={contact.name}
      className={`grid cursor-grab gap-2 rounded-box border border-rule bg-sheet p-3 pl-4 shadow-[0_1px_0_var(--rule)] select-none [-webkit-touch-callout:none] focus-within:border-ink hover:border-edge ${isDragged ? 'opacity-35' : ''}`}
    >
      <div className="flex items-start justify-between gap-1">
        <DealName row={row} size="text-[1.375rem]" />
        <MoveButton row={row} className="-mt-2 -mr-2" onMenu={onMenu} />
      </div>
      <DealLine row={row} />
      {line && (
        <p className="line-clamp-2 text-sm" dir="auto">
          {line}
        </p>
      )}
      {dueAt && (
        <p>
          <DueBadge dueAt={dueAt} now={now} />
        </p>
      )}
    </article>
  )
})
