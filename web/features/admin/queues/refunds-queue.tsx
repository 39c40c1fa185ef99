import { formatCents } from '#shared/money.ts'
import type { AdminRefund } from '#shared/refunds/admin.ts'
import { isOverCap, REFUND_CAP } from '#shared/refunds/cap.ts'
import { approveRefund, rejectRefund } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DueBadge } from '#web/features/admin/due-badge.tsx'
import { WorkList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { EntryLine } from '#web/features/admin/queue-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { buyerLabel, PurchaseFacts } from './purchase-facts.tsx'

type Line = { isOpen: boolean; toggle: () => void; panelId: string }
type Deciding = Pick<QueueProps, 'busyWith' | 'ask'> & { settle: Settle }

/** Requests that wait for a decision or for the money. */
export const isUndecided = ({ status }: AdminRefund) => status === 'requested' || status === 'failed'

/** Refund requests. A sent refund is pending until the card provider confirms its arrival. */
export function RefundsQueue({ refunds, ...queue }: { refunds: AdminRefund[] } & Deciding) {
  const list = (items: AdminRefund[]) => ({
    items,
    children: (refund: AdminRefund, line: Line) => <Refund refund={refund} line={line} {...queue} />,
  })
  return (
    <>
      <WorkList
        title="To be decided"
        empty="Nobody waits for an answer about their money."
        {...list(refunds.filter(isUndecided))}
      />
      <WorkList
        title="On its way"
        empty="Nothing is under way."
        {...list(refunds.filter(({ status }) => status === 'approved'))}
      />
      <WorkList
        title="Done"
        isDone
        empty="None yet."
        {...list(refunds.filter(({ status }) => status === 'refunded' || status === 'rejected'))}
      />
    </>
  )
}

const labels = {
  requested: 'Requested',
  approved: 'Approved',
  refunded: 'Refunded',
  rejected: 'Declined',
  failed: 'Failed',
} as const

function Refund({ refund, line, settle, busyWith, ask }: { refund: AdminRefund; line: Line } & Deciding) {
  const { id, version, status, title, reason, note, alert, refundsBefore, orderStatus } = refund
  const buyer = buyerLabel(refund)
  const amount = formatCents(refund.amount)
  const isDisputed = orderStatus === 'disputed'
  const isRules = refund.ruleReason !== undefined && refund.ruleReason !== null
  const needsWord = refund.origin === 'buyer' && !isRules && isOverCap(refundsBefore)
  const mayReject = status === 'requested' || (status === 'failed' && orderStatus === 'paid')
  const mayApprove = orderStatus === 'paid' && (isUndecided(refund) || status === 'rejected')

  const approve = () =>
    ask({
      title: status === 'failed' ? 'Send the money again' : 'Give the money back',
      text: `${amount} go back to the card of ${buyer}, and what was bought leaves every device with it. This cannot be taken back.`,
      label: 'A line for the buyer',
      action: `Refund ${amount}`,
      isOptional: true,
      ...(needsWord && {
        choice: `They have had ${refundsBefore} refunds within a year. Refund this one as well.`,
        mustChoose: true,
      }),
      onDecide: (line, isChosen) =>
        settle({ targetId: id, version, title: 'Approved', sentence: `${amount} are on their way to ${buyer}.` }, (seen) =>
          approveRefund({ id, version: seen }, line, isChosen),
        ),
    })
  const reject = () =>
    ask({
      title: 'Decline the refund',
      text: `${buyer} keeps what was bought, and reads your reason.`,
      label: 'Reason',
      action: 'Decline',
      isDanger: true,
      onDecide: (why) =>
        settle({ targetId: id, version, title: 'Declined', sentence: `${buyer} is told why.` }, (seen) =>
          rejectRefund({ id, version: seen }, why),
        ),
    })

  return (
    <EntryLine
      {...line}
      name={`${amount} to ${buyer}`}
      portrait={{ name: buyer, src: null }}
      detail={reason || (refund.origin === 'team' ? 'Given back by the team' : 'Without words')}
      badges={
        <>
          <Badge tone={status === 'failed' ? 'red' : 'plain'}>{labels[status]}</Badge>
          {status === 'requested' && <DueBadge what="Answer" dueAt={refund.replyDueAt} />}
          {(status === 'requested' || status === 'approved' || status === 'failed') && (
            <DueBadge what="Money" dueAt={refund.refundDueAt} />
          )}
          {isDisputed && <Badge tone="red">In dispute</Badge>}
          {needsWord && isUndecided(refund) && <Badge tone="red">{refundsBefore} refunds within a year</Badge>}
          {(refund.report || refund.contest) && <Badge tone="red">{refund.contest ? 'Contested' : 'Reported'}</Badge>}
          {refund.firstViewedAt && <Badge>Contact seen</Badge>}
        </>
      }
      actions={
        (mayApprove || mayReject) && (
          <>
            {mayApprove && (
              <Button
                variant={status === 'rejected' ? 'outline' : 'ink'}
                isBusy={busyWith === id}
                aria-keyshortcuts="a"
                aria-label={`${status === 'failed' ? 'Try again: refund' : 'Refund'} ${amount} to ${buyer}: ${title}`}
                onClick={approve}
              >
                {status === 'failed' ? 'Try again' : 'Refund'}
              </Button>
            )}
            {mayReject && (
              <Button
                variant="danger"
                disabled={busyWith === id}
                aria-keyshortcuts="d"
                aria-label={`Decline the refund to ${buyer}: ${title}`}
                onClick={reject}
              >
                Decline
              </Button>
            )}
          </>
        )
      }
    >
      <div className="mt-5 grid gap-8 rounded-box border border-rule bg-sheet p-5 sm:p-7 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          {alert && (
            <Notice tone="red" title="The refund did not go through">
              {alert}
            </Notice>
          )}
          {isDisputed && <Notice title="A bank is deciding">Nothing can be sent back beside an open dispute.</Notice>}
          <div>
            <h3 className="column-head mb-2 font-sans">What they wrote, {formatDateTime(refund.requestedAt)}</h3>
            {reason ? <LongText text={reason} /> : <p className="text-soft">Nothing.</p>}
          </div>
          {refund.ruleReason && (
            <div>
              <h3 className="column-head mb-2 font-sans">What was on record before</h3>
              <LongText text={refund.ruleReason} />
            </div>
          )}
          {refund.report && (
            <p>
              The {refund.report.missing === 'founder' ? 'investor' : 'founder'} reported on {formatDateTime(refund.report.at)}{' '}
              that the {refund.report.missing} did not come.
            </p>
          )}
          {refund.contest && (
            <div>
              <h3 className="column-head mb-2 font-sans">
                What the {refund.report?.missing ?? 'investor'} says, {formatDateTime(refund.contest.at)}
              </h3>
              <LongText text={refund.contest.reason} />
            </div>
          )}
          {note && (
            <p className="border-l-2 border-edge pl-4 whitespace-pre-line" dir="auto">
              <span className="column-head block">What we answered</span>
              {note}
            </p>
          )}
          <p className="text-sm text-soft">
            {refundsBefore === 0
              ? 'Their first refund within a year.'
              : `${refundsBefore} other ${refundsBefore === 1 ? 'refund' : 'refunds'} within a year; ${REFUND_CAP} are given without a further word.`}
          </p>
        </div>
        <PurchaseFacts {...refund} />
      </div>
    </EntryLine>
  )
}
