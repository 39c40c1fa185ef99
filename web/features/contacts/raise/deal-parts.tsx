import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import type { RaiseRow } from './raise-rows.ts'

/** The name of a contact, which opens its page, over its fund or position. */
export const DealName = ({ row: { key, contact }, size }: { row: RaiseRow; size: string }) => (
  <div className="min-w-0">
    <Link
      to="/contacts/$id"
      params={{ id: key }}
      // A card is dragged as a whole.
      draggable={false}
      className={`block truncate font-serif leading-7 underline-offset-4 hover:underline ${size}`}
      dir="auto"
    >
      {contact.name}
    </Link>
    <p className="truncate text-sm text-soft" dir="auto">
      {contact.fund ?? contact.position ?? '\u00a0'}
    </p>
  </div>
)

/** Opens the stages to which a contact can be moved. */
export const MoveButton = ({ row, className, onMenu }: { row: RaiseRow; className: string; onMenu: (row: RaiseRow) => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-label={`Move ${row.contact.name} to`}
    onClick={() => onMenu(row)}
    className={`grid size-11 shrink-0 cursor-pointer place-items-center rounded-field text-soft hover:bg-well hover:text-ink ${className}`}
  >
    <ArrowLeftRight className="size-4" aria-hidden="true" />
  </button>
)
