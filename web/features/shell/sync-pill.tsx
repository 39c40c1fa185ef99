import { Link } from '@tanstack/react-router'
import { useSyncStatus } from '#web/sync/tab/use-sync-status.ts'
import { StatusPill } from './sync-status-pill.tsx'

/** How this device stands with the server, wherever the shell shows it; it leads to what waits, was refused and was sent. */
export function SyncPill() {
  return (
    <StatusPill
      state={useSyncStatus()}
      className="h-full"
      wrap={(line) => (
        <Link to="/outbox" className="status-link">
          {line}
        </Link>
      )}
    />
  )
}
