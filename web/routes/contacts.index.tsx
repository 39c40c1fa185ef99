import { createFileRoute, Link } from '@tanstack/react-router'
import { KeyRound, Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { ContactList } from '#web/features/contacts/contact-list.tsx'
import { searchContacts } from '#web/features/contacts/contact-search.ts'
import { useAreContactsHidden, useContacts } from '#web/features/contacts/queries.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const Route = createFileRoute('/contacts/')({ component: Contacts })

function Contacts() {
  const contacts = useContacts()
  const areHidden = useAreContactsHidden()
  const [words, setWords] = useState('')
  const deferred = useDeferredValue(words)
  const found = useMemo(() => searchContacts(contacts ?? [], deferred), [contacts, deferred])

  return (
    <div className="frame max-w-4xl pt-8 pb-16 sm:pt-12">
      <PageHeading title="Contacts" lead="Everyone you have unlocked. Kept on this device, readable without a connection." />
      {contacts === undefined ? (
        <Skeleton className="h-20 w-full" />
      ) : areHidden ? (
        <Notice title="Not confirmed for 30 days">
          Your contacts are still yours. Connect once, and they are shown again as soon as the server has confirmed them.
        </Notice>
      ) : contacts.length === 0 ? (
        <NoContacts />
      ) : (
        <>
          <label className="input mb-4 h-11 w-full border-edge bg-sheet text-base">
            <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
            <input
              type="search"
              aria-label="Search contacts"
              placeholder="Name, fund, address or place"
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          <p role="status" className="sr-only">
            {found.length} of {contacts.length} contacts
          </p>
          {found.length > 0 ? (
            <ContactList contacts={found} />
          ) : (
            <p className="py-8 text-soft">No contact matches these words.</p>
          )}
        </>
      )}
    </div>
  )
}

function NoContacts() {
  return (
    <EmptyState
      icon={<KeyRound className="size-8" strokeWidth={1.25} aria-hidden="true" />}
      title="No contact unlocked yet"
      action={
        <Link to="/vcs" className={buttonClass()}>
          Browse investors
        </Link>
      }
    >
      <p>Unlock an investor once, and their address, Telegram or meeting link stays here, on a plane too.</p>
      <p>
        Bought one on another device?{' '}
        <Link to="/claim" className="text-ink underline underline-offset-4">
          Claim it with a code
        </Link>
      </p>
    </EmptyState>
  )
}
