import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Contact, introOf } from '#shared/contacts/contract.ts'
import { formatCents } from '#shared/money.ts'
import { IntroTemplate } from '#web/features/contacts/notes/intro-template.tsx'
import { JoinWith, LooksLike } from '#web/features/contacts/people/join/join-contact.tsx'
import { useDefaultText } from '#web/features/contacts/templates/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatLongDate } from '#web/ui/dates.ts'
import { MainActions } from './contact-actions.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactLayout, type OwnParts } from './contact-layout.tsx'

type Props = OwnParts & { contact: Contact; isOffline: boolean; call: ReactNode; reply: ReactNode }

/** One unlocked contact; it works offline. */
export function ContactPage({ contact, isOffline, call, reply, ...own }: Props) {
  const template = useDefaultText(contact)
  const introTemplate = template || contact.introTemplate
  // The team gave it: nothing was paid, and there is no order.
  const isGiven = contact.amount === 0
  const actions = (
    <>
      <LooksLike contact={contact} />
      <MainActions contact={contact} intro={introOf({ ...contact, introTemplate })} />
      {reply}
      {call}
    </>
  )
  const foot = (
    <>
      <p>
        Unlocked on <time dateTime={contact.unlockedAt}>{formatLongDate(contact.unlockedAt)}</time>{' '}
        {isGiven ? 'by our team' : `for ${formatCents(contact.amount)}`}
      </p>
      {isOffline && <Badge>offline copy</Badge>}
      {!isGiven && (
        <Link to="/receipt/$id" params={{ id: contact.orderId }} className="min-h-11 content-center underline underline-offset-4">
          Receipt and refund
        </Link>
      )}
      <div className="ml-auto">
        <JoinWith contact={contact} />
      </div>
      <Link to="/vc/$id" params={{ id: contact.id }} className="min-h-11 content-center underline underline-offset-4">
        Investor profile
      </Link>
    </>
  )
  return (
    <ContactLayout contact={contact} actions={actions} details={<ContactDetails contact={contact} />} foot={foot} {...own}>
      <section aria-label="Introduction" className="mt-8">
        <IntroTemplate contact={contact} template={template} />
      </section>
    </ContactLayout>
  )
}
