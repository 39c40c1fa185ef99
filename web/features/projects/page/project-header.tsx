import type { ReactNode } from 'react'
import { formatCount } from '#shared/format/count.ts'
import type { Project } from '#shared/projects/contract.ts'
import { isFundraising } from '#shared/projects/is-fundraising.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { StatusBadge } from './status-badge.tsx'

type Props = { project: Project; isDraft: boolean; voteCount: number; actions: ReactNode }

export function ProjectHeader({ project, isDraft, voteCount, actions }: Props) {
  const name = projectTitle(project)
  const line = project.oneLineDescription ?? project.description
  return (
    <header className="rule-double pb-6">
      <div className="flex items-start gap-5 sm:gap-7">
        <Avatar name={name} src={project.logoUrl} className="size-20 text-4xl sm:size-28 sm:text-5xl" />
        <div className="min-w-0 flex-1">
          <h1 className="text-4xl break-words sm:text-6xl" dir="auto">
            {name}
          </h1>
          {line && (
            <p className="mt-2 line-clamp-3 max-w-prose text-soft break-words sm:text-lg" dir="auto">
              {line}
            </p>
          )}
        </div>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-2">
        {isDraft && <Badge tone="brass">Draft</Badge>}
        {!isDraft && <StatusBadge status={project.status} />}
        <Badge>{project.ecosystem ?? 'Multi-chain'}</Badge>
        <Badge>{project.vertical ?? 'General'}</Badge>
        {project.projectStage && <Badge>{project.projectStage}</Badge>}
        {isFundraising(project) && <Badge tone="brass">Raising</Badge>}
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex items-baseline gap-2">
          <span className="font-serif text-4xl leading-none">{formatCount(voteCount)}</span>
          <span className="text-sm text-soft">community votes</span>
        </p>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </div>
    </header>
  )
}
