import { type ReactNode, useState } from 'react'
import type { AdminRole } from '#shared/admin/rights.ts'
import type { UserId } from '#shared/ids.ts'
import { LastDecision } from '#web/features/admin/decisions/last-decision.tsx'
import { type Question, ReasonDialog } from '#web/features/admin/decisions/reason-dialog.tsx'
import { useDecision } from '#web/features/admin/decisions/use-decision.ts'
import { SearchSection } from '#web/features/admin/desk/search-section.tsx'
import { AccountRecovery } from '#web/features/admin/queues/account-recovery.tsx'
import { AccountingSection } from '#web/features/admin/queues/accounting/accounting-section.tsx'
import { AuditLog } from '#web/features/admin/queues/audit/audit-log.tsx'
import { BlockList } from '#web/features/admin/queues/blocks/block-list.tsx'
import { ClientErrors } from '#web/features/admin/queues/client-errors.tsx'
import { CompanySection } from '#web/features/admin/queues/company/company-section.tsx'
import { DeliveriesQueue } from '#web/features/admin/queues/deliveries/deliveries-queue.tsx'
import { ImportsQueue } from '#web/features/admin/queues/imports/imports-queue.tsx'
import { DisputesQueue } from '#web/features/admin/queues/money/disputes-queue.tsx'
import { LedgerChecks } from '#web/features/admin/queues/money/ledger-checks.tsx'
import { PayoutsQueue } from '#web/features/admin/queues/money/payouts-queue.tsx'
import { RefundsQueue } from '#web/features/admin/queues/money/refunds-queue.tsx'
import { NewsletterExport } from '#web/features/admin/queues/newsletter-export.tsx'
import { ApplicationsQueue } from '#web/features/admin/queues/review/applications-queue.tsx'
import { IntrosQueue } from '#web/features/admin/queues/review/intros-queue.tsx'
import { ProfileRequestsQueue } from '#web/features/admin/queues/review/profile-requests-queue.tsx'
import { ProjectsQueue } from '#web/features/admin/queues/review/projects-queue.tsx'
import { SwitchesSection } from '#web/features/admin/queues/switches/switches-section.tsx'
import { TeamSection } from '#web/features/admin/queues/team/team-section.tsx'
import { TicketsQueue } from '#web/features/admin/queues/tickets-queue.tsx'
import type { WithProof } from '#web/net/with-proof.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { Counts } from './counts.tsx'
import { ForbiddenPage, OtherRole } from './forbidden-page.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { QueueLinks } from './queue-links.tsx'
import type { QueueProps } from './queue-props.ts'
import { FIRST_QUEUE, hasQueue, QUEUES, type Queue } from './queues.ts'
import { hasKeys, ShortcutsHint } from './shortcuts-hint.tsx'
import { type Queues, useQueues } from './use-queues.ts'

type Settle = ReturnType<typeof useDecision>['settle']

type Desk = { queues: Queues; roles: readonly AdminRole[]; self: UserId; props: QueueProps; settle: Settle }

