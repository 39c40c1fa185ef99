import { reviewSla } from '#shared/admin/sla.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatAge } from './format-figures.ts'

/** Age of an application, and whether the SLA is at risk: an answer is due within 24 hours, and 48 at most. */
export function ClockBadge({ submittedAt }: { submittedAt: string }) {
  const { hours, stage } = reviewSla(new Date(submittedAt), new Date())
  if (stage === 'breach')
    return (
      <span className="inline-flex items-center rounded-selector bg-red px-2 py-0.5 text-xs leading-5 font-medium text-sheet">
        {formatAge(hours)} · 48 h promise broken
      </span>
    )
  return stage === 'alarm' ? <Badge tone="red">{formatAge(hours)} · 24 h passed</Badge> : <Badge>{formatAge(hours)}</Badge>
}
