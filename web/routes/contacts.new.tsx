import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AddPersonForm } from '#web/features/contacts/people/add-person-form.tsx'
import { useCards, useLastPlace } from '#web/features/contacts/people/queries.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.ts'

/** With the reader of tables. */
const ImportPeople = lazy(() => import('#web/features/contacts/people/import/import-people.tsx'))

export const Route = createFileRoute('/contacts/new')({ component: AddPerson })

function AddPerson() {
  const cards = useCards()
  const lastPlace = useLastPlace()
  const navigate = Route.useNavigate()
  const [isImporting, setImporting] = useState(false)
  // The form reads its draft again after a scan.
  const [filled, setFilled] = useState(0)
  return (
    <div className="frame max-w-3xl pt-6 pb-16">
      <BackLink to="/contacts">Contacts</BackLink>
      <div className="mt-2">
        <PageHeading title="Add a person" lead="For people you met. Saved on this device at once, also without a network." />
      </div>
      <div className="mb-8 empty:mb-0">
        <Suspense>
          <ImportPeople
            cards={cards ?? []}
            onOpen={setImporting}
            onFilled={() => setFilled((times) => times + 1)}
            onDone={(count) => {
              toast({ title: count === 1 ? '1 person saved on this device' : `${count} people saved on this device` })
              void navigate({ to: '/contacts', replace: true })
            }}
          />
        </Suspense>
      </div>
      {lastPlace !== undefined && !isImporting && (
        <AddPersonForm
          key={filled}
          cards={cards ?? []}
          lastPlace={lastPlace}
          onSaved={(id, isLast) => {
            toast({ title: 'Saved on this device' })
            if (isLast) void navigate({ to: '/contacts/$id', params: { id }, replace: true })
            else document.querySelector<HTMLElement>('[name=name]')?.focus()
          }}
        />
      )}
    </div>
  )
}
