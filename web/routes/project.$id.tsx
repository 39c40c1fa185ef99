import { createFileRoute } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import * as v from 'valibot'
import { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import { projectTitle } from '#shared/projects/title.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { useProject } from '#web/features/directory/funds-and-projects.ts'
import { useOwnDraft, usePerformance } from '#web/features/projects/editor/own-project-queries.ts'
import { NotHereYet } from '#web/features/projects/marketplace/not-synced-yet.tsx'
import { UpvoteButton } from '#web/features/projects/marketplace/upvote-button.tsx'
import { useVoteCount } from '#web/features/projects/marketplace/use-vote-count.ts'
import { useVoting } from '#web/features/projects/marketplace/use-voting.tsx'
import { useVotes } from '#web/features/projects/marketplace/vote-queries.ts'
import { isCast } from '#web/features/projects/marketplace/vote-state.ts'
import { GetInTouch } from '#web/features/projects/page/get-in-touch.tsx'
import { PerformanceStrip } from '#web/features/projects/page/performance-strip.tsx'
import { ProjectHeader } from '#web/features/projects/page/project-header.tsx'
import { ProjectMissing } from '#web/features/projects/page/project-missing.tsx'
import { ProjectSections } from '#web/features/projects/page/project-sections.tsx'
import { ShareButton } from '#web/features/projects/page/share-button.tsx'
import { useUnlisted } from '#web/features/projects/page/use-unlisted.ts'
import { countVisit } from '#web/net/tab/count-views.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { ProfileSkeleton } from '#web/ui/profile-skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'

// Few readers report a project.
const ReportDialog = lazyPart(() => loadChunk(() => import('#web/features/projects/page/report-dialog.tsx')), closeUnloaded)

export const Route = createFileRoute('/project/$id')({ component: ProjectRoute })

function ProjectRoute() {
  const { id } = Route.useParams()
  const read = v.safeParse(ProjectId, id)
  return (
    <div className="frame pt-6 pb-16">
      <BackLink to="/scout">Marketplace</BackLink>
      <div className="mt-2">{read.success ? <Page key={read.output} id={read.output} /> : <ProjectMissing />}</div>
    </div>
  )
}

function Page({ id }: { id: ProjectId }) {
  const listed = useProject(id)
  const draft = useOwnDraft(id)
  const unlisted = useUnlisted(id, listed === null && draft === null, useOnline())
  const isOffline = useIsOffline()
  if (listed) return <ProjectPage key={id} project={listed} isDraft={false} />
  if (draft) return <ProjectPage key={id} project={draft} isDraft />
  const opening = <ProfileSkeleton label="Loading project" subtitle="w-4/5" lineCount={10} aside="h-48" />
  if (listed === undefined && isOffline) return <NotHereYet thing="This project" opening={opening} />
  if (listed === undefined || draft === undefined || unlisted === undefined) return opening
  if (unlisted === 'missing' || unlisted === 'unreached') return <ProjectMissing isUnreached={unlisted === 'unreached'} />
  return <ProjectPage key={id} project={unlisted} isDraft={!unlisted.isPublished} />
}

function ProjectPage({ project, isDraft }: { project: Project; isDraft: boolean }) {
  const { id } = project
  const user = useUser()
  const performance = usePerformance(id)
  const vote = useVotes().get(id)
  const voteCount = useVoteCount(project, vote)
  const { vote: castVote, hint } = useVoting(user)
  const isOffline = useIsOffline()
  const [isReporting, setReporting] = useState(false)
  const name = projectTitle(project)
  usePageTitle(name)

  const isOthers = performance === null && !isDraft
  useEffect(() => {
    if (isOthers) countVisit({ subject: 'project', id, kind: 'view' })
  }, [id, isOthers])

  return (
    <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="lg:col-span-2">
        <ProjectHeader
          project={project}
          isDraft={isDraft}
          voteCount={voteCount}
          actions={
            !isDraft && (
              <>
                <ShareButton project={project} />
                {!performance && <UpvoteButton name={name} isCast={isCast(vote)} onPress={(wish) => castVote(id, wish)} />}
              </>
            )
          }
        />
      </div>
      <aside className="mt-6 lg:order-2 lg:mt-8" aria-label="Contact">
        <div className="grid gap-4 lg:sticky lg:top-24">
          {performance && <PerformanceStrip performance={performance} isPublished={!isDraft} />}
          <GetInTouch project={project} onContact={() => isOthers && countVisit({ subject: 'project', id, kind: 'contact' })} />
        </div>
      </aside>
      <div className="min-w-0">
        <ProjectSections project={project} />
        {isOthers && (
          <Button variant="quiet" className="mt-4 -ml-4 text-soft" onClick={() => setReporting(true)}>
            <Flag className="size-4" aria-hidden="true" />
            Report this project
          </Button>
        )}
      </div>
      {isReporting && (
        <Suspense>
          <ReportDialog id={id} name={name} isOffline={isOffline} onClose={() => setReporting(false)} />
        </Suspense>
      )}
      {hint}
    </div>
  )
}
