import { createFileRoute, Link } from '@tanstack/react-router'
import { KeyRound, UserPlus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { isDue } from '#shared/contacts/follow-up.ts'
import { NextCall } from '#web/features/bookings/calls/next-call.tsx'
import { useCalls } from '#web/features/bookings/queries.ts'
import { OwnedDecisionMakers, searchOwned } from '#web/features/cold-scout/owned-list.tsx'
import { useDecisionMakers } from '#web/features/cold-scout/queries.ts'
import { useOwnTextsOfList } from '#web/features/contacts/entries/queries.ts'
import { LeaseExpired } from '#web/features/contacts/lease-expired-notice.tsx'
import { ContactFilters } from '#web/features/contacts/list/contact-filters.tsx'
import { ContactList } from '#web/features/contacts/list/contact-list.tsx'
import { listContacts, matchContacts } from '#web/features/contacts/list/contact-search.ts'
import { ExportContacts } from '#web/features/contacts/list/export-contacts.tsx'
import { readContactSearch } from '#web/features/contacts/list/search-params.ts'
import { useFoldedTexts } from '#web/features/contacts/list/use-folded-texts.ts'
import { tagsOf, useOwnWords } from '#web/features/contacts/own-words.ts'
import { DeletedPeople } from '#web/features/contacts/people/deleted-people.tsx'
import { useCards } from '#web/features/contacts/people/queries.ts'
import { useHiddenCount } from '#web/features/contacts/queries.ts'
import { useStageLabels } from '#web/features/contacts/raise/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MyCard } from '#web/widgets/contacts/my-card.tsx'
import { NothingUnlocked } from '#web/widgets/nothing-unlocked.tsx'
import { SaveToAccount } from '#web/widgets/save-to-account.tsx'

/** On a phone it stays within reach of the thumb, however far the list is scrolled. */
const IN_REACH =
  'max-sm:fixed max-sm:right-5 max-sm:bottom-[calc(var(--bottom-bar)+2.375rem)] max-sm:z-20 max-sm:bg-ink max-sm:text-page max-sm:shadow-lg max-sm:hover:bg-ink'

export const Route = createFileRoute('/contacts/')({ component: Contacts })

function Contacts() {
  const contacts = useCards()
  const people = useDecisionMakers()
  const stages = useStageLabels()
  // The next call is shown above the list, which would move when it appears later.
  const calls = useCalls()
  const raw = Route.useSearch()
  const search = useMemo(() => readContactSearch(raw), [raw])
  const navigate = Route.useNavigate()
  const [now] = useState(Date.now)
  const words = useOwnWords()
  const order = useMemo(() => contacts && words && listContacts(contacts, words, search, now), [contacts, words, search, now])
  const { texts: own, isComplete } = useOwnTextsOfList(words, order)
  const hidden = useHiddenCount()
  const [text, setText] = useState('')
  const deferred = useDeferredValue(text)
  const { searched, isFolded } = useFoldedTexts(contacts, words, isComplete ? own : undefined)
  const found = useMemo(() => (order && searched ? matchContacts(order, searched, deferred) : []), [order, searched, deferred])
  // Stages, tags and due dates exist only for contacts: such a filter excludes decision makers.
  const isNarrowed = search.stage !== undefined || search.tag !== undefined || search.due !== undefined
  const foundPeople = useMemo(() => (isNarrowed ? [] : searchOwned(people ?? [], deferred)), [people, isNarrowed, deferred])
  const tags = useMemo(() => tagsOf(words?.followUps.values() ?? []), [words])
  const dueCount = useMemo(
    () => contacts?.filter(({ id }) => isDue(words?.followUps.get(id) ?? { dueAt: null }, now)).length ?? 0,
    [contacts, words, now],
  )

  return (
    <div className="frame max-w-4xl pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Contacts"
        lead={
          <>
            Your unlocked contacts and the people you added, saved on this device for offline use.{' '}
            <Link to="/raise" className="underline underline-offset-4 hover:text-ink">
              Your raise
            </Link>{' '}
            shows them by stage.
          </>
        }
        action={
          // The place of the own card, which is read later, is kept.
          <div className="flex min-h-11 flex-wrap gap-3">
            <Link to="/contacts/new" className={`${buttonClass('outline')} ${IN_REACH}`}>
              <UserPlus className="size-4" aria-hidden="true" />
              Add a person
            </Link>
            <MyCard />
          </div>
        }
      />
      <NextCall />
      {hidden > 0 && (
        <LeaseExpired>
          <p>
            {hidden === 1 ? 'Your contact is' : `Your ${hidden} contacts are`} still saved. Reconnect once, and{' '}
            {hidden === 1 ? 'it is' : 'they are'} shown again.
          </p>
        </LeaseExpired>
      )}
      {contacts === undefined || own === undefined || people === undefined || calls === undefined ? (
        <ListSkeleton />
      ) : contacts.length === 0 && people.length === 0 ? (
        hidden === 0 && (
          <NothingUnlocked
            icon={<KeyRound className="size-8" strokeWidth={1.25} aria-hidden="true" />}
            title="No contact unlocked yet"
            elsewhere="Bought one on another device?"
          >
            Contacts you unlock and people you add appear here and work offline.
          </NothingUnlocked>
        )
      ) : (
        <>
          <ContactFilters
            words={text}
            onWords={setText}
            search={search}
            onSearch={(next) => void navigate({ search: next as never, replace: true })}
            dueCount={dueCount}
            tags={tags}
            stages={stages}
          />
          <p role="status" className="sr-only">
            {found.length + foundPeople.length} of {contacts.length + people.length} contacts
          </p>
          {found.length > 0 && (
            <>
              <ContactList contacts={found} own={own} stages={stages} now={now} name={JSON.stringify([deferred, search])} />
              {isComplete && <ExportContacts contacts={found} own={own} stages={stages} />}
            </>
          )}
          {foundPeople.length > 0 && <OwnedDecisionMakers people={foundPeople} />}
          {isFolded && found.length + foundPeople.length === 0 && <p className="py-8 text-soft">No matching contacts.</p>}
          <SaveToAccount next="/contacts" />
        </>
      )}
      <DeletedPeople />
    </div>
  )
}

/** As high as the first screen. */
const ListSkeleton = () => (
  <div className="grid gap-4 pt-28" role="status" aria-label="Loading contacts">
    {Array.from({ length: 10 }, (_, at) => (
      <Skeleton key={`row-${at + 1}`} className="h-16 w-full" />
    ))}
  </div>
)
