import { Suspense, useEffect, useState } from 'react'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { hasAnswered } from './early-access-flag.ts'

/** Public pages for browsing. They include no form, no sign-in, no payment and no screen of an account. */
const BROWSING = /^\/(?:$|(?:vcs|ping|directory|scout|cold-scout)(?:\/|$)|(?:vc|investor|project)\/)/

/** Whether the early-access popup may open on this path. */
export const isBrowsing = (pathname: string) => BROWSING.test(pathname)

const OPENS_AFTER_MS = 2000

const EarlyAccess = lazyPart(
  async () => ({ default: (await loadChunk(() => import('./early-access.tsx'))).EarlyAccess }),
  () => undefined,
)

/** Opens the popup two seconds after the app was loaded, once per session. Its code is not loaded before that. */
export function EarlyAccessPlace({ isDeferred }: { isDeferred: boolean }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(!hasAnswered()), OPENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? (
    <Suspense>
      <EarlyAccess isDeferred={isDeferred} />
    </Suspense>
  ) : null
}
