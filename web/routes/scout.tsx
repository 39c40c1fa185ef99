import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import * as v from 'valibot'
import type { Project } from '#shared/projects/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useProjects } from '#web/features/directory/funds-and-projects.ts'
import { FilterBar } from '#web/features/projects/marketplace/filter-bar.tsx'
import { choicesOf, countValues, type FilterField, matchProjects } from '#web/features/projects/marketplace/filters.ts'
import { NotHereYet } from '#web/features/projects/marketplace/not-synced-yet.tsx'
import { ProjectGrid } from '#web/features/projects/marketplace/project-grid.tsx'
import { ProjectGridSkeleton } from '#web/features/projects/marketplace/project-grid-skeleton.tsx'
import { NO_FILTERS, ProjectFilters } from '#web/features/projects/marketplace/search-params.ts'
import { useVoting } from '#web/features/projects/marketplace/use-voting.tsx'
import { useVotes } from '#web/features/projects/marketplace/vote-queries.ts'
import { ListProjectNow, WhatsNext } from '#web/features/projects/marketplace/whats-next.tsx'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'

/** A payment page leads here with `success=true`. It proves nothing: any user can type it (P25). */
const Search = v.object({ ...ProjectFilters.entries, success: v.fallback(v.optional(v.literal(true)), undefined) })

export const Route = createFileRoute('/scout')({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams(NO_FILTERS)] },
  component: Marketplace,
})

function Marketplace() {
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  const projects = useProjects()
  const votes = useVotes()
  const user = useUser()
  const { vote, hint } = useVoting(user)
  const isOffline = useIsOffline()

  // The list follows with lower priority; typing in the search box never waits for it.
  const { q, ecosystem, vertical, sort } = useDeferredValue(filters)
  const stableOrder = useStableOrder(`${ecosystem} ${vertical} ${sort}`)
  const found = useMemo(
    () => projects && matchProjects(projects, { q, ecosystem, vertical, sort }, stableOrder),
    [projects, q, ecosystem, vertical, sort, stableOrder],
  )
  const choices = useMemo(() => {
    const choicesOfField = (field: FilterField) => ({
      values: choicesOf(projects ?? [], field),
      countOf: projects && countValues(projects, field),
    })
    return { ecosystem: choicesOfField('ecosystem'), vertical: choicesOfField('vertical') }
  }, [projects])
  // Other parameters of the address, such as those of a payment, are dropped.
  const change = (next: Partial<ProjectFilters>) =>
    void navigate({ search: (now) => v.parse(ProjectFilters, { ...now, ...next }), replace: true, resetScroll: false })

  return (
    <div className="frame pt-8 sm:pt-12">
      <PageHeading
        title="Marketplace"
        lead="Projects that are raising or will be. One vote per verified account."
        action={<ListProjectNow user={user} />}
      />
      <FilterBar filters={filters} choices={choices} found={found?.length} onChange={change} />
      <p role="status" className="sr-only">
        {found && `${found.length} ${found.length === 1 ? 'project' : 'projects'}`}
      </p>
      {found ? (
        <ProjectGrid projects={found} votes={votes} onVote={vote} filters={filters} onChange={change} />
      ) : isOffline ? (
        <NotHereYet thing="The marketplace" opening={<ProjectGridSkeleton />} />
      ) : (
        <ProjectGridSkeleton />
      )}
      <WhatsNext user={user} />
      {hint}
    </div>
  )
}

/**
 * The vote count that each project had when it was first listed here. A vote changes a number but not the position of a card,
 * because moving cards cause accidental clicks. Another `list` starts over.
 */
function useStableOrder(list: string): (project: Project) => number {
  return useMemo(() => startOrder(list), [list])
}

function startOrder(_list: string) {
  const counts = new Map<string, number>()
  return ({ id, voteCount }: Project) => {
    const first = counts.get(id) ?? voteCount
    counts.set(id, first)
    return first
  }
}
