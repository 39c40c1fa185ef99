import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { OwnListing } from '#shared/listings/contract.ts'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hoursDraftId } from './hours-values.ts'
import { HoursSummary, NextSlots } from './next-slots.tsx'

// Most visits of the profile change no hours.
const HoursForm = lazyPart(() => loadChunk(() => import('./hours-form.tsx')))

type Props = { listing: Pick<OwnListing, 'id' | 'callHours' | 'timeZone' | 'meetingLink'> }

/** When the user takes calls, and the form that changes it; also without a connection. */
export function HoursSection({ listing }: Props) {
  const { id, callHours, meetingLink } = listing
  const db = usePrivateDb()
  const hasDraft = useLiveQuery(async () => db && (await db.drafts.get(hoursDraftId(id))) !== undefined, [db, id])
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(Date.now)
  const change = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // A form that was left with changes is shown again, at the first look: later the draft is that of the form itself.
  const isFirstLook = useRef(true)
  useEffect(() => {
    if (hasDraft === undefined || !isFirstLook.current) return
    isFirstLook.current = false
    if (hasDraft) setOpen(true)
  }, [hasDraft])
  useEffect(() => {
    if (wasOpen.current && !isOpen) change.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <section aria-label="When you take calls" className="mt-6 border-t border-rule pt-5">
      <h3 className="text-xl">When you take calls</h3>
      {!meetingLink && (
        <div className="mt-3">
          <Notice title="No meeting link">Founders can book calls once your listing has a meeting link.</Notice>
        </div>
      )}
      {isOpen ? (
        <Suspense fallback={<Skeleton className="mt-4 h-72 w-full" />}>
          <HoursForm listing={listing} onClose={() => setOpen(false)} />
        </Suspense>
      ) : (
        <div className="mt-2 grid gap-4">
          {callHours ? (
            <>
              <HoursSummary hours={callHours} />
              <NextSlots hours={callHours} now={now} />
            </>
          ) : (
            <p className="text-sm text-soft">
              Founders can book every full hour from 9:00 to 16:00 on working days, with two hours of notice. Set your own days
              and times, days off, and how many calls you take.
            </p>
          )}
          <div>
            <Button ref={change} variant="outline" aria-expanded={false} onClick={() => setOpen(true)}>
              {callHours ? 'Change your hours' : 'Set your hours'}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
