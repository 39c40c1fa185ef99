import { useState } from 'react'
import type { UserId } from '#shared/ids.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { AccountRecovery } from './account-recovery.tsx'
import { ApplicationsQueue } from './applications-queue.tsx'
import { AuditLog } from './audit-log.tsx'
import { BooksQueue } from './books-queue.tsx'
import { Counts } from './counts.tsx'
import { DisputesQueue } from './disputes-queue.tsx'
import { ImportsQueue } from './imports-queue.tsx'
import { IntrosQueue } from './intros-queue.tsx'
import { hasKeys, KeysHint } from './keys-hint.tsx'
import { LastDecision } from './last-decision.tsx'
import { NeedsConnection } from './needs-connection.tsx'
import { PayoutsQueue } from './payouts-queue.tsx'
import { ProfilesQueue } from './profiles-queue.tsx'
import { ProjectsQueue } from './projects-queue.tsx'
import { QueueLinks } from './queue-links.tsx'
import type { Queue } from './queues.ts'
import { type Question, ReasonDialog } from './reason-dialog.tsx'
import { RefundsQueue } from './refunds-queue.tsx'
import { RefusedPage } from './refused-page.tsx'
import { TicketsQueue } from './tickets-queue.tsx'
import { useDecision, type WithProof } from './use-decision.ts'
import { useQueues } from './use-queues.ts'

/** Everything that waits for an admin, a section per queue. Never from a copy: what is decided here holds for everybody. */
export function AdminPage({ self, queue, withProof }: { self: UserId; queue: Queue; withProof: WithProof }) {
  const isOnline = useOnline()
  const { state, reload } = useQueues(isOnline)
  const { decide, settle, takeBack, last, dismiss, busyWith } = useDecision(self, reload, withProof)
  const [question, setQuestion] = useState<Question>()
  const props = { decide, busyWith, ask: setQuestion }

  if (state.kind === 'refused') return <RefusedPage {...state} onTryAgain={reload} />
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading title="Review" lead="Every decision is on record." />
      {state.kind === 'loading' && <QueuesLoading />}
      {state.kind === 'unreachable' && <NeedsConnection isOnline={isOnline} onTryAgain={reload} />}
      {state.kind === 'ready' && (
        <>
          <Counts vcs={state.queues.vcs} />
          <QueueLinks queues={state.queues} current={queue} />
          {last && (
            <LastDecision
              decided={last}
              isBusy={busyWith === last.targetId}
              onTakeBack={() => takeBack(last)}
              onDismiss={dismiss}
            />
          )}
          {queue === 'applications' && <ApplicationsQueue vcs={state.queues.vcs} {...props} />}
          {queue === 'projects' && <ProjectsQueue projects={state.queues.projects} {...props} />}
          {queue === 'introductions' && <IntrosQueue intros={state.queues.intros} {...props} />}
          {queue === 'profiles' && <ProfilesQueue profiles={state.queues.profiles} settle={settle} busyWith={busyWith} />}
          {queue === 'refunds' && <RefundsQueue refunds={state.queues.refunds} settle={settle} {...props} />}
          {queue === 'disputes' && (
            <DisputesQueue {...state.queues.doubts} refunds={state.queues.refunds} settle={settle} {...props} />
          )}
          {queue === 'tickets' && <TicketsQueue tickets={state.queues.tickets} settle={settle} busyWith={busyWith} />}
          {queue === 'payouts' && <PayoutsQueue payouts={state.queues.payouts} settle={settle} busyWith={busyWith} />}
          {queue === 'books' && <BooksQueue {...state.queues.books} />}
          {queue === 'imports' && <ImportsQueue imports={state.queues.imports} {...props} />}
          {queue === 'accounts' && <AccountRecovery settle={settle} busyWith={busyWith} />}
          {queue === 'audit' && <AuditLog {...props} />}
          {hasKeys(queue) && <KeysHint queue={queue} />}
        </>
      )}
      {question && <ReasonDialog question={question} isOnline={isOnline} onClose={() => setQuestion(undefined)} />}
    </div>
  )
}

const QueuesLoading = () => (
  <div aria-busy="true">
    <span className="sr-only" role="status">
      Loading the queues
    </span>
    <Skeleton className="mb-8 h-24 w-full" />
    <Skeleton className="mb-8 h-11 w-96 max-w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
)
