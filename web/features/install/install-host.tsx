import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

/** Long after the first screen stands, and after what greets a visitor. */
const LOOKS_AFTER_MS = 4000

const DeviceCare = lazy<ComponentType>(async () => {
  const chunk = await import('./install-prompts.tsx').catch(() => undefined)
  return { default: chunk?.DeviceCare ?? (() => null) }
})

/** Where the app offers to be installed, and prepares itself for offline once it is. `isHeld` while something else is going on. */
export function DevicePlace({ isHeld }: { isHeld: boolean }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), LOOKS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue && !isHeld ? (
    <Suspense>
      <DeviceCare />
    </Suspense>
  ) : null
}
