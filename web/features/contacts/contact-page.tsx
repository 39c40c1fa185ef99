import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contact } from '#shared/contacts/contract.ts'
import { formatCents } from '#shared/money.ts'
import { IntroTemplate } from '#web/features/contacts/notes/intro-template.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { MainActions } from './contact-actions.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ShareContact } from './share-contact.tsx'

type Props = { contact: Contact; isOffline: boolean; call: ReactNode; reply: ReactNode; note: ReactNode; followUp: ReactNode }

/** One unlocked contact; it works offline. */
export function ContactPage({ contact, isOffline, call, reply, note, followUp }: Props) {
  const { name, position, fund, location } = contact
  return (
    <div className="frame max-w-3xl pt-6 pb-16">
      <BackLink to="/contacts">Contacts</BackLink>
      <header className="rule-double mt-2 flex items-center gap-5 pb-6">
        <Avatar name={name} src={contact.imageUrl} className="size-20 text-4xl" />
        <div className="min-w-0">
          <h1 className="text-4xl break-words sm:text-5xl" dir="auto">
            {name}
          </h1>
          <p className="mt-1 text-soft" dir="auto">
            {[position, fund, location].filter(Boolean).join(' · ')}
          </p>
        </div>
      </header>
      <MainActions contact={contact} />
      {reply}
      {call}
      <section aria-label="Contact details" className="mt-6">
        <ContactDetails contact={contact} />
      </section>
      <section aria-label="Share" className="mt-4">
        <ShareContact contact={contact} />
      </section>
      <section aria-label="Follow-up" className="mt-8">
        {followUp}
      </section>
      <section aria-label="Note" className="mt-8">
        {note}
      </section>
      <section aria-label="Introduction" className="mt-8">
        <IntroTemplate contact={contact} />
      </section>
      <footer className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule pt-4 text-sm text-soft">
        <p>
          Unlocked on <time dateTime={contact.unlockedAt}>{formatLongDate(contact.unlockedAt)}</time> for{' '}
          {formatCents(contact.amount)}
        </p>
        {isOffline && <Badge>offline copy</Badge>}
        <Link to="/receipt/$id" params={{ id: contact.orderId }} className="min-h-11 content-center underline underline-offset-4">
          Receipt and refund
        </Link>
        <Link to="/vc/$id" params={{ id: contact.id }} className="ml-auto min-h-11 content-center underline underline-offset-4">
          Investor profile
        </Link>
      </footer>
    </div>
  )
}
