import { formatCents } from '#shared/money.ts'
import type { AdminDispute, AdminDisputes, AdminRefund, AdminWarning } from '#shared/refunds/admin.ts'
import { dismissWarning, refundByAdmin } from '#web/features/admin/api.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { DueBadge } from '#web/features/admin/due-badge.tsx'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { buyerLabel, PurchaseFacts } from './purchase-facts.tsx'

type Line = { isOpen: boolean; toggle: () => void; panelId: string }
type Deciding = Pick<QueueProps, 'busyWith' | 'ask'> & { settle: Settle; refunds: AdminRefund[] }

export const isAnswerable = ({ status, dueAt }: Pick<AdminDispute, 'status' | 'dueAt'>) =>
  status === 'open' || status === 'inquiry' || (status === 'appealed' && dueAt !== null)

/**
 * Disputes that banks raised against payments. They are answered in the card provider's dashboard, with the evidence shown here.
 */
export function DisputesQueue({ disputes, warnings, ...queue }: AdminDisputes & Deciding) {
  const closed = disputes.filter((one) => !isAnswerable(one))
  return (
    <>
      <QueueList title="Open" items={disputes.filter(isAnswerable)} empty="No open disputes.">
        {(dispute, line) => <Dispute dispute={dispute} line={line} />}
      </QueueList>
      <QueueList title="Fraud warnings" items={warnings.filter(({ isOpen }) => isOpen)} empty="No open fraud warnings.">
        {(warning, line) => <Warning warning={warning} line={line} {...queue} />}
      </QueueList>
      <QueueList title="Closed disputes" isDone items={closed} empty="None yet.">
        {(dispute, line) => <Dispute dispute={dispute} line={line} />}
      </QueueList>
      <QueueList title="Earlier warnings" isDone items={warnings.filter(({ isOpen }) => !isOpen)} empty="None yet.">
        {(warning, line) => <Warning warning={warning} line={line} {...queue} />}
      </QueueList>
    </>
  )
}

const states = {
  inquiry: 'Inquiry',
  closed: 'Inquiry closed',
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  appealed: 'Lost, appealed',
  prevented: 'Refunded by the network',
} as const
/** `made_with_stolen_card` with spaces. */
const spaced = (code: string) => code.replaceAll('_', ' ')

function Dispute({ dispute, line }: { dispute: AdminDispute; line: Line }) {
  const { status, dueAt, disputedAmount, reason, openedAt, evidence } = dispute
  const buyer = buyerLabel(dispute)
  return (
    <QueueRow
      {...line}
      name={`${formatCents(disputedAmount)} disputed by the bank of ${buyer}`}
      portrait={null}
      detail={`${spaced(reason)} · ${dispute.title}`}
      badges={
        <>
          <Badge tone={status === 'lost' || status === 'appealed' ? 'red' : status === 'won' ? 'green' : 'plain'}>
            {states[status]}
          </Badge>
          {isAnswerable(dispute) && dueAt && <DueBadge what="Evidence" dueAt={dueAt} />}
          <Badge>{formatDateTime(openedAt)}</Badge>
        </>
      }
      actions={<CopyButton text={evidence} thing="Evidence" />}
    >
      <div className="mt-5 grid gap-8 rounded-box border border-rule bg-sheet p-5 sm:p-7 lg:grid-cols-2">
        <div>
          <h3 className="column-head mb-2 font-sans">Evidence</h3>
          <p className="text-sm leading-relaxed break-words whitespace-pre-line" dir="auto">
            {evidence}
          </p>
        </div>
        <PurchaseFacts {...dispute} />
      </div>
    </QueueRow>
  )
}

function Warning({ warning, line, settle, busyWith, ask, refunds }: { warning: AdminWarning; line: Line } & Deciding) {
  const { id, orderId, fraudType, warnedAt, isOpen } = warning
  const buyer = buyerLabel(warning)
  const amount = formatCents(warning.amount)
  const request = refunds.find((one) => one.orderId === orderId)
  const refund = () =>
    ask({
      draftId: `admin:refund:${orderId}`,
      title: 'Refund proactively',
      text: `${amount} will be refunded before the bank disputes the payment. ${buyer} loses access to the purchase and is notified.`,
      label: 'Message to the buyer',
      action: `Refund ${amount}`,
      isOptional: true,
      onDecide: (note) =>
        settle(
          {
            ...{ targetId: id, title: 'Approved', sentence: `${amount} will be refunded to ${buyer}.` },
            version: request ? request.version : null,
          },
          (seen) => refundByAdmin({ id: orderId, version: seen }, note),
        ),
    })
  const leave = () =>
    void settle({ targetId: id, title: 'Dismissed', sentence: `The payment by ${buyer} is unchanged.` }, () => dismissWarning(id))
  return (
    <QueueRow
      {...line}
      name={`${amount} of ${buyer}`}
      portrait={null}
      detail={`${spaced(fraudType)} · ${warning.title}`}
      badges={
        <>
          <Badge tone={isOpen ? 'red' : 'plain'}>Fraud warning</Badge>
          <Badge>{formatDateTime(warnedAt)}</Badge>
          {!isOpen && <Badge>{warning.orderStatus === 'paid' ? 'Dismissed or in progress' : warning.orderStatus}</Badge>}
        </>
      }
      actions={
        isOpen && (
          <>
            <Button isBusy={busyWith === id} aria-keyshortcuts="a" aria-label={`Refund ${amount} to ${buyer}`} onClick={refund}>
              Refund
            </Button>
            <Button
              variant="outline"
              disabled={busyWith === id}
              aria-keyshortcuts="d"
              aria-label={`Dismiss: the payment by ${buyer}`}
              onClick={leave}
            >
              Dismiss
            </Button>
          </>
        )
      }
    >
      <div className="mt-5 rounded-box border border-rule bg-sheet p-5 sm:p-7">
        <p className="mb-6 text-soft">
          The card network reports this payment as fraud. No money has moved yet. Most such payments are disputed within weeks,
          and a dispute costs a fee. A refund does not.
        </p>
        {request?.reason && (
          <div className="mb-6">
            <h3 className="column-head mb-2 font-sans">Refund request, {formatDateTime(request.requestedAt)}</h3>
            <LongText text={request.reason} />
          </div>
        )}
        <PurchaseFacts {...warning} />
      </div>
    </QueueRow>
  )
}
