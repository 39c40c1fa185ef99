import type { ReactNode } from 'react'
import { requestSync } from '#web/sync/engine/enqueue.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'

type Props = { title?: ReactNode; children: ReactNode }

/** In place of what was unlocked, where the server has not confirmed it for 30 days: whose it is, and what opens it. */
export function LeaseExpired({ title = 'Not confirmed for 30 days', children }: Props) {
  const isOffline = useIsOffline()
  return (
    <EmptyState
      icon={<Latch isOpen={false} className="h-11" />}
      title={title}
      action={
        <Button variant="outline" onClick={requestSync}>
          Try now
        </Button>
      }
    >
      {children}
      <p>{isOffline ? 'It opens by itself with the next connection.' : 'Asking the server…'}</p>
    </EmptyState>
  )
}
