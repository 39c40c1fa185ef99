import { Link } from '@tanstack/react-router'
import type { User } from '#shared/accounts/contract.ts'
import { introStands } from '#shared/unlocks/intro.ts'
import { ContactList } from '#web/features/contacts/contact-list.tsx'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { DayBlank, DayBook, DaySection } from '#web/features/home/day-book.tsx'
import { type Begun, firstSteps } from '#web/features/home/first-steps.ts'
import { FirstStepsList } from '#web/features/home/first-steps-list.tsx'
import { useNewSince, useProcessingOrders, useUnsent } from '#web/features/home/queries.ts'
import { WaitingList } from '#web/features/home/waiting-list.tsx'
import { whatWaits } from '#web/features/home/what-waits.ts'
import { useDirectory } from '#web/features/directory/queries.ts'
import { useRequests } from '#web/features/unlocks/queries.ts'
import { useSyncStatus } from '#web/sync/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { DashboardSkeleton } from './-dashboard-skeleton.tsx'
import { NewForFounder, NewForInvestor, useFresh } from './-new-for-me.tsx'
import { OwnPage, useOwnPage } from './-own-page.tsx'

const MOST_CONTACTS = 4

/** What concerns the person who is signed in, from this device alone. */
export default function Dashboard({ user }: { user: User }) {
  const contacts = useContacts()
  const saved = useSavedIds()
  const own = useOwnPage(user)
  const waits = useWaiting(user)
  const newSince = useNewSince()
  const isOffline = useSyncStatus().kind === 'offline'
  const isFounder = user.userType === 'founder'
  const fresh = useFresh(isFounder, newSince)
  if (!contacts || !saved || !waits || own === undefined) return <DashboardSkeleton />

  const begun: Begun = {
    hasProject: isFounder && own !== null,
    hasApplied: !isFounder && own !== null,
    savedCount: saved.length,
    contactCount: contacts.length,
  }
  const steps = firstSteps(user, begun)
  const isNew = steps.length > 0 && steps.every(({ isDone }) => !isDone)
  const latest = [...contacts].sort((a, b) => b.unlockedAt.localeCompare(a.unlockedAt)).slice(0, MOST_CONTACTS)
  return (
    <DayBook name={user.firstName} isNew={isNew} lead={leadOf({ isOffline, isNew, isFounder, fresh: fresh.count })}>
      {steps.length > 0 && <FirstStepsList steps={steps} />}
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <DaySection
          id="my-contacts"
          title="My contacts"
          count={contacts.length}
          more={contacts.length > 0 ? { to: '/contacts', label: 'All contacts' } : undefined}
        >
          {latest.length > 0 ? (
            <ContactList contacts={latest} />
          ) : (
            <DayBlank
              action={
                <Link to="/vcs" className={buttonClass('outline')}>
                  Browse Investors
                </Link>
              }
            >
              Whom you unlock stands here first, with the address to write to, also without a connection.
            </DayBlank>
          )}
        </DaySection>
        <DaySection id="what-waits" title="What waits" count={waits.length}>
          {waits.length > 0 ? (
            <WaitingList items={waits} />
          ) : (
            <DayBlank>Nothing waits. Everything you wrote has reached the server.</DayBlank>
          )}
        </DaySection>
        {isFounder ? (
          <NewForFounder fresh={fresh.investors} newSince={newSince} />
        ) : (
          <NewForInvestor fresh={fresh.projects} newSince={newSince} />
        )}
        <OwnPage user={user} own={own} />
      </div>
    </DayBook>
  )
}
