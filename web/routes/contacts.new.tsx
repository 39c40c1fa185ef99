import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { usePrivateDb } from '#web/db/tab/databases.ts'
import { AddPersonForm } from '#web/features/contacts/people/add-person-form.tsx'
import { useCards, useLastPlace } from '#web/features/contacts/people/queries.ts'
import { forgetSharedCards, readShared } from '#web/features/share/shared-content.ts'
import { loadChunk } from '#web/net/tab/load-chunk.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { toast } from '#web/ui/toast.ts'

/** With the reader of tables. */
const ImportPeople = lazyPart(() => loadChunk(() => import('#web/features/contacts/people/import/import-people.tsx')))

export const Route = createFileRoute('/contacts/new')({ component: AddPerson })

function AddPerson() {
  const cards = useCards()
  const lastPlace = useLastPlace()
  const navigate = Route.useNavigate()
  const [isImporting, setImporting] = useState(false)
  // The form reads its draft again after a scan.
  const [filled, setFilled] = useState(0)
  const { from } = Route.useSearch() as { from?: unknown }
  const shared = useSharedCards(from === 'share')
  const db = usePrivateDb()
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
            // Who is there already is found among the contacts.
            file={cards && shared}
            onOpen={setImporting}
            onFilled={() => setFilled((times) => times + 1)}
            onDone={async (count) => {
              const isMoreShared = db && shared && (await forgetSharedCards(db).catch(() => true))
              toast({ title: count === 1 ? '1 person saved on this device' : `${count} people saved on this device` })
              void navigate({ to: isMoreShared ? '/share' : '/contacts', replace: true })
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

/** The contact cards that another app has shared; `undefined` while they are read, and without any. */
function useSharedCards(isAsked: boolean): string | undefined {
  const db = usePrivateDb()
  const [file, setFile] = useState<string>()
  useEffect(() => {
    if (!db || !isAsked) return setFile(undefined)
    readShared(db).then(
      ({ cards }) => setFile(cards || undefined),
      () => undefined,
    )
  }, [db, isAsked])
  return file
}
