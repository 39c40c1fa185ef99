import { useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { ownZone } from '#web/features/bookings/local-time-zone.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { refusalWords, showContact } from './api.ts'
import { contactWords, priceOf } from './call-labels.ts'

/** When the contact of a call arrives, and the button to get it now. Nothing once it has arrived. */
export function ContactDue({ call, isOffline }: { call: Booking; isOffline: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const text = contactWords(call, ownZone())
  if (!text) return null

  const show = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await showContact(call.id)
      toast({ title: 'Contact unlocked', description: 'Find it on the call and under Contacts.' })
      setAsking(false)
    } catch (error) {
      setRefusal(refusalWords(error))
    }
    setBusy(false)
    requestSync()
  }

  return (
    <div className="mt-3 rounded-field bg-well px-4 py-3 text-sm">
      <p>{text}</p>
      <Button variant="quiet" className="-ml-3 px-3" disabled={isOffline} onClick={() => setAsking(true)}>
        Show the contact now
      </Button>
      {isOffline && <p className="text-soft">Reconnect to show it now.</p>}
      <ConfirmDialog
        title="Show the contact now?"
        isOpen={isAsking}
        stay="Not now"
        onStay={() => setAsking(false)}
        action={isBusy ? 'Showing…' : 'Show it now'}
        onAct={() => void show()}
        isBusy={isBusy}
        canAct={!isOffline}
      >
        <p>
          You see the contact of {call.counterpart.name} and the meeting link now. This ends free cancellation: if you cancel this
          call later, {priceOf(call)} is not refunded.
        </p>
        {refusal && <Notice tone="red">{refusal}</Notice>}
      </ConfirmDialog>
    </div>
  )
}
