import { Link } from '@tanstack/react-router'
import { ANSWER_HOURS } from '#shared/help/sla.ts'
import type { MutationId } from '#shared/ids.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { TicketList } from './ticket-list.tsx'

export function RequestsPage({ edits }: { edits: MutationId | undefined }) {
  return (
    <div className="frame max-w-3xl pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Feedback & Requests"
        lead={`Missing features, bugs, investors to list. We reply to every message within ${ANSWER_HOURS} hours.`}
      />
      <TicketList kind="feedback" title="Your requests" />
      <Sheet aria-labelledby="write-feedback">
        <SheetTitle id="write-feedback">{edits ? 'Edit' : 'Send feedback'}</SheetTitle>
        <FeedbackForm key={edits} edits={edits} />
      </Sheet>
      <p className="mt-6 text-sm text-soft">
        A bug or a payment question?{' '}
        <Link to="/support" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
          Support Center
        </Link>
      </p>
    </div>
  )
}
