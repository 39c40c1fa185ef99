import { Suspense, useId, useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { canProposeTimes } from '#shared/bookings/proposal.ts'
import { type Action, isOpen } from '#shared/bookings/rules.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { Button } from '#web/ui/button.tsx'
import { closeUnloaded, lazyPart } from '#web/ui/lazy-part.tsx'

// Few calls are cancelled or moved, so the dialogs are loaded on demand.
const EndDialog = lazyPart(() => loadChunk(() => import('./cancel-dialog.tsx')), closeUnloaded)
const ProposeDialog = lazyPart(() => loadChunk(() => import('./propose-dialog.tsx')), closeUnloaded)
const MoveDialog = lazyPart(() => loadChunk(() => import('./reschedule-dialog.tsx')), closeUnloaded)

type Choice = Action | 'propose'

const labels: Record<Choice, string> = {
  propose: 'Propose another time',
  reschedule: 'Reschedule',
  cancel: 'Cancel call',
  decline: 'Decline',
  'no-show': 'Report no-show',
}

/** Actions that this participant may take on a call now. They take effect for both participants, so they need the server. */
export function CallActions({ call, now, isOffline }: { call: Booking; now: number; isOffline: boolean }) {
  const [action, ask] = useState<Choice>()
  const noteId = useId()
  // To decline a call has the effect of cancelling it, so there is one button.
  const actions = call.actions.filter((one) => one.action !== 'decline' && isOpen(one, now)).map((one) => one.action)
  // A founder who can still move the call alone has no need to propose.
  const canPropose = canProposeTimes(call, now) && !actions.includes('reschedule')
  const open: Choice[] = canPropose ? ['propose', ...actions] : actions
  const close = () => ask(undefined)
  if (open.length === 0 && !action) return null
  return (
    <>
      <div className="-ml-3 flex flex-wrap">
        {open.map((action) => (
          <Button
            key={action}
            variant="quiet"
            className="px-3"
            disabled={isOffline}
            aria-describedby={isOffline ? noteId : undefined}
            onClick={() => ask(action)}
          >
            {labels[action]}
          </Button>
        ))}
      </div>
      {isOffline && (
        <p id={noteId} className="w-full text-sm text-soft">
          Changing a call needs a connection.
        </p>
      )}
      {action && (
        <Suspense>
          {action === 'reschedule' ? (
            <MoveDialog call={call} isOffline={isOffline} onClose={close} />
          ) : action === 'propose' ? (
            <ProposeDialog call={call} isOffline={isOffline} onClose={close} />
          ) : (
            <EndDialog call={call} action={action} isOffline={isOffline} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
