import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { takeUpdate } from './update-offer.ts'

/**
 * A notice at the top of the page. Where the server no longer supports this build, it also states what happened to unsent
 * changes.
 */
export function UpdateNotice({ isTooOld }: { isTooOld: boolean }) {
  const [isReloading, setReloading] = useState(false)
  return (
    <div role="status" className="border-b border-rule bg-well">
      <div className="frame flex items-center justify-between gap-4 py-1.5 text-sm">
        {isTooOld ? (
          <p>
            <span className="font-medium">This version of the app is too old to sync.</span> Your changes are saved on this device
            and sent after the update.
          </p>
        ) : (
          <p>A new version is ready</p>
        )}
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
