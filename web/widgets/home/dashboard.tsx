import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { isInvestor } from '#shared/accounts/is-investor.ts'
import { type ContactCard, heldSince } from '#shared/people/contract.ts'
import { ContactRow } from '#web/features/contacts/list/contact-row.tsx'
import { useOwnWords } from '#web/features/contacts/own-words.ts'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useContacts, useSavedIds } from '#web/features/contacts/queries.ts'
import { useStageLabels } from '#web/features/contacts/raise/queries.ts'
import { DashboardLayout, DashboardSection, EmptySection } from '#web/features/home/dashboard-layout.tsx'
import { DashboardSkeleton } from '#web/features/home/dashboard-skeleton.tsx'
import { firstSteps } from '#web/features/home/first-steps.ts'
import { FirstStepsList } from '#web/features/home/first-steps-list.tsx'
import { useNewSince } from '#web/features/home/queries.ts'
import type { TodoItem } from '#web/features/home/todo-items.ts'
import { WaitingList } from '#web/features/home/todo-list.tsx'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { MyListing, MyProject } from '#web/widgets/my-listing-and-project.tsx'
import { useMyRecords } from '#web/widgets/use-own.ts'
import { isSince, NewForMe, useFreshInvestors, useFreshProjects } from './new-for-me.tsx'
import { useWaiting } from './use-todo-items.ts'

/** The dashboard of the signed-in user, from local data only. */
export default function Dashboard({ user }: { user: User }) {
  const isFounder = !isInvestor(user)
  const contacts = useContacts()
  const cards = useCards()
  const saved = useSavedIds()
  const own = useMyRecords()
  const waits = useWaiting(user, own)
  const newSince = useNewSince()
  const [investors, projects] = [useFreshInvestors(), useFreshProjects()]
  const isOffline = useIsOffline()
  const [now] = useState(Date.now)
  if (!contacts || !cards || !saved || !own || !waits) return <DashboardSkeleton />

  const hasOwn = (isFounder ? own.project : own.listing) !== null
  const steps = firstSteps(user, { hasOwn, savedCount: saved.length, contactCount: contacts.length })
  const isUntouched = steps.length > 0 && steps.every(({ isDone }) => !isDone)
  const isNew = isUntouched || isFirstDay(user, now)
  const fresh = isFounder ? investors : projects
  const freshCount = fresh.filter((one) => isSince(one, newSince)).length
  // The first steps already list what is missing; a section for each would repeat it.
  const isBegun = steps.length === 0
  const mine = (isBegun || cards.length > 0) && <MyContacts contacts={cards} />
  const shown = (isBegun || hasOwn) && (isFounder ? <MyProject project={own.project} /> : <MyListing listing={own.listing} />)
  const [first, second] = isFounder ? [mine, shown] : [shown, mine]
  return (
    <DashboardLayout
      name={user.firstName}
      isNew={isNew}
      lead={dashboardSubtitle({ isOffline, isNew: isUntouched, isFounder, freshCount, contactCount: contacts.length })}
    >
      {steps.length > 0 && <FirstStepsList steps={steps} />}
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {first}
        {first && <WhatWaits items={waits} />}
        <NewForMe fresh={fresh} newSince={newSince} isFounder={isFounder} />
        {!first && <WhatWaits items={waits} />}
        {second}
        {!isFounder && own.project && <MyProject project={own.project} />}
      </div>
    </DashboardLayout>
  )
}

const WhatWaits = ({ items }: { items: readonly TodoItem[] }) => (
  <DashboardSection id="what-waits" title="To do" count={items.length}>
    {items.length > 0 ? <WaitingList items={items} /> : <EmptySection>Nothing to do. All changes are saved.</EmptySection>}
  </DashboardSection>
)

const MAX_CONTACTS = 4

function MyContacts({ contacts }: { contacts: readonly ContactCard[] }) {
  const stages = useStageLabels()
  const own = useOwnWords()
  const [now] = useState(Date.now)
  const latest = [...contacts].sort((a, b) => heldSince(b).localeCompare(heldSince(a))).slice(0, MAX_CONTACTS)
  const all = latest.length > 0 ? { to: '/contacts', label: 'All contacts' } : undefined
  return (
    <DashboardSection id="my-contacts" title="My contacts" count={contacts.length} more={all}>
      {latest.length > 0 ? (
        own && (
          <ul className="border-t border-rule">
            {latest.map((contact) => (
              <li key={contact.id}>
                <ContactRow contact={contact} followUp={own.followUps.get(contact.id)} stages={stages} now={now} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <EmptySection
          action={
            <Link to="/vcs" className={buttonClass('outline')}>
              Browse Investors
            </Link>
          }
        >
          Contacts you unlock and people you add appear here and work offline.
        </EmptySection>
      )}
    </DashboardSection>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A purchase or an application may have begun before the account. */
export const isFirstDay = ({ createdAt }: Pick<User, 'createdAt'>, now: number) => now - Date.parse(createdAt) < DAY_MS

type DayFacts = { isOffline: boolean; isNew: boolean; isFounder: boolean; freshCount: number; contactCount: number }

/** The sentence under the greeting: the most relevant fact of today. */
export function dashboardSubtitle({ isOffline, isNew, isFounder, freshCount, contactCount }: DayFacts): string {
  if (isOffline) return 'You’re offline. This page is stored on your device.'
  if (isNew && isFounder) return 'Three steps to your first investor.'
  if (isNew) return 'Three steps to your first founder.'
  if (freshCount > 0)
    return `${isFounder ? counted(freshCount, 'new investor', 'new investors') : counted(freshCount, 'new entry', 'new entries')} since you were last here.`
  if (contactCount > 0) return `${counted(contactCount, 'contact', 'contacts')} on this device.`
  return 'This page is stored on your device.'
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`)
