import { Link } from '@tanstack/react-router'
import { CalendarPlus, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Contact, introOf } from '#shared/contacts/contract.ts'
import { ANSWER_HOURS } from '#shared/help/sla.ts'
import type { PaymentConfirmed } from '#shared/unlocks/contract.ts'
import { safeUrl, telegramUrl } from '#shared/url.ts'
import { useCompany } from '#web/net/tab/company.ts'
import { BlanksNote } from '#web/ui/blanks-note.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Latch } from '#web/ui/latch-icon.tsx'
import { BOOK_ANOTHER, OWN_CALENDAR_NOTE, OwnCalendarNote } from '#web/ui/own-calendar.tsx'

type Props = {
  payment: PaymentConfirmed
  contact: Contact | undefined
  /** All contact details, once the contact is on this device. */
  details: ReactNode
  /** Below a call whose contact arrives later. */
  afterCall: ReactNode
}

export function ConfirmedPayment({ payment, contact, details, afterCall }: Props) {
  const { vc } = payment
  const supportEmail = useCompany()?.supportEmail
  // The device's copy is newer: an introduction written after this payment was confirmed arrives there.
  const intro = contact ? introOf(contact) : payment.introTemplate
  if (payment.isContactDue && !contact) return <BookedCall name={vc.fundName ?? 'your investor'}>{afterCall}</BookedCall>
  const name = contact?.name ?? vc.fundName ?? 'your investor'
  return (
    <>
      <header className="rule-double flex items-end justify-between gap-6 pb-5">
        <div className="min-w-0">
          <p className="column-head text-green">Payment Confirmed</p>
          <h1 className="mt-2 text-5xl">Contact Unlocked</h1>
          <p className="mt-2 text-lg text-soft">
            You can write to <bdi className="text-ink">{name}</bdi>{' '}
            {vc.fundName && vc.fundName !== name && (
              <>
                of <bdi>{vc.fundName}</bdi>{' '}
              </>
            )}
            now.
          </p>
        </div>
        <Latch isOpen className="h-14 shrink-0" />
      </header>
      {vc.contactHandle && <Handle type={vc.contactType} handle={vc.contactHandle} name={name} />}
      {details && (
        <section aria-label="Contact details" className="border-b border-rule py-7">
          {details}
        </section>
      )}
      <section aria-labelledby="introduction" className="border-b border-rule py-7">
        <div className="flex items-end justify-between gap-4">
          <h2 id="introduction" className="text-2xl">
            Introduction
          </h2>
          <CopyButton text={intro} thing="Introduction" />
        </div>
        <BlanksNote text={intro} />
        <textarea
          readOnly
          aria-labelledby="introduction"
          rows={10}
          value={intro}
          dir="auto"
          className="textarea mt-4 w-full border-rule bg-sheet text-base leading-relaxed text-ink"
        />
      </section>
      <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-5 text-sm text-soft">
        <p>
          Something wrong?{' '}
          {supportEmail ? (
            <a href={`mailto:${supportEmail}`} className="text-ink underline underline-offset-4">
              {supportEmail}
            </a>
          ) : (
            <Link to="/support" className="text-ink underline underline-offset-4">
              Support
            </Link>
          )}{' '}
          answers within {ANSWER_HOURS} hours.{' '}
          {contact && (
            <Link to="/receipt/$id" params={{ id: contact.orderId }} className="text-ink underline underline-offset-4">
              Receipt and refund
            </Link>
          )}
        </p>
        <Link to="/contacts/$id" params={{ id: vc.id }} className="min-h-11 content-center text-ink underline underline-offset-4">
          Open in your contacts
        </Link>
      </footer>
    </>
  )
}

function Handle({ type, handle, name }: { type: 'telegram' | 'meeting'; handle: string; name: string }) {
  const telegram = type === 'telegram' ? telegramUrl(handle) : undefined
  const meeting = type === 'meeting' ? safeUrl(handle) : undefined
  const url = telegram ?? meeting
  return (
    <section aria-labelledby="handle" className="border-b border-rule py-7">
      <h2 id="handle" className="column-head font-sans">
        {type === 'telegram' ? 'Telegram' : 'Contact'}
      </h2>
      <p className="mt-1 font-serif text-3xl break-words">{handle}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={meeting && OWN_CALENDAR_NOTE}
            className={buttonClass('ink')}
          >
            {telegram ? <Send className="size-4" aria-hidden="true" /> : <CalendarPlus className="size-4" aria-hidden="true" />}
            {telegram ? 'Open Telegram' : BOOK_ANOTHER}
          </a>
        )}
        <CopyButton text={handle} thing="Contact" />
      </div>
      {meeting && <OwnCalendarNote url={meeting} name={name} />}
    </section>
  )
}

/** The contact of a call arrives when free cancellation ends, so there is none to show yet. */
export function BookedCall({ name, children }: { name: string; children: ReactNode }) {
  return (
    <header className="rule-double pb-5">
      <p className="column-head text-green">Payment Confirmed</p>
      <h1 className="mt-2 text-5xl">Call Booked</h1>
      <p className="mt-2 text-lg text-soft">
        Your call with <bdi className="text-ink">{name}</bdi> is booked. The contact and the meeting link appear under Calls when
        free cancellation ends, or sooner if you choose.
      </p>
      <Link to="/calls" className={buttonClass('ink', 'mt-5')}>
        Open your calls
      </Link>
      {children}
    </header>
  )
}
