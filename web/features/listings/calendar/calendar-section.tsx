import { Suspense, useRef } from 'react'
import type { VcId } from '#shared/ids.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'

// Most visits of the profile look at no calendar.
const CalendarPanel = lazyPart(() => loadChunk(() => import('./calendar-panel.tsx')))

/** The external calendar of the user's own listing. Online only: its password is never on the device. */
export function CalendarSection({ id }: { id: VcId }) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  wasOnline.current ||= isOnline
  return (
    <section aria-label="Your calendar" className="mt-6 border-t border-rule pt-5">
      <h3 className="text-xl">Your calendar</h3>
      {!isOnline && <p className="mt-1.5 text-sm text-soft">Your calendar is shown and changed with a connection.</p>}
      {/* A lost connection hides the panel and keeps what was typed in it. */}
      {wasOnline.current && (
        <div hidden={!isOnline}>
          <Suspense fallback={<Skeleton className="mt-3 h-16 w-full" />}>
            <CalendarPanel id={id} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
