import { minutesLeft } from '#shared/help/sla.ts'
import { Badge } from '#web/ui/badge.tsx'

const HOUR = 60

/** `due in 45 min`, `due in 3 h`, `overdue by 2 h`. */
export function dueLabel(minutes: number): string {
  const away = Math.abs(minutes)
  const length = away < HOUR ? `${away} min` : `${Math.floor(away / HOUR)} h`
  return minutes < 0 ? `overdue by ${length}` : `due in ${length}`
}

/** Time left to answer within the SLA. */
export function AnswerDueBadge({ dueAt }: { dueAt: string }) {
  const minutes = minutesLeft(new Date(dueAt), new Date())
  if (minutes < 0)
    return (
      <span className="inline-flex items-center rounded-selector bg-red px-2 py-0.5 text-xs leading-5 font-medium text-sheet">
        {dueLabel(minutes)}
      </span>
    )
  return <Badge tone={minutes < HOUR ? 'red' : 'plain'}>{dueLabel(minutes)}</Badge>
}
