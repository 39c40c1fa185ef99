import { CloudOff } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Empty state of a device that has not been online long enough to load the marketplace. */
export function NotHereYet({ thing }: { thing: string }) {
  return (
    <EmptyState
      icon={<CloudOff className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title={`${thing} is not on this device yet`}
    >
      <p>It downloads when you connect, and then works offline.</p>
    </EmptyState>
  )
}
