import { SearchX } from 'lucide-react'
import { memo } from 'react'
import type { Project } from '#shared/projects/contract.ts'
import type { LocalVote } from '#web/db/private-database.ts'
import { ClearFilters, NothingMatches } from '#web/ui/clear-filters.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { appliedFilters, isNarrowed } from './filters.ts'
import { ProjectCard } from './project-card.tsx'
import { grid } from './project-grid-skeleton.tsx'
import { NO_FILTERS, type ProjectFilters } from './search-params.ts'
import { UpvoteButton } from './upvote-button.tsx'
import { useVoteCount } from './use-vote-count.ts'
import type { Vote } from './use-voting.tsx'
import type { OwnVotes } from './vote-queries.ts'
import { isCast } from './vote-state.ts'

type Props = {
  projects: Project[]
  votes: OwnVotes
  onVote: Vote
  filters: ProjectFilters
  onChange: (change: Partial<ProjectFilters>) => void
}

/** Every matching project, and an empty state with an action. */
export function ProjectGrid({ projects, votes, onVote, filters, onChange }: Props) {
  if (projects.length === 0) return <NoProjects filters={filters} onChange={onChange} />
  return (
    <ul className={grid}>
      {projects.map((project) => (
        // Cards far below the viewport are laid out when they come near.
        <li key={project.id} className="[contain-intrinsic-size:auto_26rem] [content-visibility:auto]">
          <MarketplaceCard project={project} vote={votes.get(project.id)} onVote={onVote} />
        </li>
      ))}
    </ul>
  )
}

/** Memoised, so that one vote or a keystroke in the search box does not render the other cards again. */
const MarketplaceCard = memo(function MarketplaceCard(props: { project: Project; vote: LocalVote | undefined; onVote: Vote }) {
  const { project, vote, onVote } = props
  const count = useVoteCount(project, vote)
  return (
    <ProjectCard
      project={project}
      voteCount={count}
      upvote={
        <UpvoteButton
          name={project.companyName ?? 'Unnamed Project'}
          isCast={isCast(vote)}
          onPress={(isCast) => onVote(project.id, isCast)}
        />
      }
    />
  )
})

function NoProjects({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const words = filters.q.trim() || undefined
  const applied = appliedFilters(filters)
  const isFiltered = isNarrowed(filters)
  return (
    <EmptyState
      icon={<SearchX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No projects found matching your filters."
      action={
        isFiltered && (
          <ClearFilters
            words={words}
            applied={applied}
            onChange={onChange}
            clearWords={{ q: NO_FILTERS.q }}
            clearAll={{ ...NO_FILTERS, sort: filters.sort }}
          />
        )
      }
    >
      {isFiltered ? <NothingMatches words={words} applied={applied} /> : <p>No projects yet.</p>}
    </EmptyState>
  )
}
