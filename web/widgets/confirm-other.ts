import { useNavigate } from '@tanstack/react-router'
import type { DecisionMakerId, VcId } from '#shared/ids.ts'
import { confirmHour } from '#web/features/bookings/api.ts'
import { confirmUnlock } from '#web/features/cold-scout/api.ts'
import { UNLOCKED } from '#web/features/cold-scout/labels.ts'
import { confirmProjectPayment } from '#web/features/publishing/api.ts'
import { PUBLISHED } from '#web/features/publishing/labels.ts'
import type { ConfirmOther } from '#web/features/unlocks/confirm-purchase.ts'
import { messageOfFailure, refusalCode } from '#web/payments/failures.ts'
import { NOT_COMPLETED } from '#web/payments/use-card-payment.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Completes a payment for a call, a decision maker or a project after the return from a bank's page. A declined card of a project
 * leads to the form for another one.
 */
export function useConfirmOther(): ConfirmOther {
  const navigate = useNavigate()
  return async (paymentIntentId, { kind, targetId, slot, sessionId }) => {
    const elsewhere = { kind: 'elsewhere' } as const
    switch (kind) {
      case 'meeting': {
        if (!slot) return elsewhere
        const { booking } = await confirmHour(paymentIntentId, targetId as VcId, slot)
        requestSync()
        return { kind: 'call', name: booking.vcName }
      }
      case 'decision_maker': {
        const { contact } = await confirmUnlock(targetId as DecisionMakerId, paymentIntentId)
        requestSync()
        toast(UNLOCKED)
        await navigate({ to: '/cold-scout/$slug', params: { slug: contact.fundSlug }, replace: true })
        return elsewhere
      }
      case 'scout_publish':
        await navigate({ to: '/scout-success', search: { session_id: sessionId }, replace: true })
        return elsewhere
      default:
        try {
          await confirmProjectPayment(paymentIntentId)
        } catch (error) {
          if (refusalCode(error) !== 'payments.not-completed') throw error
          toast({ title: 'Payment Failed', description: messageOfFailure(error, NOT_COMPLETED), variant: 'destructive' })
          await navigate({ to: '/project-payment', replace: true })
          return elsewhere
        }
        requestSync()
        toast(PUBLISHED)
        await navigate({ to: '/scout', search: { success: true }, replace: true })
        return elsewhere
    }
  }
}
