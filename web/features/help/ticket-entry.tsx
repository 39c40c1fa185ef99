import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { categoryLabel } from '#shared/help/categories.ts'
import type { TicketMessage } from '#shared/help/ticket.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatClock, formatShortDay } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import type { Delivery, OwnTicket } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'

/** One ticket: its row, and expanded below it all messages. */
export function TicketEntry({ ticket, now }: { ticket: OwnTicket; now: Date }) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const { kind, category, subject, message, status, messages, ticketNumber } = ticket
  const answer = messages.findLast(({ from }) => from === 'team')
  const first: TicketMessage = { id: ticket.id, from: 'author', text: message, createdAt: ticket.createdAt }
  return (
    <article aria-label={subject ?? message.slice(0, 80)}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
        className="group flex min-h-16 w-full cursor-pointer items-center gap-4 py-3 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-serif text-xl leading-tight" dir="auto">
            {subject ?? message}
          </span>
          <span className="block truncate text-sm text-soft">{slaLabel(ticket, now)}</span>
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge>{ticketNumber ?? 'No number yet'}</Badge>
            <Badge>{categoryLabel(kind, category)}</Badge>
            {status !== 'open' && <Badge tone={answer ? 'green' : 'plain'}>{status === 'closed' ? 'Closed' : 'Answered'}</Badge>}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={`size-5 shrink-0 text-soft transition-transform group-hover:text-ink ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && (
          <div className="grid gap-5 pb-6">
            <ol className="grid gap-4">
              {[first, ...messages].map((each) => (
                <Message key={each.id} message={each} delivery={ticket.deliveries.get(each.id)} now={now} />
              ))}
            </ol>
            <ReplyForm ticketId={ticket.id} status={status} />
          </div>
        )}
      </div>
    </article>
  )
}

type MessageProps = { message: TicketMessage; delivery: Delivery | undefined; now: Date }

function Message({ message: { from, text, createdAt }, delivery, now }: MessageProps) {
  const isTeam = from === 'team'
  return (
    <li className={`border-l-2 pl-4 ${isTeam ? 'border-green' : 'border-edge'}`}>
      <p className="column-head mb-1">
        {isTeam ? 'Latchkey' : 'You'} · {formatRelative(createdAt, now)}
        {delivery?.kind === 'waiting' && ' · not sent yet'}
        {delivery?.kind === 'refused' && ' · not accepted'}
      </p>
      <LongText text={text} />
    </li>
  )
}

/** Status of a ticket, and the due time of its answer. */
export function slaLabel(ticket: Pick<OwnTicket, 'id' | 'status' | 'answerBy' | 'messages' | 'deliveries'>, now: Date): string {
  const deliveries = [ticket.id, ...ticket.messages.map(({ id }) => id)].map((id) => ticket.deliveries.get(id)?.kind)
  if (deliveries.includes('refused')) return 'Not accepted: see the outbox'
  if (deliveries.includes('waiting')) return 'Saved on this device. Sends when you are online'
  const answer = ticket.messages.findLast(({ from }) => from === 'team')
  if (ticket.status === 'closed') return answer ? `Closed, answered at ${formatRelative(answer.createdAt, now)}` : 'Closed'
  if (ticket.status === 'answered') return answer ? `Answered at ${formatRelative(answer.createdAt, now)}` : 'Answered'
  if (!ticket.answerBy) return 'Received'
  if (Date.parse(ticket.answerBy) < now.getTime())
    return `Our reply was due by ${formatRelative(ticket.answerBy, now)}. Sorry for the delay.`
  return `Reply by ${formatRelative(ticket.answerBy, now)}`
}

/**
 * An instant relative to `now`: `14:30 today`, `09:00 tomorrow`, `09:00 on 24 Nov`.
 *
 * @param instant  ISO instant, formatted in the reader's time zone
 */
export function formatRelative(instant: string, now: Date): string {
  const at = new Date(instant)
  const daysAway = Math.round((startOfDay(at) - startOfDay(now)) / (24 * 60 * 60 * 1000))
  const name = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(daysAway)]
  return `${formatClock(at)} ${name ?? `on ${formatShortDay(at)}`}`
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
