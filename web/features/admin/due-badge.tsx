import { Badge } from '#web/ui/badge.tsx'
import { formatUtcDay } from '#web/ui/dates.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Due date of a promise, highlighted when it is near and more when it is overdue. */
export function DueBadge({ what, dueAt }: { what: string; dueAt: string }) {
  const left = new Date(dueAt).getTime() - Date.now()
  const label = `${what} by ${formatUtcDay(dueAt)}`
  if (left < 0)
    return (
      <span className="inline-flex items-center rounded-selector bg-red px-2 py-0.5 text-xs leading-5 font-medium text-sheet">
        {label} · overdue
      </span>
    )
  return <Badge tone={left < DAY_MS ? 'red' : 'plain'}>{label}</Badge>
}
