import { formatCents } from '#shared/money.ts'
import type { AdminRefund } from '#shared/refunds/admin.ts'
import { isOverCap, REFUND_CAP } from '#shared/refunds/cap.ts'
import { approveRefund, rejectRefund } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DueBadge } from '#web/features/admin/due-badge.tsx'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
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
      <QueueList title="Open" empty="No open refund requests." {...list(refunds.filter(isUndecided))} />
      <QueueList title="In progress" empty="None in progress." {...list(refunds.filter(({ status }) => status === 'approved'))} />
      <QueueList
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
      draftId: `admin:refund:${id}`,
      title: status === 'failed' ? 'Retry refund' : 'Refund',
      text: `${amount} will be refunded to ${buyer}, who loses access to the purchase. This can’t be undone.`,
      label: 'Message to the buyer',
      action: `Refund ${amount}`,
      isOptional: true,
      ...(needsWord && {
        choice: `This buyer had ${refundsBefore} refunds within a year. Refund anyway.`,
        mustChoose: true,
      }),
      onDecide: (line, isChosen) =>
        settle({ targetId: id, version, title: 'Approved', sentence: `${amount} will be refunded to ${buyer}.` }, (seen) =>
          approveRefund({ id, version: seen }, line, isChosen),
        ),
    })
  const reject = () =>
    ask({
      draftId: `admin:decline:${id}`,
      title: 'Decline the refund',
      text: `${buyer} keeps the purchase and is sent your reason.`,
      label: 'Reason',
      action: 'Decline',
      isDanger: true,
      onDecide: (why) =>
        settle({ targetId: id, version, title: 'Declined', sentence: `${buyer} was sent the reason.` }, (seen) =>
          rejectRefund({ id, version: seen }, why),
        ),
    })

  return (
    <QueueRow
      {...line}
      name={`${amount} to ${buyer}`}
      portrait={{ name: buyer, src: null }}
      detail={reason || (refund.origin === 'team' ? 'Refunded by the team' : 'No message')}
      badges={
        <>
          <Badge tone={status === 'failed' ? 'red' : 'plain'}>{labels[status]}</Badge>
          {status === 'requested' && <DueBadge what="Reply" dueAt={refund.replyDueAt} />}
          {(status === 'requested' || status === 'approved' || status === 'failed') && (
            <DueBadge what="Refund" dueAt={refund.refundDueAt} />
          )}
          {isDisputed && <Badge tone="red">In dispute</Badge>}
          {needsWord && isUndecided(refund) && <Badge tone="red">{refundsBefore} refunds within a year</Badge>}
          {(refund.report || refund.contest) && <Badge tone="red">{refund.contest ? 'Contested' : 'Reported'}</Badge>}
          {refund.firstViewedAt && <Badge>Contact viewed</Badge>}
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
            <Notice tone="red" title="The refund failed">
              {alert}
            </Notice>
          )}
          {isDisputed && <Notice title="Dispute open">You can’t refund while a dispute is open.</Notice>}
          <div>
            <h3 className="column-head mb-2 font-sans">Message, {formatDateTime(refund.requestedAt)}</h3>
            {reason ? <LongText text={reason} /> : <p className="text-soft">Nothing.</p>}
          </div>
          {refund.ruleReason && (
            <div>
              <h3 className="column-head mb-2 font-sans">Previous status</h3>
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
              <span className="column-head block">Our reply</span>
              {note}
            </p>
          )}
          <p className="text-sm text-soft">
            {refundsBefore === 0
              ? 'Their first refund within a year.'
              : `${refundsBefore} other ${refundsBefore === 1 ? 'refund' : 'refunds'} within a year. More than ${REFUND_CAP} need confirmation.`}
          </p>
        </div>
        <PurchaseFacts {...refund} />
      </div>
    </QueueRow>
  )
}
