import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

/** Well after the first screen has rendered, and after the greeting of a visitor. */
const LOOKS_AFTER_MS = 4000

const DeviceCare = lazy<ComponentType>(async () => {
  const chunk = await import('./install-prompts.tsx').catch(() => undefined)
  return { default: chunk?.DeviceCare ?? (() => null) }
})

/**
 * Host of the install offer, and of the offline preparation after the installation. `isDeferred` defers both while another dialog is
 * open.
 */
export function DevicePlace({ isDeferred }: { isDeferred: boolean }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LOOKS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue && !isDeferred ? (
    <Suspense>
      <DeviceCare />
    </Suspense>
  ) : null
}
