import { Link } from '@tanstack/react-router'
import { useSyncStatus } from '#web/sync/status.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** How this device stands with the server, wherever the shell shows it; it leads to what waits, was refused and was sent. */
export function SyncPill() {
  return (
    <Link to="/outbox" className="status-link">
      <StatusPill state={useSyncStatus()} />
    </Link>
  )
}
