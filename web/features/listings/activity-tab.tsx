import { Link } from '@tanstack/react-router'
import { ChevronDown, Inbox } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RequestReceived } from '#shared/listings/activity.ts'
import { formatCents } from '#shared/money.ts'
import { shownStatus, takesReply } from '#shared/replies/takes-reply.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate, formatDateTime } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Sheet, SheetTitle } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useInvestorActivity } from './queries.ts'

type Props = { renderReply: (request: RequestReceived) => ReactNode }

/** Requests for an investor, unlocks and booked calls. `renderReply` shows the reply to a request, or its form. */
export function InvestorActivityTab({ renderReply }: Props) {
  const activity = useInvestorActivity()
  if (!activity) return <Skeleton className="h-56 w-full" />
  const { requests, calls } = activity
  if (requests.length + calls.length === 0) {
    return (
      <EmptyState icon={<Inbox className="size-8" strokeWidth={1.25} aria-hidden="true" />} title="No activity yet">
        Contact requests and booked calls appear here, also offline.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-6">
      <Section title="Requests received" empty="No requests yet.">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} reply={renderReply(request)} />
        ))}
      </Section>
      <Section title="Calls booked" empty="No calls yet.">
        {calls.map(({ id, founderName, projectName, meetingDateTime, amount, status }) => (
          <li key={id} className="py-3">
            <Entry
              name={founderName}
              about={projectName}
              at={meetingDateTime}
              withTime
              status={status}
              amount={amount === null ? undefined : formatCents(amount)}
            />
          </li>
        ))}
      </Section>
      {calls.length > 0 && (
        <Link to="/calls" className="w-fit min-h-11 content-center underline underline-offset-4">
          Manage calls
        </Link>
      )}
    </div>
  )
}

const FIRST = 20

function Section({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const [isOpen, setOpen] = useState(false)
  const hidden = isOpen ? 0 : children.length - FIRST
  return (
    <Sheet aria-label={title}>
      <SheetTitle aside={<span className="text-soft tabular-nums">{children.length}</span>}>{title}</SheetTitle>
      {children.length === 0 && <p className="text-soft">{empty}</p>}
      {children.length > 0 && <ul className="-my-3 divide-y divide-rule">{isOpen ? children : children.slice(0, FIRST)}</ul>}
      {hidden > 0 && (
        <Button variant="quiet" className="mt-4" onClick={() => setOpen(true)}>
          Show {hidden} more
        </Button>
      )}
    </Sheet>
  )
}

/** One request: it opens to what it means and when it arrived. It holds no text, because founders write to the contact directly. */
function RequestRow({ request, reply }: { request: RequestReceived; reply: ReactNode }) {
  const { founderName, projectName, createdAt } = request
  const shown = shownStatus(request)
  const isOpen = takesReply(request)
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
          <Entry name={founderName} about={projectName} at={createdAt} status={shown} />
          {isOpen && <Badge tone="brass">Reply</Badge>}
          <ChevronDown className="size-4 shrink-0 text-soft group-open:rotate-180" aria-hidden="true" />
        </summary>
        <dl className="grid gap-x-6 gap-y-1 pb-4 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-soft">Status</dt>
          <dd>{statusNote(shown)}</dd>
          <dt className="text-soft">Received</dt>
          <dd>{formatDateTime(createdAt)}</dd>
        </dl>
        {(request.reply || isOpen) && reply}
        {PAID.has(shown) && (
          <Link to="/earnings" className="mb-3 inline-flex min-h-11 items-center text-sm underline underline-offset-4">
            Your earnings
          </Link>
        )}
      </details>
    </li>
  )
}

type EntryProps = { name: string; about: string; at: string; withTime?: boolean; status: string; amount?: string | undefined }

function Entry({ name, about, at, withTime = false, status, amount }: EntryProps) {
  const { word, tone } = statusLabels[status] ?? { word: status, tone: 'plain' as const }
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium break-words" dir="auto">
          {name}
        </p>
        <p className="text-sm break-words text-soft" dir="auto">
          {about}
        </p>
      </div>
      {amount && <span className="text-brass tabular-nums">{amount}</span>}
      <Badge tone={tone}>{word}</Badge>
      <time dateTime={at} className="w-full text-sm text-soft tabular-nums sm:w-40 sm:text-right">
        {(withTime ? formatDateTime : formatDate)(at)}
      </time>
    </div>
  )
}

/** Status of an order, of a call, and of a requested introduction. */
const statusLabels: Record<string, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Requested', tone: 'plain' },
  intro: { word: 'Introduction requested', tone: 'plain' },
  processing: { word: 'Paying', tone: 'plain' },
  failed: { word: 'Not paid', tone: 'plain' },
  expired: { word: 'Not paid', tone: 'plain' },
  paid: { word: 'Unlocked', tone: 'green' },
  confirmed: { word: 'Confirmed', tone: 'plain' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
  declined: { word: 'Declined', tone: 'plain' },
  refunded: { word: 'Refunded', tone: 'plain' },
  revoked: { word: 'Revoked', tone: 'plain' },
  disputed: { word: 'Disputed', tone: 'red' },
}

/** Statuses of an order that was paid at some time, so that the earnings hold an entry. */
const PAID = new Set(['paid', 'refunded', 'revoked', 'disputed'])

/** What a status means for the investor. */
function statusNote(status: string): string {
  switch (status) {
    case 'intro':
      return 'The founder asked our team for an introduction. We contact you when we pass it on.'
    case 'paid':
      return 'The founder paid and has your contact details. Expect a message on the channel you show first.'
    case 'refunded':
    case 'revoked':
      return 'The payment was returned. The founder no longer has access to your contact details here.'
    case 'disputed':
      return 'The founder’s bank disputes the payment. Your share is on hold until it is decided.'
    case 'failed':
    case 'expired':
      return 'The payment did not go through. The founder does not have your contact details.'
    case 'processing':
      return 'The founder’s bank is still processing the payment. Your contact details are shared once it is confirmed.'
    default:
      return 'The founder does not have your contact details yet.'
  }
}
