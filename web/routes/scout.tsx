import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useUser } from '#web/features/accounts/queries.ts'
import { useProjects } from '#web/features/directory/queries.ts'
import { FilterBar } from '#web/features/projects/filter-bar.tsx'
import { choicesOf, matchProjects, ProjectFilters } from '#web/features/projects/filters.ts'
import { InvestorsAhead } from '#web/features/projects/investors-ahead.tsx'
import { ProjectGrid } from '#web/features/projects/project-grid.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

export const Route = createFileRoute('/scout')({
  validateSearch: ProjectFilters,
  search: { middlewares: [stripSearchParams({ ecosystem: 'all', vertical: 'all' })] },
  component: Marketplace,
})

function Marketplace() {
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  const projects = useProjects()
  const user = useUser()
  return (
    <div className="frame pt-8 sm:pt-12">
      <PageHeading title="Marketplace" lead="Projects whose founders are raising, or will be. Sorted by the community's votes." />
      <FilterBar
        filters={filters}
        ecosystems={choicesOf(projects ?? [], 'ecosystem')}
        verticals={choicesOf(projects ?? [], 'vertical')}
        onChange={(change) => void navigate({ search: { ...filters, ...change }, replace: true, resetScroll: false })}
      />
      <ProjectGrid projects={projects && matchProjects(projects, filters)} />
      {user && user.userType !== 'founder' && <InvestorsAhead />}
    </div>
  )
}
