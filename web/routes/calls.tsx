import { createFileRoute, Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { CallList } from '#web/features/bookings/calls/call-list.tsx'
import { useCalls, useNow } from '#web/features/bookings/queries.ts'
import { useContacts } from '#web/features/contacts/queries.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useOnline } from '#web/ui/use-online.ts'

export const Route = createFileRoute('/calls')({ component: Calls })

function Calls() {
  const calls = useCalls()
  const contacts = useContacts()
  const now = useNow()
  const isOffline = useIsOffline()
  const isOnline = useOnline()
  return (
    <div className="frame max-w-4xl pt-8 pb-16 sm:pt-12">
      <PageHeading title="Calls" lead="When, with whom and where. Kept on this device, readable without a connection." />
      {!calls || !contacts ? (
        <Skeleton className="h-32 w-full" />
      ) : calls.length === 0 ? (
        <NoCalls />
      ) : (
        <CallList calls={calls} now={now} isOffline={isOffline || !isOnline} heldIds={new Set(contacts.map(({ id }) => id))} />
      )}
    </div>
  )
}

function NoCalls() {
  return (
    <EmptyState
      icon={<CalendarClock className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No call booked yet"
      action={
        <Link to="/vcs" className={buttonClass()}>
          Browse investors
        </Link>
      }
    >
      <p>
        Book half an hour with an investor, and its time is here, on a train too; its link and its contact join it when free
        cancellation ends.
      </p>
      <p>
        Booked one on another device?{' '}
        <Link to="/claim" className="text-ink underline underline-offset-4">
          Claim it with a code
        </Link>
      </p>
    </EmptyState>
  )
}