const sections: Record<Queue, (desk: Desk) => ReactNode> = {
  search: ({ self, roles }) => <SearchSection self={self} roles={roles} />,
  applications: ({ queues, props }) => <ApplicationsQueue applications={queues.applications} {...props} />,
  projects: ({ queues, props }) => <ProjectsQueue projects={queues.projects} {...props} />,
  introductions: ({ queues, props }) => <IntrosQueue intros={queues.introductions} {...props} />,
  profiles: ({ queues, props: { busyWith }, settle }) => (
    <ProfileRequestsQueue profiles={queues.profiles} settle={settle} busyWith={busyWith} />
  ),
  refunds: ({ queues, props, settle }) => <RefundsQueue refunds={queues.refunds} settle={settle} {...props} />,
  disputes: ({ queues, props, settle }) => (
    <DisputesQueue {...queues.disputes} refunds={queues.refunds} settle={settle} {...props} />
  ),
  tickets: ({ queues, props: { busyWith }, settle }) => (
    <TicketsQueue tickets={queues.tickets} settle={settle} busyWith={busyWith} />
  ),
  payouts: ({ queues, props: { busyWith }, settle }) => (
    <PayoutsQueue payouts={queues.payouts} settle={settle} busyWith={busyWith} />
  ),
  'ledger-checks': ({ queues }) => <LedgerChecks {...queues['ledger-checks']} />,
  accounting: ({ roles, props: { busyWith }, settle }) => <AccountingSection {...{ roles, settle, busyWith }} />,
  imports: ({ queues, props, settle }) => <ImportsQueue imports={queues.imports} settle={settle} {...props} />,
  'client-errors': () => <ClientErrors />,
  deliveries: ({ queues, props: { busyWith }, settle }) => (
    <DeliveriesQueue deliveries={queues.deliveries} settle={settle} busyWith={busyWith} />
  ),
  accounts: ({ props: { busyWith }, settle }) => (
    <>
      <AccountRecovery settle={settle} busyWith={busyWith} />
      <NewsletterExport settle={settle} busyWith={busyWith} />
    </>
  ),
  blocks: ({ props: { busyWith, ask }, settle }) => <BlockList {...{ settle, busyWith, ask }} />,
  audit: ({ roles, props: { decide, busyWith }, settle }) => <AuditLog {...{ roles, decide, settle, busyWith }} />,
  team: ({ self, props: { busyWith }, settle }) => <TeamSection {...{ self, settle, busyWith }} />,
  company: ({ props: { busyWith }, settle }) => <CompanySection settle={settle} busyWith={busyWith} />,
  switches: ({ props: { busyWith, ask }, settle }) => <SwitchesSection {...{ settle, busyWith, ask }} />,
}

/**
 * Everything that waits for an admin, a section per queue. It is never shown from a local copy, because a decision affects all
 * users.
 */
export function AdminPage({ self, queue, withProof }: { self: UserId; queue: Queue; withProof: WithProof }) {
  const isOnline = useOnline()
  const { state, reload } = useQueues(isOnline)
  const { decide, settle, takeBack, last, dismiss, busyWith } = useDecision(self, reload, withProof)
  const [question, setQuestion] = useState<Question>()
  const props = { decide, busyWith, ask: setQuestion }

  if (state.kind === 'refused') return <ForbiddenPage {...state} onTryAgain={reload} />
  return (
    <div className="frame pt-5 pb-16 max-sm:[&>header]:mb-5 sm:pt-12">
      <PageHeading
        title="Review"
        lead={<span className="max-sm:sr-only">Decisions are logged and sent to the person concerned.</span>}
      />
      {state.kind === 'loading' && <QueuesLoading />}
      {state.kind === 'unreachable' && <OfflineNotice isOnline={isOnline} onTryAgain={reload} />}
      {state.kind === 'ready' && (
        <>
          {hasQueue(state.roles, 'applications') && <Counts applications={state.queues.applications} />}
          <QueueLinks queues={state.queues} roles={state.roles} current={queueFor(state.roles, queue)} />
          {last && (
            <LastDecision
              decided={last}
              isBusy={busyWith === last.targetId}
              onTakeBack={() => takeBack(last)}
              onDismiss={dismiss}
            />
          )}
          <Section {...{ self, queue, props, settle }} queues={state.queues} roles={state.roles} />
        </>
      )}
      {question && <ReasonDialog question={question} isOnline={isOnline} onClose={() => setQuestion(undefined)} />}
    </div>
  )
}

/** The open queue: the first one of the roles where the address names none. */
const queueFor = (roles: readonly AdminRole[], named: Queue): Queue | undefined =>
  hasQueue(roles, named)
    ? named
    : named === FIRST_QUEUE
      ? QUEUES.find((queue) => queue !== 'search' && hasQueue(roles, queue))
      : undefined

function Section({ queue: named, ...desk }: Desk & { queue: Queue }) {
  const queue = queueFor(desk.roles, named)
  if (!queue) return <OtherRole roles={desk.roles} />
  return (
    <>
      {sections[queue](desk)}
      {hasKeys(queue) && <ShortcutsHint queue={queue} />}
    </>
  )
}

const QueuesLoading = () => (
  <div aria-busy="true">
    <span className="sr-only" role="status">
      Loading…
    </span>
    <Skeleton className="mb-8 h-24 w-full" />
    <Skeleton className="mb-8 h-11 w-96 max-w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
)
