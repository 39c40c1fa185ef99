import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import { safeUrl } from '#shared/url.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { BOOK_ANOTHER, OWN_CALENDAR_NOTE, OwnCalendarNote } from '#web/ui/own-calendar.tsx'
import { ContactDetails } from './contact-details.tsx'

type Props = { contact: Contact; isOffline: boolean; children?: ReactNode }

/** Sidebar of an investor that this user has unlocked. */
export function UnlockedCard({ contact, isOffline, children }: Props) {
  const meetingUrl = safeUrl(contact.meetingLink)
  return (
    <section aria-labelledby="contact-card" className="rounded-box border border-green/50 bg-sheet p-6">
      <div className="mb-5 flex items-start justify-between gap-3">
        <h2 id="contact-card" tabIndex={-1} data-after-dialog className="text-[1.375rem] outline-none">
          Contact Information Unlocked
        </h2>
        <Latch isOpen className="h-8 shrink-0" />
      </div>
      {isOffline && (
        <p className="mb-4">
          <Badge>offline copy</Badge>
        </p>
      )}
      <ContactDetails contact={contact} />
      {meetingUrl && (
        <>
          <a
            href={meetingUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={OWN_CALENDAR_NOTE}
            className={buttonClass('ink', 'mt-5 w-full')}
          >
            <CalendarPlus className="size-4" aria-hidden="true" />
            {BOOK_ANOTHER}
          </a>
          <OwnCalendarNote url={meetingUrl} name={contact.name} />
        </>
      )}
      {children}
    </section>
  )
}
