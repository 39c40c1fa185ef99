import type { ReactNode } from 'react'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import { TextField } from '#web/ui/field.tsx'
import { addDays, dayOf, startOfMorning } from './due.ts'

type Props = {
  dueAt: string | null
  now: number
  remindByMail: boolean
  canBeMailed: boolean
  onDue: (dueAt: string | null) => void
  onRemind: (byMail: boolean) => void
  /** Shown below a date that is set. */
  children?: ReactNode
}

const shortcuts = [
  { label: 'Tomorrow', days: 1 },
  { label: '3 days', days: 3 },
  { label: '1 week', days: 7 },
]

/** Date of the next follow-up, in one tap, and whether to send a reminder mail. */
export function DueField({ dueAt, now, remindByMail, canBeMailed, onDue, onRemind, children }: Props) {
  const quiet = 'min-h-11 cursor-pointer px-2 text-sm text-soft underline underline-offset-4 hover:text-ink'
  return (
    <div>
      <TextField
        label={followUpLabels.dueAt}
        type="date"
        value={dayOf(dueAt)}
        onChange={({ target }) => onDue(startOfMorning(target.value))}
        className="tabular-nums"
      />
      <div className="-ml-2 flex flex-wrap">
        {shortcuts.map(({ label, days }) => (
          <button key={label} type="button" className={quiet} onClick={() => onDue(startOfMorning(addDays(days, now)))}>
            {label}
          </button>
        ))}
        {dueAt && (
          <button type="button" className={quiet} onClick={() => onDue(null)}>
            Clear
          </button>
        )}
      </div>
      {dueAt && canBeMailed && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={remindByMail}
            onChange={({ target }) => onRemind(target.checked)}
          />
          {followUpLabels.remindByMail}
        </label>
      )}
      {dueAt && children}
    </div>
  )
}
