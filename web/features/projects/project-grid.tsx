import type { Project } from '#shared/projects/contract.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/skeleton.tsx'
import { ProjectCard } from './project-card.tsx'

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** Every project that matches; `undefined` while the marketplace is still on its way to this device. */
export function ProjectGrid({ projects }: { projects: Project[] | undefined }) {
  if (!projects) return <Waiting />
  if (projects.length === 0) return <EmptyState title="No projects found matching your filters." />
  return (
    <ul className={grid}>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading projects" className={grid}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
        <div key={place} className="h-88 rounded-box border border-rule bg-sheet p-5">
          <div className="flex gap-4">
            <Skeleton className="size-14" />
            <div className="flex-1 space-y-3 pt-1">
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </div>
          </div>
          <div className="mt-8">
            <SkeletonLines count={4} />
          </div>
        </div>
      ))}
    </div>
  )
}
