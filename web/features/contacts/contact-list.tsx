import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Contact } from '#shared/contacts/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { contactLines, readable } from './contact-lines.ts'

export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <ul className="border-t border-rule">
      {contacts.map((contact) => (
        <li key={contact.id} className="border-b border-rule">
          <Link
            to="/contacts/$id"
            params={{ id: contact.id }}
            className="group flex items-center gap-4 py-4 hover:bg-well sm:px-3"
          >
            <Avatar name={contact.name} src={contact.imageUrl} className="size-12 text-xl" />
            <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-2 sm:items-center">
              <span className="min-w-0">
                <span className="block truncate font-serif text-2xl leading-7" dir="auto">
                  {contact.name}
                </span>
                <span className="block truncate text-sm text-soft" dir="auto">
                  {contact.fund ?? contact.position}
                </span>
              </span>
              <span className="mt-1 truncate text-sm sm:mt-0">{bestLine(contact)}</span>
            </span>
            <ChevronRight
              className="size-5 shrink-0 text-soft transition-transform group-hover:translate-x-0.5"
              aria-hidden="true"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The most direct way to this person, so that a glance at the list is often enough. */
const bestLine = (contact: Contact) => readable(contactLines(contact)[0]?.value ?? '')
