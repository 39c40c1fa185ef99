import { Link } from '@tanstack/react-router'
import { DEFAULT_BLOCK_DAYS } from '#shared/admin/blocks.ts'
import type { Customer, CustomerOrder } from '#shared/admin/customer.ts'
import { type AdminRole, mayCall } from '#shared/admin/rights.ts'
import { formatCents } from '#shared/money.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import { blockCard, refundByAdmin } from '#web/features/admin/api.ts'
import type { Question } from '#web/features/admin/decisions/reason-dialog.tsx'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { orderKindLabel } from '#web/features/admin/queues/money/purchase-facts.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { Entry, Section } from './section.tsx'

type Deciding = { roles: readonly AdminRole[]; settle: Settle; busyWith: string | undefined; ask: (question: Question) => void }

/** What the customer ordered. A paid order can be refunded here; one with a request is decided in its queue. */
export const OrdersSection = ({ customer: { orders, account }, ...deciding }: { customer: Customer } & Deciding) => (
  <Section title="Orders" {...orders}>
    {(order) => <Order key={order.id} order={order} ownEmail={account?.email} {...deciding} />}
  </Section>
)

function Order({
  order,
  ownEmail,
  roles,
  settle,
  busyWith,
  ask,
}: { order: CustomerOrder; ownEmail: string | undefined } & Deciding) {
  const { id, kind, title, status, refund, disputes } = order
  const amount = formatCents(order.amount)
  const refundNow = () =>
    ask({
      draftId: `admin:refund-order:${id}`,
      title: 'Refund',
      text: `${amount} will be refunded to the buyer, who loses access to the purchase. This can’t be undone.`,
      label: 'Message to the buyer',
      action: `Refund ${amount}`,
      isOptional: true,
      onDecide: (note) =>
        settle({ targetId: id, version: null, title: 'Approved', sentence: `${amount} will be refunded.` }, (seen) =>
          refundByAdmin({ id, version: seen }, note),
        ),
    })
  const blockItsCard = () =>
    ask({
      draftId: `admin:block-card:${id}`,
      title: 'Block this card',
      text: 'A payment with this card is refunded and buys nothing, on any account. This order and its access stay as they are.',
      label: 'Reason',
      missing: 'Enter a reason. Only admins see it.',
      choice: `Without an end. Otherwise it ends in ${DEFAULT_BLOCK_DAYS} days.`,
      action: 'Block card',
      isDanger: true,
      onDecide: (reason, isEndless) =>
        settle(
          { targetId: `card of ${id}`, title: 'Blocked', sentence: 'Payments with this card are refunded from now on.' },
          () => blockCard(id, { reason, days: isEndless ? null : DEFAULT_BLOCK_DAYS }),
        ),
    })
  const refundAction =
    status !== 'paid' || !mayCall(roles, 'POST /api/admin/refunds') ? undefined : refund ? (
      <Link to="/admin" search={{ queue: 'refunds' }} className="flex min-h-11 items-center underline underline-offset-4">
        Open its request
      </Link>
    ) : (
      <Button variant="outline" isBusy={busyWith === id} aria-label={`Refund ${amount}: ${title}`} onClick={refundNow}>
        Refund
      </Button>
    )
  const blockAction = order.paymentId !== null && mayCall(roles, 'POST /api/admin/orders/:id/block-card') && (
    <Button variant="quiet" isBusy={busyWith === `card of ${id}`} aria-label={`Block card: ${title}`} onClick={blockItsCard}>
      Block card
    </Button>
  )
  return (
    <Entry
      title={title}
      details={[
        orderKindLabel(kind),
        order.paidAt ? `paid ${formatDateTime(order.paidAt)}` : `ordered ${formatDateTime(order.createdAt)}`,
        order.receiptNumber !== null && receiptLabel(order.receiptNumber),
        order.receiptEmail !== ownEmail && order.receiptEmail && `receipt to ${order.receiptEmail}`,
        ...disputes.map((one) => `dispute ${one.id} of ${formatCents(one.amount)}, ${formatDateTime(one.openedAt)}`),
      ]}
      ids={[id, order.paymentId, order.checkoutId]}
      badges={
        <>
          <Badge tone="brass">{amount}</Badge>
          <Badge tone={status === 'disputed' ? 'red' : 'plain'}>{status}</Badge>
          {refund && status !== 'refunded' && <Badge>Refund {refund.status}</Badge>}
          {disputes.map((one) => (
            <Badge key={one.id} tone={one.status === 'open' ? 'red' : 'plain'}>
              Dispute {one.status}
            </Badge>
          ))}
        </>
      }
      action={
        <>
          {refundAction}
          {blockAction}
        </>
      }
    />
  )
}
