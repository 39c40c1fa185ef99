import { useState, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { takeUpdate, updateOffer } from './app-update.ts'

/** Offers a newer build. It never reloads by itself: somebody may be in the middle of a sentence. */
export function UpdateBar() {
  const isOffered = useSyncExternalStore(updateOffer.subscribe, updateOffer.isOffered)
  const [isReloading, setReloading] = useState(false)
  if (!isOffered) return null
  return (
    <div role="status" className="border-b border-rule bg-well">
      <div className="frame flex items-center justify-between gap-4 py-1.5 text-sm">
        <p>A new version is ready</p>
        <Button
          variant="outline"
          isBusy={isReloading}
          onClick={() => {
            setReloading(true)
            takeUpdate()
          }}
        >
          Reload
        </Button>
      </div>
    </div>
  )
}
