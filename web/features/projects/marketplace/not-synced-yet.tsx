import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasChunks } from '#web/replica/use-has-chunks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = {
  thing: string
  /** Shown by a device that has chunks, until it has read the first of them. */
  opening: ReactNode
}

/** Empty state of a device that has not been online long enough to load the marketplace. */
export function NotHereYet({ thing, opening }: Props) {
  if (useHasChunks() !== false) return opening
  return (
    <EmptyState
      icon={<CloudOff className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title={`${thing} is not on this device yet`}
    >
      <p>It downloads when you connect, and then works offline.</p>
    </EmptyState>
  )
}
