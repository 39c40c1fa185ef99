import { CalendarPlus, Mail, Send } from 'lucide-react'
import type { Contact } from '#shared/contacts/contract.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { contactLines } from './contact-lines.ts'
import { BOOK_ANOTHER, OwnCalendarNote } from './own-calendar.tsx'

const actions = {
  email: { label: 'Write an email', Icon: Mail },
  telegram: { label: 'Open Telegram', Icon: Send },
  meeting: { label: BOOK_ANOTHER, Icon: CalendarPlus },
} as const

const NOTE_ID = 'own-calendar'

/** The main actions on a contact, within thumb reach; the first one is the filled button. */
export function MainActions({ contact }: { contact: Contact }) {
  const lines = contactLines(contact).flatMap(({ kind, href }) =>
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
              href={href}
              {...(kind === 'email' ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
              aria-describedby={kind === 'meeting' ? NOTE_ID : undefined}
              className={buttonClass(place === 0 ? 'ink' : 'outline')}
            >
              <Icon className="size-4" aria-hidden="true" />
              {label}
            </a>
          )
        })}
      </div>
      {meeting && <OwnCalendarNote id={NOTE_ID} url={meeting.href} name={contact.name} />}
    </>
  )
}
