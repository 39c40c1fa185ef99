import { CloudOff } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Replaces the list on a device that lost its connection before the first chunk arrived. */
export function NotHereYet() {
  return (
    <EmptyState
      icon={<CloudOff className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="The directory is not on this device yet"
    >
      <p>It comes along with the first connection, and from then on it opens without one.</p>
    </EmptyState>
  )
}

/** Shown above the list on a device that lost its connection before the last chunk arrived. */
export function PartialSnapshot() {
  return (
    <div className="mt-4">
      <Notice title="Part of the directory is here">The rest comes along as soon as there is a connection.</Notice>
    </div>
  )
}
