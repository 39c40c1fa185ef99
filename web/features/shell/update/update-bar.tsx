import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { useSyncStatus } from '#web/sync/tab/use-sync-status.ts'
import { updateOffer } from './update-offer.ts'

// A chunk that fails to load does not break the page: the notice is offered again at the next start.
const Notice = lazy<ComponentType<{ isTooOld: boolean }>>(async () => {
  const chunk = await import('./update-notice.tsx').catch(() => undefined)
  return { default: chunk?.UpdateNotice ?? (() => null) }
})

/** Offers a newer build, and shows a notice when the server no longer supports this one. It never reloads by itself. */
export function UpdateBar() {
  const isOffered = useSyncExternalStore(updateOffer.subscribe, updateOffer.isShown, updateOffer.isShown)
  const status = useSyncStatus()
  const isTooOld = status.kind === 'attention' && status.code === 'sync.protocol-too-old'
  if (!isOffered && !isTooOld) return null
  return (
    <Suspense>
      <Notice isTooOld={isTooOld} />
    </Suspense>
  )
}
