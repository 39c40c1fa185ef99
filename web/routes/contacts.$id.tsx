import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { VcId } from '#shared/ids.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { CallWith } from '#web/features/bookings/call-with.tsx'
import { ContactPage } from '#web/features/contacts/contact-page.tsx'
import { FollowUpEditor } from '#web/features/contacts/follow-up-editor.tsx'
import { NoteEditor } from '#web/features/contacts/note-editor.tsx'
import { useContact, useFollowUp, useNote } from '#web/features/contacts/queries.ts'
import { useIsOffline } from '#web/sync/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/contacts/$id')({ component: ContactRoute })

function ContactRoute() {
  const { id } = Route.useParams()
  const read = v.safeParse(VcId, id)
  return read.success ? <Held key={read.output} id={read.output} /> : <NotHeld />
}

function Held({ id }: { id: VcId }) {
  const contact = useContact(id)
  const note = useNote(id)
  const followUp = useFollowUp(id)
  const user = useUser()
  const [now] = useState(Date.now)
  const isOffline = useIsOffline()
  if (contact === null) return <NotHeld />
  if (contact === undefined || note === undefined || followUp === undefined)
    return (
      <div className="frame max-w-3xl py-16">
        <Skeleton className="h-24 w-full" />
      </div>
    )
  return (
    <ContactPage
      contact={contact}
      isOffline={isOffline}
      call={<CallWith vcId={id} className="mt-6" />}
      note={<NoteEditor id={id} saved={note?.text ?? ''} />}
      followUp={<FollowUpEditor id={id} followUp={followUp} now={now} canBeMailed={user?.emailVerified === true} />}
    />
  )
}

function NotHeld() {
  return (
    <div className="frame py-16">
      <EmptyState
        title={<h1 className="text-4xl">Not among your contacts</h1>}
        action={
          <Link to="/contacts" className={buttonClass('outline')}>
            Your contacts
          </Link>
        }
      >
        <p>This contact is not on this device. If you have unlocked it, sign in to the account that did.</p>
      </EmptyState>
    </div>
  )
}
