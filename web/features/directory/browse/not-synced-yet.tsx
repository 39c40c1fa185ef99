import { useLiveQuery } from 'dexie-react-hooks'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { directoryDb } from '#web/db/tab/databases.ts'
import { useHasChunks } from '#web/replica/use-has-chunks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Replaces the list on a device that lost its connection before the first chunk arrived.
 *
 * @param opening  shown by a device that has chunks, until it has read the first of them
 */
export function NotHereYet({ opening }: { opening: ReactNode }) {
  if (useHasChunks() !== false) return opening
  return (
    <EmptyState icon={<CloudOff className="size-8" strokeWidth={1.25} aria-hidden="true" />} title="Directory not downloaded yet">
      <p>It downloads when you connect, and then works offline.</p>
    </EmptyState>
  )
}

/** Shown above the list on a device that lost its connection before the last chunk arrived; nothing while it reads what it has. */
export function PartialSnapshot() {
  const isWhole = useLiveQuery(async () => (await directoryDb.getMeta('directory'))?.isComplete ?? false)
  if (isWhole !== false) return null
  return (
    <div className="mt-4">
      <Notice title="Directory partly downloaded">The rest downloads when you connect.</Notice>
    </div>
  )
}
