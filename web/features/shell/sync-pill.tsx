import { useSyncStatus } from '#web/sync/status.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'

/** How this device stands with the server, wherever the shell shows it. */
export function SyncPill() {
  return <StatusPill state={useSyncStatus()} />
}
