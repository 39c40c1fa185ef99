import type { Project } from '#shared/projects/contract.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'

/** Result of the team's review. */
export function StatusBadge({ status }: Pick<Project, 'status'>) {
  if (status === 'verified') return <VerifiedBadge />
  return status === 'rejected' ? <Badge tone="red">Rejected</Badge> : <Badge>Under Review</Badge>
}
