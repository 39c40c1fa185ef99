import { SearchX } from 'lucide-react'
import { memo } from 'react'
import type { Project } from '#shared/projects/contract.ts'
import type { LocalVote } from '#web/db/private-database.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProjectCard } from './project-card.tsx'
import { grid } from './project-grid-skeleton.tsx'
import { UpvoteButton } from './upvote-button.tsx'
import { useVoteCount } from './use-vote-count.ts'
import type { Vote } from './use-voting.tsx'
import type { OwnVotes } from './vote-queries.ts'
import { isCast } from './vote-state.ts'

type Props = { projects: Project[]; votes: OwnVotes; onVote: Vote; onClear: (() => void) | undefined }

/** Every matching project, and an empty state with an action. */
export function ProjectGrid({ projects, votes, onVote, onClear }: Props) {
  if (projects.length === 0) return <NoProjects onClear={onClear} />
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

function NoProjects({ onClear }: Pick<Props, 'onClear'>) {
  return (
    <EmptyState
      icon={<SearchX className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No projects found matching your filters."
      action={
        onClear && (
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    >
      <p>{onClear ? 'Try fewer words, or another ecosystem or vertical.' : 'No projects yet.'}</p>
    </EmptyState>
  )
}
