import { Link } from '@tanstack/react-router'
import { useSyncStatus } from '#web/sync/tab/use-sync-status.ts'
import { StatusPill } from './sync-status-pill.tsx'

/** The sync status of this device, for every place in the shell. It links to the page of pending, rejected and sent mutations. */
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
