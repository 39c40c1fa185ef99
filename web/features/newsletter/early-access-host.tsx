import { lazy, Suspense, useEffect, useState } from 'react'
import { hasAnswered } from './early-access-flag.ts'

const OPENS_AFTER_MS = 2000

const EarlyAccess = lazy(async () => ({ default: (await import('./early-access.tsx')).EarlyAccess }))

/** Opens the popup two seconds after the app was loaded, once per session. Its code is not loaded before that. */
export function EarlyAccessPlace({ isHeld }: { isHeld: boolean }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(!hasAnswered()), OPENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? (
    <Suspense>
      <EarlyAccess isHeld={isHeld} />
    </Suspense>
  ) : null
}
