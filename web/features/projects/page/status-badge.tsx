import type { Project } from '#shared/projects/contract.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'

/** What the team found when it looked at a project. */
export function StatusBadge({ status }: Pick<Project, 'status'>) {
  if (status === 'verified') return <VerifiedBadge />
  return status === 'rejected' ? <Badge tone="red">Rejected</Badge> : <Badge>Under Review</Badge>
}
