import type { OrderDocument } from '#shared/documents/contract.ts'
import { currentInvoice } from '#shared/documents/correction.ts'
import { BillingFields } from '#web/forms/billing-fields.tsx'
import { DraftStatusNote } from '#web/forms/draft-status.tsx'
import { useBillingForm } from '#web/forms/use-billing-form.ts'
import { messageOfFailure } from '#web/payments/failures.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { correctInvoice } from './api.ts'

type Props = {
  orderId: string
  /** The invoice that is replaced; its buyer fills the form. */
  invoice: OrderDocument
  onCorrected: (documents: OrderDocument[]) => void
  onCancel: () => void
}

/** The buyer as a new invoice names it. What was typed stays while there is no connection, and after a refusal. */
export function CorrectInvoiceForm({ orderId, invoice, onCorrected, onCancel }: Props) {
  const isOnline = useOnline()
  const form = useBillingForm(`invoice:${orderId}`, invoice.buyer, async (details, clear) => {
    try {
      const { documents } = await correctInvoice(orderId, { replaces: invoice.number, details })
      await clear()
      toast({ title: `Invoice ${currentInvoice(documents)?.number ?? ''} issued`, description: 'It replaces the earlier one.' })
      requestSync()
      onCorrected(documents)
      return undefined
    } catch (failure) {
      requestSync()
      return messageOfFailure(failure, 'Couldn’t reach the server. Your text is still here. Please try again.')
    }
  })
  const { fields, clear, status, isChanged, problem, isBusy, submit } = form
  const cancel = async () => {
    await clear()
    onCancel()
  }
  return (
    <form onSubmit={submit} noValidate className="mt-5 grid gap-5 border-t border-rule pt-5">
      <p className="text-soft">
        A credit note cancels {invoice.number}, and a new invoice has these details. An account keeps them for its next purchase.
      </p>
      <BillingFields {...fields} />
      <DraftStatusNote {...status} />
      {problem && <Notice tone="red">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} disabled={!isOnline || !isChanged}>
          Issue a new invoice
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={() => void cancel()}>
          Cancel
        </Button>
      </div>
      {!isOnline && <p className="text-sm text-soft">You’re offline. Your text stays here until you reconnect.</p>}
    </form>
  )
}
