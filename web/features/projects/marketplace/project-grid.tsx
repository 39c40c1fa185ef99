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

/** Every project that matches, and a way on where none does. */
export function ProjectGrid({ projects, votes, onVote, onClear }: Props) {
  if (projects.length === 0) return <NoProjects onClear={onClear} />
  return (
    <ul className={grid}>
      {projects.map((project) => (
        // What is far below the fold is laid out when it comes near.
        <li key={project.id} className="[contain-intrinsic-size:auto_26rem] [content-visibility:auto]">
          <MarketplaceCard project={project} vote={votes.get(project.id)} onVote={onVote} />
        </li>
      ))}
    </ul>
  )
}

/** Remembered: one vote, or a letter in the search box, need not draw the others again. */
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
          onPress={(wish) => onVote(project.id, wish)}
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
      <p>{onClear ? 'Try fewer words, or another ecosystem or vertical.' : 'Nobody has published a project here yet.'}</p>
    </EmptyState>
  )
}
