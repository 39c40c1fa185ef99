import { useDeferredValue, useState } from 'react'
import { MAX_REPORTS, MAX_TURNED_DOWN, MAX_VERIFIED, MAX_WAITING } from '#shared/admin/bounds.ts'
import type { AdminProject, ReviewProject } from '#shared/admin/projects.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { reviewProject } from '#web/features/admin/api.ts'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { cutAt, filterByTerms } from '#web/features/admin/sort-applications.ts'
import { Badge, VerifiedBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ProjectProfile } from './project-profile.tsx'

const textOf = (project: AdminProject) => [
  ...[project.companyName, project.description, project.oneLineDescription, project.founderName, project.email],
  ...[project.ecosystem, project.vertical, project.owner?.email],
]

/** Projects that are or were on the marketplace, for review. */
export function ProjectsQueue({ projects, ...queue }: { projects: AdminProject[] } & QueueProps) {
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const matches = filterByTerms(projects, deferred, textOf)
  const noMatch = deferred.trim() ? 'No projects match your search.' : undefined
  const groups = [
    ['Under Review', 'under review', MAX_WAITING, 'No projects under review.'],
    ['Verified', 'verified', MAX_VERIFIED, 'None yet.'],
    ['Rejected', 'rejected', MAX_TURNED_DOWN, 'None.'],
  ] as const
  return (
    <>
      <SearchField
        label="Search projects"
        placeholder="Name, founder, ecosystem or keyword"
        value={query}
        onChange={setQuery}
        className="mb-6 sm:max-w-md"
      />
      {groups.map(([title, status, most, empty]) => (
        <QueueList
          key={status}
          isDone={status !== 'under review'}
          title={title}
          cutAt={cutAt(
            projects.filter((project) => project.status === status),
            most,
          )}
          items={matches.filter((project) => project.status === status)}
          empty={noMatch ?? empty}
        >
          {(project, line) => <ReviewedProject project={project} line={line} {...queue} />}
        </QueueList>
      ))}
    </>
  )
}

/** The number of listed reports is limited. */
const reported = ({ reports: { length } }: AdminProject) => `Reported ${length}${length >= MAX_REPORTS ? ' or more' : '×'}`

type Line = { isOpen: boolean; toggle: () => void; panelId: string }

function ReviewedProject({ project, line, decide, busyWith, ask }: { project: AdminProject; line: Line } & QueueProps) {
  const { id, version: seen, status } = project
  const name = projectTitle(project)
  const isBusy = busyWith === id
  const review = (title: string, sentence: string, decision: Omit<ReviewProject, 'version'>) =>
    decide({ targetId: id, version: seen, title, sentence }, (version) => reviewProject({ id, version }, decision))

  const reject = () =>
    ask({
      draftId: `admin:reject:${project.id}`,
      title: `Reject ${name}`,
      text: 'The project is removed from the marketplace. The founder is emailed the reason.',
      label: 'Reason',
      action: 'Reject',
      isDanger: true,
      onDecide: (reason) => review('Rejected', `${name} was rejected.`, { status: 'rejected', reason }),
    })

  return (
    <QueueRow
      {...line}
      name={name}
      portrait={{ name, src: project.logoUrl }}
      detail={project.oneLineDescription ?? project.description}
      badges={
        <>
          {project.reports.length > 0 && <Badge tone="red">{reported(project)}</Badge>}
          {status === 'verified' && <VerifiedBadge />}
          {status === 'rejected' && <Badge tone="red">Rejected</Badge>}
          {!project.isPublished && (
            <Badge tone="red">{project.isWithdrawn ? 'Taken off by its founder' : 'Off the marketplace'}</Badge>
          )}
          {[project.projectStage, project.ecosystem, project.vertical].map((term) => term && <Badge key={term}>{term}</Badge>)}
        </>
      }
      actions={
        <>
          {status !== 'verified' && (
            <Button
              isBusy={isBusy}
              aria-keyshortcuts="a"
              aria-label={`Verify ${name}`}
              onClick={() => review('Verified', `${name} is verified.`, { status: 'verified' })}
            >
              Verify
            </Button>
          )}
          {status !== 'under review' && (
            <Button
              variant="outline"
              isBusy={isBusy}
              aria-keyshortcuts="u"
              aria-label={`Review again: ${name}`}
              onClick={() => review('Under review', `${name} is under review again.`, { status: 'under review' })}
            >
              Review again
            </Button>
          )}
          {status !== 'rejected' && (
            <Button variant="danger" disabled={isBusy} aria-keyshortcuts="r" aria-label={`Reject ${name}`} onClick={reject}>
              Reject
            </Button>
          )}
        </>
      }
    >
      <ProjectProfile project={project} />
    </QueueRow>
  )
}
