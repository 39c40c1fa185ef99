import type { Project } from '#shared/projects/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { ProjectFigures } from './project-figures.tsx'
import { ProjectLinks } from './project-links.tsx'

/** One entry of the marketplace. */
export function ProjectCard({ project }: { project: Project }) {
  const name = project.companyName ?? 'Unnamed Project'
  return (
    <article className="flex h-full flex-col rounded-box border border-rule bg-sheet p-5">
      <header className="flex items-start gap-4">
        <Avatar name={name} src={project.logoUrl} className="size-14 text-2xl" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-2xl leading-7" dir="auto">
            {name}
          </h2>
          <p className="mt-1 truncate text-sm text-soft">
            {[project.ecosystem, project.vertical].filter(Boolean).join(' · ') || 'No category given'}
          </p>
        </div>
        <p className="shrink-0 text-right">
          <span className="block font-serif text-2xl leading-7">{project.voteCount.toLocaleString('en-US')}</span>
          <span className="text-xs text-soft">{project.voteCount === 1 ? 'vote' : 'votes'}</span>
        </p>
      </header>
      <div className="mt-4 flex gap-1.5">
        <StatusBadge status={project.status} />
        {project.projectStage && <Badge>{project.projectStage}</Badge>}
      </div>
      <p className="mt-4 mb-5 line-clamp-3 text-sm text-pretty" dir="auto">
        {project.description ?? project.oneLineDescription ?? 'No description available'}
      </p>
      <div className="mt-auto">
        <ProjectFigures project={project} />
        <ProjectLinks project={project} name={name} />
      </div>
    </article>
  )
}

function StatusBadge({ status }: Pick<Project, 'status'>) {
  if (status === 'verified') return <VerifiedBadge />
  return <Badge>{status === 'rejected' ? 'Not verified' : 'Under review'}</Badge>
}
