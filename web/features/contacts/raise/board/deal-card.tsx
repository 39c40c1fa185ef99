import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { memo } from 'react'
import { DealLine, DueBadge } from '#web/features/contacts/raise/deal-line.tsx'
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
        <div className="min-w-0">
          <Link
            to="/contacts/$id"
            params={{ id: key }}
            draggable={false}
            className="block truncate font-serif text-[1.375rem] leading-7 underline-offset-4 hover:underline"
            dir="auto"
          >
            {contact.name}
          </Link>
          <p className="truncate text-sm text-soft" dir="auto">
            {contact.fund ?? contact.position ?? '\u00a0'}
          </p>
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Move ${contact.name} to`}
          onClick={() => onMenu(row)}
          className="-mt-2 -mr-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-field text-soft hover:bg-well hover:text-ink"
        >
          <ArrowLeftRight className="size-4" aria-hidden="true" />
        </button>
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
