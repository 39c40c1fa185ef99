import { CalendarPlus, Mail, Phone, Send } from 'lucide-react'
import type { ContactCard } from '#shared/people/contract.ts'
import { fitsMailLink, mailOfText } from '#shared/templates/fill.ts'
import { mailtoUrl } from '#shared/url.ts'
import { BlanksNote } from '#web/ui/blanks-note.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { BOOK_ANOTHER, OWN_CALENDAR_NOTE, OwnCalendarNote } from '#web/ui/own-calendar.tsx'
import { cardLines } from './card-lines.ts'

const actions = {
  email: { label: 'Write an email', Icon: Mail },
  telegram: { label: 'Open Telegram', Icon: Send },
  phone: { label: 'Call', Icon: Phone },
  meeting: { label: BOOK_ANOTHER, Icon: CalendarPlus },
} as const

/** A mail with the introduction in it, if there is one; a longer one is copied from the page. */
function mailOf(email: string, intro: string): string {
  if (intro === '') return mailtoUrl(email)
  const { subject, text } = mailOfText(intro)
  return mailtoUrl(email, { subject, ...(fitsMailLink(text) && { text }) })
}

/** The main actions on a contact, within thumb reach; the first one is the filled button. */
export function MainActions({ contact, intro = '' }: { contact: ContactCard; intro?: string }) {
  const lines = cardLines(contact).flatMap(({ kind, href }) =>
    href && kind in actions ? [{ kind: kind as keyof typeof actions, href }] : [],
  )
  const meeting = lines.find(({ kind }) => kind === 'meeting')
  return (
    <>
      <div className="mt-6 grid gap-3 empty:hidden sm:auto-cols-fr sm:grid-flow-col">
        {lines.map(({ kind, href }, place) => {
          const { label, Icon } = actions[kind]
          return (
            <a
              key={kind}
              href={kind === 'email' && contact.email ? mailOf(contact.email, intro) : href}
              {...(kind === 'email' || kind === 'phone' ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
              aria-describedby={kind === 'meeting' ? OWN_CALENDAR_NOTE : undefined}
              className={buttonClass(place === 0 ? 'ink' : 'outline')}
            >
              <Icon className="size-4" aria-hidden="true" />
              {label}
            </a>
          )
        })}
      </div>
      {contact.email && <BlanksNote text={intro} />}
      {meeting && <OwnCalendarNote url={meeting.href} name={contact.name} />}
    </>
  )
}
