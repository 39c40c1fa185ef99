import { useState } from 'react'
import { formatCents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { MAX_REASON_LENGTH, type RefundEntry } from '#shared/refunds/contract.ts'
import { REFUND_PROMISE } from '#shared/refunds/guarantee.ts'
import { TextDialog } from '#web/forms/text-dialog.tsx'
import { messageOfFailure } from '#web/payments/failures.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { askRefund } from './api.ts'
import { complaintTexts } from './complaint-texts.ts'
import { dayOf } from './refund-state.ts'

type Props = { order: OrderEntry; isOffline: boolean; onAsked: (refund: RefundEntry) => void; onClose: () => void }

/** The buyer's complaint. The text remains while there is no connection, and after a rejection. */
export function RefundDialog({ order, isOffline, onAsked, onClose }: Props) {
  const [problem, setProblem] = useState<string>()

  const ask = async (reason: string) => {
    setProblem(undefined)
    try {
      const refund = await askRefund({ orderId: order.id, reason })
      toast({ title: 'Refund requested', description: `We reply by ${dayOf(refund.replyDueAt)}.` })
      onAsked(refund)
      return true
    } catch (failure) {
      setProblem(messageOfFailure(failure, 'Couldn’t reach the server. Your text is still here. Please try again.'))
      return false
    }
  }

  return (
    <TextDialog
      draftId={`refund:${order.id}`}
      title="Request a refund"
      field={{
        label: 'What went wrong?',
        hint: complaintTexts[order.kind].hint,
        rows: 4,
        maxLength: MAX_REASON_LENGTH,
      }}
      missing="Describe what went wrong."
      below={
        <>
          <p className="text-sm text-soft">{REFUND_PROMISE} You lose access to the purchase once the refund is issued.</p>
          {problem && <Notice tone="red">{problem}</Notice>}
          {isOffline && <Notice title="You are offline">Your text stays here until you reconnect.</Notice>}
        </>
      }
      action="Request a refund"
      busyAction="Sending..."
      canSend={!isOffline}
      onSend={ask}
      onClose={onClose}
    >
      <p className="flex items-baseline justify-between gap-4 border-b border-rule pb-4">
        <span className="min-w-0 break-words" dir="auto">
          {order.title}
        </span>
        <span className="font-serif text-2xl text-brass tabular-nums">{formatCents(order.amount)}</span>
      </p>
    </TextDialog>
  )
}
