import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#shared/format/count.ts'
import type { Project } from '#shared/projects/contract.ts'
import { isFundraising } from '#shared/projects/is-fundraising.ts'
import { safeUrl } from '#shared/url.ts'
import { ProjectLinks } from '#web/features/projects/page/project-links.tsx'
import { ProjectFigures } from '#web/features/projects/page/project-metrics.tsx'
import { StatusBadge } from '#web/features/projects/page/status-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'

type Props = {
  project: Project
  /** Including the user's own vote; otherwise the project's count. */
  voteCount?: number
  /** Not published: it has no review yet. */
  isDraft?: boolean
  /** The vote button, where voting is possible. */
  upvote?: ReactNode
}

/**
 * One entry of the marketplace. Its name links to its page, and the link covers every part of the card that has no other link.
 */
export function ProjectCard({ project, voteCount = project.voteCount, isDraft = false, upvote }: Props) {
  const name = project.companyName ?? 'Unnamed Project'
  return (
    <article className="relative flex h-full flex-col rounded-box border border-rule bg-sheet p-5 transition-colors hover:border-edge">
      <header className="flex items-start gap-4">
        <Avatar name={name} src={project.logoUrl} className="size-14 text-2xl" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-2xl leading-7" dir="auto">
            <Link to="/project/$id" params={{ id: project.id }} className="after:absolute after:inset-0 after:content-['']">
              {name}
            </Link>
          </h2>
          <p className="mt-1 truncate text-sm text-soft">
            {[project.ecosystem, project.vertical].filter(Boolean).join(' · ') || 'No category'}
          </p>
        </div>
        <p className="shrink-0 text-right">
          <span className="block font-serif text-2xl leading-7">{formatCount(voteCount)}</span>
          <span className="text-xs text-soft">{voteCount === 1 ? 'vote' : 'votes'}</span>
        </p>
      </header>
      <div className="mt-4 flex flex-wrap gap-1.5">
        {isDraft ? <Badge tone="brass">Draft</Badge> : <StatusBadge status={project.status} />}
        {project.projectStage && <Badge>{project.projectStage}</Badge>}
        {isFundraising(project) && <Badge tone="brass">Raising</Badge>}
      </div>
      <p className="mt-4 mb-5 line-clamp-3 text-sm break-words text-pretty" dir="auto">
        {project.description ?? project.oneLineDescription ?? 'No description available'}
      </p>
      <div className="mt-auto">
        <ProjectFigures project={project} />
        {/* Above the link that covers the card. */}
        <div className="relative z-1">
          <ProjectLinks project={project} name={name} />
          <div className="mt-2 flex items-center justify-between gap-3">
            {upvote}
            <PitchDeck project={project} name={name} />
          </div>
        </div>
      </div>
    </article>
  )
}

function PitchDeck({ project, name }: { project: Project; name: string }) {
  const href = safeUrl(project.pitchDeckUrl)
  if (!href) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Pitch deck of ${name}`}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      <FileText className="size-4" aria-hidden="true" />
      Pitch deck
    </a>
  )
}
