import type { ProjectId } from '#shared/ids.ts'
import type { ProjectValues } from '#shared/projects/fields.ts'
import { normalise } from '#shared/projects/normalise.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { ProjectCard } from '#web/features/projects/marketplace/project-card.tsx'

/** The card as the marketplace will show it, from the current form values. It is not interactive. */
export function CardPreview({
  values,
  own,
  hasCaption = true,
}: {
  values: ProjectValues
  own: OwnProject
  hasCaption?: boolean
}) {
  const project = {
    ...normalise(values),
    id: (own.projectId ?? 'preview') as ProjectId,
    status: own.status,
    voteCount: own.voteCount,
    publishedAt: own.publishedAt ?? '',
  }
  return (
    <figure>
      <figcaption className={hasCaption ? 'column-head mb-3' : 'sr-only'}>Your card in the marketplace</figcaption>
      <div inert>
        <ProjectCard project={project} isDraft={!own.isPublished && own.status !== 'rejected'} />
      </div>
    </figure>
  )
}
