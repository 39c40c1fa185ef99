import { Link } from '@tanstack/react-router'
import { ANSWER_HOURS, SUPPORT_HOURS } from '#shared/help/sla.ts'
import type { MutationId } from '#shared/ids.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import { Faq } from './faq.tsx'
import { SupportForm } from './support-form.tsx'
import { TicketList } from './ticket-list.tsx'
import type { Person } from './use-help-form.ts'

const clocks = [
  ['Billing', `${SUPPORT_HOURS.billing} hours`],
  ['Technical', `${SUPPORT_HOURS.technical} hours`],
  ['Other', `${ANSWER_HOURS} hours`],
] as const

/** Support page, in order of usefulness: answered tickets, the contact form, the FAQ. */
export function SupportPage({ person, edits }: { person: Person; edits: MutationId | undefined }) {
  return (
    <div className="frame pt-8 pb-16 sm:pt-12">
      <PageHeading title="Support Center" lead="You can write offline. Messages send when you reconnect." />
      <TicketList kind="support" title="Your support requests" />
      <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Sheet aria-labelledby="write-to-support">
          <SheetTitle id="write-to-support">{edits ? 'Edit' : 'Write to us'}</SheetTitle>
          <p className="column-head mb-2">We reply within</p>
          <dl className="mb-6 grid grid-cols-3 divide-x divide-rule border-b border-rule pb-4 text-sm">
            {clocks.map(([what, hours]) => (
              <div key={what} className="px-3 first:pl-0 last:pr-0">
                <dt className="text-soft">{what}</dt>
                <dd className="font-medium tabular-nums">{hours}</dd>
              </div>
            ))}
          </dl>
          <SupportForm key={edits} person={person} edits={edits} />
        </Sheet>
        <div className="grid content-start gap-8">
          <Faq />
          <p className="text-sm text-soft">
            Have an idea?{' '}
            <Link to="/requests" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
              Feedback &amp; Requests
            </Link>
          </p>
        </div>
      </div>
    </div>
  )
}
