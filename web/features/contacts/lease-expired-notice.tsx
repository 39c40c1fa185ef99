import type { ReactNode } from 'react'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'

type Props = { title?: ReactNode; children: ReactNode }

/** Replaces unlocked content that the server has not confirmed for 30 days: the cause, and how to restore access. */
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
      <p>{isOffline ? 'It opens when you reconnect.' : 'Checking…'}</p>
    </EmptyState>
  )
}
