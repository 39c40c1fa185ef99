import { Link } from '@tanstack/react-router'
import { Video } from 'lucide-react'
import { useEffect } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import { mailtoUrl, safeUrl } from '#shared/url.ts'
import { AddToCalendar } from '#web/features/bookings/add-to-calendar.tsx'
import { CallRatingArea } from '#web/features/bookings/rating/call-rating-area.tsx'
import { CallReplyArea } from '#web/features/bookings/reply/call-reply-area.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { CallActions } from './call-actions.tsx'
import { accountOf, callStatusLabel } from './call-labels.ts'
import { CallTimes } from './call-times.tsx'
import { ContactDue } from './contact-due.tsx'
import { ContestReport } from './contest-report.tsx'
import { DayMark } from './date-badge.tsx'
import { Proposal } from './proposal.tsx'

type Props = { call: Booking; now: number; isOffline: boolean; holdsContact: boolean }

/** One call: the other participant, the time in both zones, the place, and the available actions. */
export function CallCard({ call, now, isOffline, holdsContact }: Props) {
  const { counterpart, start, end, status, role, message, vcId, orderId } = call
  const { word, tone } = callStatusLabel(call, now)
  const account = accountOf(call, now)
  const isAhead = status === 'confirmed' && now < Date.parse(end)
  const titleId = `call-${call.id}`
  // A link in a mail leads to one call. The browser looked for it before the calls were read.
  useEffect(() => {
    if (location.hash === `#${titleId}`) document.getElementById(titleId)?.scrollIntoView({ block: 'start' })
  }, [titleId])
  return (
    <article aria-labelledby={titleId} className="flex gap-4 border-b border-rule py-6 sm:gap-6">
      <DayMark at={start} isFaint={!isAhead} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 id={titleId} className="min-w-0 scroll-mt-24 text-2xl break-words" dir="auto">
            {counterpart.name}
            {counterpart.company && <span className="text-soft"> · {counterpart.company}</span>}
          </h3>
          <Badge tone={tone}>{word}</Badge>
        </div>
        <div className="mt-2">
          <CallTimes call={call} />
        </div>
        {account && <p className="mt-3 rounded-field bg-well px-4 py-3 text-sm break-words">{account}</p>}
        {role === 'investor' && message && status === 'confirmed' && (
          <div className="mt-3 border-l-2 border-rule pl-4 text-soft">
            <LongText text={message} />
          </div>
        )}
        <Proposal call={call} now={now} isOffline={isOffline} />
        <CallReplyArea call={call} now={now} />
        <CallRatingArea call={call} now={now} />
        {isAhead && role === 'founder' && <ContactDue call={call} isOffline={isOffline} />}
        {status === 'confirmed' && <CallDetails call={call} isAhead={isAhead} />}
        <div className="mt-4 flex flex-wrap items-center gap-x-1 gap-y-1 empty:hidden">
          <CallActions call={call} now={now} isOffline={isOffline} />
          <ContestReport call={call} now={now} isOffline={isOffline} />
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-soft empty:hidden">
          {role === 'founder' && holdsContact && (
            <Link to="/contacts/$id" params={{ id: vcId }} className="min-h-11 content-center underline underline-offset-4">
              Contact and notes
            </Link>
          )}
          {orderId && (
            <Link to="/receipt/$id" params={{ id: orderId }} className="min-h-11 content-center underline underline-offset-4">
              Receipt
            </Link>
          )}
        </p>
      </div>
    </article>
  )
}

/** The meeting link, the e-mail address of the other participant, and the calendar file, all from local data. */
function CallDetails({ call, isAhead }: { call: Booking; isAhead: boolean }) {
  const url = safeUrl(call.meetingLink)
  const { email, name } = call.counterpart
  return (
    <>
      {isAhead && (
        <div className="mt-4 grid gap-3 sm:flex sm:flex-wrap">
          {url && (
            <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('ink')}>
              <Video className="size-4" aria-hidden="true" />
              Open meeting link
            </a>
          )}
          <AddToCalendar call={call} />
        </div>
      )}
      {isAhead && !url && <MissingLink call={call} />}
      {email && (
        <p className="mt-3 flex min-w-0 items-center gap-1">
          <a
            href={mailtoUrl(email)}
            className="min-h-11 min-w-0 content-center truncate underline decoration-rule underline-offset-4 hover:decoration-ink"
          >
            {email}
          </a>
          <CopyButton text={email} thing={`Email of ${name}`} variant="quiet" isCompact />
        </p>
      )}
    </>
  )
}

/** What to do while a call has no link. Before the contact is released, the link is not missing but still to come. */
function MissingLink({ call: { role, contactFrom, counterpart } }: { call: Booking }) {
  if (contactFrom) return null
  return (
    <p className="mt-3 text-sm text-soft">
      {role === 'founder' ? (
        <>
          No video link yet. Write to <bdi>{counterpart.name}</bdi> to agree on one.
        </>
      ) : (
        <>
          Your listing has no video link, so <bdi>{counterpart.name}</bdi> does not know where to join.{' '}
          <Link to="/profile" search={{ tab: 'investor' }} className="text-ink underline underline-offset-4">
            Add one
          </Link>
        </>
      )}
    </p>
  )
}
