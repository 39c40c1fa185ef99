import { useState } from 'react'
import type { OrderEntry } from '#shared/orders/contract.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { dayOf, refundStateOf } from './refund-state.ts'

/** The refund button within the guarantee week; after a request, the status of the refund. Nothing otherwise. */
export function RefundArea({ order, isQuiet = false }: { order: OrderEntry; isQuiet?: boolean }) {
  // The device detects the loss of its network first, the sync the loss of the server.
  const isOnline = useOnline()
  const isOffline = useIsOffline() || !isOnline
  const [isAsking, setAsking] = useState(false)
  // The response is shown until the order contains it: it arrives by sync.
  const [reply, setReply] = useState<OrderEntry['refund']>(null)
  const refund = !order.refund || order.refund.mayAdd ? (reply ?? order.refund) : order.refund
  const state = refundStateOf({ ...order, refund }, new Date())
  if (state.kind === 'silent') return null
  const statusLine = state.kind === 'told' && (
    <div role="status" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <Badge tone={state.tone}>{state.word}</Badge>
      <span className="min-w-0 break-words whitespace-pre-line text-soft" dir="auto">
        {state.detail}
      </span>
    </div>
  )
  if (!state.until) return statusLine
  const label = statusLine ? 'Add details' : 'Request a refund'
  const ask = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Button
        variant={isQuiet ? 'quiet' : 'outline'}
        className={isQuiet ? '-ml-4 text-sm font-normal text-soft underline underline-offset-4' : ''}
        disabled={isOffline}
        aria-label={`${label}: ${order.title}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <span className="text-soft">
        {isOffline ? `You’re offline. You can request a refund until ${dayOf(state.until)}.` : `Until ${dayOf(state.until)}`}
      </span>
      {isAsking && (
        <RefundDialog
          order={order}
          isOffline={isOffline}
          onClose={() => setAsking(false)}
          onAsked={(refund) => {
            setAsking(false)
            setReply(refund)
            requestSync()
          }}
        />
      )}
    </div>
  )
  if (!statusLine) return ask
  return (
    <div className="grid gap-2">
      {statusLine}
      {ask}
    </div>
  )
}
