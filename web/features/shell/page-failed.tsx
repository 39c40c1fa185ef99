import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Error boundary of one screen. The frame around it remains, and no data on the device is lost. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  // Its listener is loaded later than this component.
  useEffect(() => void dispatchEvent(new ErrorEvent('screen', { error })), [error])
  return (
    <div className="frame flex flex-col items-center py-24 text-center" role="alert">
      <h1 className="text-4xl">Something went wrong</h1>
      <p className="mt-3 max-w-md text-soft">Couldn’t show this page. Your saved data is still on this device.</p>
      {error instanceof Error && <p className="mt-2 font-mono text-xs text-soft">{error.message}</p>}
      <div className="mt-8 flex gap-3">
        <Button onClick={reset}>Try again</Button>
        <Button variant="outline" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}
