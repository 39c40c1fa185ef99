import { Check, CircleDashed, CloudOff, TriangleAlert } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { type Step, type StepState, usePreparation } from './offline-readiness.ts'

/** Loads everything onto the device while there is a network, and shows the progress. It continues when it is closed. */
export function PrepareSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isOnline = useOnline()
  const { steps, isReady, retry } = usePreparation(isOnline)
  const isStuck = !isReady && !steps.some(({ state }) => state === 'working')
  return (
    <Dialog title={isReady ? 'Ready for offline use' : 'Prepare for offline'} isOpen={isOpen} onClose={onClose}>
      <p className="text-soft" role="status">
        {isReady
          ? 'Everything below is stored on this device.'
          : isOnline
            ? 'Keep this page open while we download.'
            : 'You’re offline. The rest downloads when you reconnect.'}
      </p>
      <ul className="mt-5 border-t border-rule">
        {steps.map((step) => (
          <Line key={step.name} {...step} />
        ))}
      </ul>
      <div className="mt-6 flex justify-end gap-2">
        {!isReady && (
          <Button variant="quiet" onClick={onClose}>
            Skip
          </Button>
        )}
        {isStuck && (
          <Button variant="outline" onClick={retry}>
            Try again
          </Button>
        )}
        {isReady && <Button onClick={onClose}>Done</Button>}
      </div>
    </Dialog>
  )
}

const Line = ({ name, state, words }: Step) => (
  <li className="flex min-h-14 items-center gap-4 border-b border-rule py-2.5">
    <Mark state={state} />
    <span className="font-medium">{name}</span>
    <span className={`ml-auto text-right text-sm tabular-nums ${state === 'failed' ? 'text-ink' : 'text-soft'}`}>
      {state === 'waiting' ? stateLabels.waiting : words}
    </span>
  </li>
)

const stateLabels: Record<StepState, string> = {
  done: 'Done',
  working: 'In progress',
  waiting: 'Waiting for connection',
  failed: 'Not granted',
}

function Mark({ state }: { state: StepState }) {
  const size = 'size-5 shrink-0'
  return (
    <span className={state === 'done' ? 'text-green' : state === 'failed' ? 'text-brass' : 'text-soft'}>
      {state === 'done' && <Check className={size} strokeWidth={2.5} aria-hidden="true" />}
      {state === 'working' && <CircleDashed className={`${size} animate-spin`} aria-hidden="true" />}
      {state === 'waiting' && <CloudOff className={size} aria-hidden="true" />}
      {state === 'failed' && <TriangleAlert className={size} aria-hidden="true" />}
      <span className="sr-only">{stateLabels[state]}:</span>
    </span>
  )
}
