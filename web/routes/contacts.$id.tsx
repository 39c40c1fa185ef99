import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { isPersonId, type PersonId } from '#shared/people/contract.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { CallWith } from '#web/features/bookings/calls/call-with.tsx'
import type { OwnParts } from '#web/features/contacts/contact-layout.tsx'
import { ContactPage } from '#web/features/contacts/contact-page.tsx'
import { useEntries } from '#web/features/contacts/entries/queries.ts'
import { Timeline } from '#web/features/contacts/entries/timeline.tsx'
import { FollowUpEditor } from '#web/features/contacts/follow-ups/follow-up-editor.tsx'
import { FollowUpToCalendar } from '#web/features/contacts/follow-ups/follow-up-to-calendar.tsx'
import { TagsField } from '#web/features/contacts/follow-ups/tags-field.tsx'
import { LeaseExpired } from '#web/features/contacts/lease-expired-notice.tsx'
import { NoteEditor, NoteVersions } from '#web/features/contacts/notes/note-editor.tsx'
import { useFollowUp, useNote } from '#web/features/contacts/own-words.ts'
import { PersonPage } from '#web/features/contacts/people/person-page.tsx'
import { usePerson } from '#web/features/contacts/people/queries.ts'
import { Photos } from '#web/features/contacts/photos/photos.tsx'
import { usePhotos } from '#web/features/contacts/photos/queries.ts'
import { useContact, useContactOfFormer, useIsContactHidden } from '#web/features/contacts/queries.ts'
import { DealEditor } from '#web/features/contacts/raise/deal-editor.tsx'
import { useDeal } from '#web/features/contacts/raise/queries.ts'
import { useInvestor } from '#web/features/directory/investor-queries.ts'
import { ReplyArea } from '#web/features/replies/reply-area.tsx'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SaveToAccount } from '#web/widgets/save-to-account.tsx'

export const Route = createFileRoute('/contacts/$id')({ component: ContactRoute })

function ContactRoute() {
  const { id } = Route.useParams()
  const read = v.safeParse(VcId, id)
  if (!read.success) return <NotOwned />
  if (isPersonId(read.output)) return <OwnPerson key={read.output} id={read.output} />
  return <OwnedContact key={read.output} id={read.output} />
}

function OwnPerson({ id }: { id: PersonId }) {
  const person = usePerson(id)
  const own = useOwnParts(id, person?.name)
  const navigate = Route.useNavigate()
  if (person === null) return <NotOwned />
  if (person === undefined || !own) return <Loading />
  return (
    <PersonPage
      person={person}
      {...own}
      onDeleted={() => void navigate({ to: '/contacts' })}
      onJoined={(into) => void navigate({ to: '/contacts/$id', params: { id: into }, replace: true })}
    />
  )
}

/** What the user writes about a contact; `undefined` while it is read. */
function useOwnParts(id: VcId, name: string | undefined) {
  const note = useNote(id)
  const followUp = useFollowUp(id)
  const deal = useDeal(id)
  const entries = useEntries(id)
  const photos = usePhotos(id)
  const user = useUser()
  const [now] = useState(Date.now)
  if (note === undefined || followUp === undefined || deal === undefined || entries === undefined || photos === undefined) {
    return undefined
  }
  const dueAt = followUp?.dueAt
  const calendar = name !== undefined && dueAt && (
    <FollowUpToCalendar id={id} name={name} dueAt={dueAt} nextStep={deal?.nextStep ?? ''} />
  )
  return {
    note: (
      <>
        <NoteEditor id={id} saved={note?.text ?? ''} />
        {note && <NoteVersions note={note} />}
      </>
    ),
    followUp: (
      <FollowUpEditor id={id} followUp={followUp} now={now} canBeMailed={user?.emailVerified === true} calendar={calendar}>
        <TagsField id={id} tags={followUp?.tags ?? []} />
      </FollowUpEditor>
    ),
    deal: <DealEditor id={id} deal={deal} stage={followUp?.stage ?? null} calendar={calendar} />,
    entries: <Timeline contactId={id} entries={entries} now={now} />,
    photos: <Photos photos={photos} now={now} />,
  }
}

const Loading = () => (
  <div className="frame max-w-3xl py-16">
    <Skeleton className="h-24 w-full" />
  </div>
)

function OwnedContact({ id }: { id: VcId }) {
  const contact = useContact(id)
  const own = useOwnParts(id, contact?.name)
  const [now] = useState(Date.now)
  const isOffline = useIsOffline()
  const isHidden = useIsContactHidden(id)
  const former = useContactOfFormer(id)
  if (contact === null && !isHidden) {
    if (former === undefined) return <Loading />
    return former ? <Navigate to="/contacts/$id" params={{ id: former }} replace /> : <NotOwned />
  }
  if (contact === undefined || !own) return <Loading />
  if (contact === null) return <Hidden id={id} {...own} />
  const call = (
    <>
      <SaveToAccount next={`/contacts/${id}`} />
      <CallWith vcId={id} className="mt-6" />
    </>
  )
  return (
    <ContactPage contact={contact} isOffline={isOffline} call={call} reply={<ReplyArea contact={contact} now={now} />} {...own} />
  )
}

/** The user's own notes stay readable, also if the server has not confirmed the contact. */
function Hidden({ id, note, entries, photos, followUp, deal }: OwnParts & { id: VcId }) {
  const name = useInvestor(id)?.name
  return (
    <div className="frame grid max-w-3xl gap-8 pt-8 pb-16 sm:pt-12">
      <LeaseExpired
        title={
          <h1 className="text-4xl leading-[1.15]" dir="auto">
            {name ?? 'Not confirmed for 30 days'}
          </h1>
        }
      >
        <p>{name && 'Not confirmed for 30 days. '}Your contact is still saved. Reconnect once to show it again.</p>
      </LeaseExpired>
      <section aria-label="Follow-up">{followUp}</section>
      <section aria-label="Deal">{deal}</section>
      <section aria-label="Note">{note}</section>
      <section aria-label="Dated notes">{entries}</section>
      <section aria-label="Photos" className="empty:hidden">
        {photos}
      </section>
    </div>
  )
}

function NotOwned() {
  return (
    <div className="frame py-16">
      <EmptyState
        title={<h1 className="text-4xl">Contact not found</h1>}
        action={
          <Link to="/contacts" className={buttonClass('outline')}>
            Your contacts
          </Link>
        }
      >
        <p>This contact is not on this device. Sign in to the account that unlocked it.</p>
      </EmptyState>
    </div>
  )
}
