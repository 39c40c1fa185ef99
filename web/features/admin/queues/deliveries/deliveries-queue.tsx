import type { ReactNode } from 'react'
import type { AdminDeliveries, FailedKind, FailedMail, FailingJob, RetryDelivery } from '#shared/admin/deliveries.ts'
import { formatCount } from '#shared/format/count.ts'
import { retryDelivery } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { RetryAll } from './retry-all.tsx'

type Props = { deliveries: AdminDeliveries; settle: Settle; busyWith: string | undefined }
type Retry = (targetId: string, request: RetryDelivery) => Promise<boolean>

/** Mails that did not arrive, and background jobs whose last run failed. */
export function DeliveriesQueue({ deliveries, settle, busyWith }: Props) {
  const { mails, mailCount, mailKinds, jobs, jobCount, jobKinds } = deliveries
  const retry: Retry = (targetId, request) =>
    settle({ targetId, title: 'Retrying', sentence: 'What fails again is back in this list.' }, () => retryDelivery(request))
  const retryAll = (what: 'mails' | 'jobs', kinds: FailedKind[]) => (
    <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {kinds
        .filter(({ count }) => count > 1)
        .map((of) => (
          <RetryAll key={of.kind} of={of} what={what} retry={(id) => retry(id, { what, kind: of.kind })} busyWith={busyWith} />
        ))}
    </div>
  )
  return (
    <>
      <QueueList
        title="Failed mails"
        items={mails}
        cutAt={mailCount > mails.length ? mails.length : undefined}
        empty="No mail failed in the last 30 days."
        action={retryAll('mails', mailKinds)}
      >
        {(mail) => <MailLine mail={mail} retry={retry} busyWith={busyWith} />}
      </QueueList>
      <QueueList
        title="Failing jobs"
        items={jobs}
        cutAt={jobCount > jobs.length ? jobs.length : undefined}
        empty="Every job completed its last run."
        action={retryAll('jobs', jobKinds)}
      >
        {(job) => <JobLine job={job} retry={retry} busyWith={busyWith} />}
      </QueueList>
    </>
  )
}

const failures: Record<string, string> = {
  rejected: 'Rejected',
  bounced: 'Came back',
  suppressed: 'Address suppressed',
  expired: 'Expired',
  unreachable: 'Not delivered in three days',
}

const notSentAgain = {
  possible: undefined,
  'secret-gone': 'It had a one-time secret, whose text is deleted. The reader asks for a new one.',
  delivered: 'It was delivered before it came back, so it is not sent again.',
}

type LineProps = { retry: Retry; busyWith: string | undefined }

function MailLine({ mail, retry, busyWith }: { mail: FailedMail } & LineProps) {
  const { id, template, recipient, failure, reason, failedAt, sentAgain } = mail
  return (
    <Line
      name={template}
      to={recipient}
      badge={failures[failure ?? ''] ?? 'Failed'}
      texts={[reason, notSentAgain[sentAgain]]}
      when={<time dateTime={failedAt}>{formatDateTime(failedAt)}</time>}
    >
      {sentAgain === 'possible' && (
        <Button
          variant="outline"
          aria-keyshortcuts="r"
          aria-label={`Send again: ${template} to ${recipient}`}
          isBusy={busyWith === id}
          onClick={() => retry(id, { what: 'mail', id })}
        >
          Send again
        </Button>
      )}
    </Line>
  )
}

function JobLine({ job, retry, busyWith }: { job: FailingJob } & LineProps) {
  const { id, kind, attempts, isScheduled, error, nextRunAt, isRunning } = job
  return (
    <Line
      name={kind}
      badge={isScheduled ? 'Recurring' : `Attempt ${formatCount(attempts)}`}
      texts={[error]}
      when={isRunning ? 'Running now' : <>Next run {<time dateTime={nextRunAt}>{formatDateTime(nextRunAt)}</time>}</>}
    >
      <Button
        variant="outline"
        aria-keyshortcuts="r"
        aria-label={`Run now: ${kind}`}
        disabled={isRunning}
        isBusy={busyWith === id}
        onClick={() => retry(id, { what: 'job', id })}
      >
        Run now
      </Button>
    </Line>
  )
}

type Shown = {
  name: string
  to?: string
  badge: string
  texts: (string | null | undefined)[]
  when: ReactNode
  children: ReactNode
}

function Line({ name, to, badge, texts, when, children }: Shown) {
  return (
    <article aria-label={name} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_20rem]">
        {/* The keys of the list move between these. */}
        <p data-line tabIndex={-1} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 break-words outline-offset-4">
          <span className="font-serif text-xl">{name}</span>
          {to && (
            <span className="text-soft break-all" dir="auto">
              {to}
            </span>
          )}
          <Badge>{badge}</Badge>
        </p>
        {texts.map(
          (text) =>
            text && (
              <p key={text} className="text-sm break-words text-soft" dir="auto">
                {text}
              </p>
            ),
        )}
      </div>
      <span className="text-sm text-soft">{when}</span>
      {children}
    </article>
  )
}
