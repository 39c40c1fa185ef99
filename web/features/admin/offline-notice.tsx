import { Unplug } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = { isOnline: boolean; onTryAgain: () => void }

/** A decision affects all users, so it is made on current data and never on a local copy. */
export function OfflineNotice({ isOnline, onTryAgain }: Props) {
  return (
    <div role="status">
      <EmptyState
        icon={<Unplug className="size-8" strokeWidth={1.25} aria-hidden="true" />}
        title="Review needs a connection"
        action={
          isOnline && (
            <Button variant="outline" onClick={onTryAgain}>
              Try again
            </Button>
          )
        }
      >
        {isOnline
          ? 'The server isn’t responding. Queues aren’t stored on this device. They load when it is back.'
          : 'You’re offline. Queues aren’t stored on this device. They load when you reconnect.'}
      </EmptyState>
    </div>
  )
}
