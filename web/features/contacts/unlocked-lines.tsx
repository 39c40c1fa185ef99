import { LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import { contactLines, displayLink } from './contact-lines.ts'

/** A card has room for the two most direct details; the investor's page shows all of them. */
const MAX_LINES = 2

/** Footer of a card whose contact this user has unlocked. */
export function UnlockedLines({ contact, action }: { contact: Contact; action: ReactNode }) {
  return (
    <>
      <p className="mb-2 inline-flex items-center gap-1.5 text-sm font-medium text-green">
        <LockOpen className="size-3.5" aria-hidden="true" />
        Unlocked
      </p>
      <ul className="mb-3 text-sm">
        {contactLines(contact)
          .slice(0, MAX_LINES)
          .map(({ kind, value, href }) => (
            <li key={kind} className="truncate leading-6">
              {href ? (
                <a
                  href={href}
                  rel="noopener noreferrer"
                  className="underline decoration-rule underline-offset-4 hover:decoration-ink"
                >
                  {displayLink(value)}
                </a>
              ) : (
                displayLink(value)
              )}
            </li>
          ))}
      </ul>
      <div className="flex">{action}</div>
    </>
  )
}
