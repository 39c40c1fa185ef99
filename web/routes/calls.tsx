import { createFileRoute } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { CallList } from '#web/features/bookings/calls/call-list.tsx'
import { useCalls, useNow } from '#web/features/bookings/queries.ts'
import { useContacts } from '#web/features/contacts/queries.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { NothingUnlocked } from '#web/widgets/nothing-unlocked.tsx'
import { SaveToAccount } from '#web/widgets/save-to-account.tsx'

export const Route = createFileRoute('/calls')({ component: Calls })

function Calls() {
  const calls = useCalls()
  const contacts = useContacts()
  const now = useNow()
  const isOffline = useIsOffline()
  const isOnline = useOnline()
  return (
    <div className="frame max-w-4xl pt-8 pb-16 sm:pt-12">
      <PageHeading title="Calls" lead="Your calls, saved on this device for offline use." />
      {!calls || !contacts ? (
        <div role="status" aria-label="Loading calls">
          <Skeleton className="h-32 w-full" />
        </div>
      ) : calls.length === 0 ? (
        <NothingUnlocked
          icon={<CalendarClock className="size-8" strokeWidth={1.25} aria-hidden="true" />}
          title="No call booked yet"
          elsewhere="Booked one on another device?"
        >
          Book a call, and you’ll find the time and link here, even offline. The contact and the link appear when free
          cancellation ends.
        </NothingUnlocked>
      ) : (
        <>
          <CallList calls={calls} now={now} isOffline={isOffline || !isOnline} heldIds={new Set(contacts.map(({ id }) => id))} />
          <SaveToAccount next="/calls" />
        </>
      )}
    </div>
  )
}
