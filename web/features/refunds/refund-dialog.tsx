import { type FormEvent, useState } from 'react'
import { formatCents } from '#shared/money.ts'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { LONGEST_REASON, type RefundEntry } from '#shared/refunds/contract.ts'
import { messageOfFailure } from '#web/payments/failures.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { askRefund } from './api.ts'
import { dayOf } from './refund-state.ts'

type Props = { order: OrderEntry; isOffline: boolean; onAsked: (refund: RefundEntry) => void; onClose: () => void }

/** The buyer's complaint. The text remains while there is no connection, and after a rejection. */
export function RefundDialog({ order, isOffline, onAsked, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return setError('Please say what went wrong.')
    setBusy(true)
    setProblem(undefined)
    try {
      const refund = await askRefund({ orderId: order.id, reason: reason.trim() })
      toast({ title: 'Refund requested', description: `We answer by ${dayOf(refund.replyDueAt)}.` })
      onAsked(refund)
    } catch (failure) {
      setProblem(messageOfFailure(failure, 'The server could not be reached. Your words are still here: try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Ask for a refund" isOpen onClose={onClose} canClose={!isBusy}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4 border-b border-rule pb-4">
          <span className="min-w-0 break-words" dir="auto">
            {order.title}
          </span>
          <span className="font-serif text-2xl text-brass tabular-nums">{formatCents(order.amount)}</span>
        </p>
        <TextArea
          label="What went wrong?"
          hint="The contact is wrong, nobody answers, a call did not take place."
          rows={4}
          maxLength={LONGEST_REASON}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.target.value)
            setError(undefined)
          }}
        />
        <p className="text-sm text-soft">
          A person reads this and answers within 5 business days. If you are right, the full amount is back on your card's way
          within 10, and what you bought leaves your devices with it.
        </p>
        {problem && <Notice tone="red">{problem}</Notice>}
        {isOffline && (
          <Notice title="You are offline">Asking needs a connection. Your words stay here until you are back.</Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isBusy} disabled={isOffline}>
            {isBusy ? 'Sending...' : 'Ask for a refund'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
