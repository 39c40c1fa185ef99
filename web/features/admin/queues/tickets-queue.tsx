import { type AdminTicket, MAX_MESSAGES } from '#shared/help/admin.ts'
import { categoryLabel } from '#shared/help/categories.ts'
import { AnswerDueBadge } from '#web/features/admin/answer-due-badge.tsx'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { Facts } from '#web/features/admin/facts.tsx'
import { QueueList } from '#web/features/admin/queue-list.tsx'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { QueueRow } from '#web/features/admin/queue-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatDateTime } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { ReplyBox } from './reply-form.tsx'

type Line = { isOpen: boolean; toggle: () => void; panelId: string }
type Answering = Pick<QueueProps, 'busyWith'> & { settle: Settle }

/** Messages of users to the team, the one that is due next on top. */
export function TicketsQueue({ tickets, ...queue }: { tickets: AdminTicket[] } & Answering) {
  const isOpen = ({ status }: AdminTicket) => status === 'open'
  const draw = (ticket: AdminTicket, line: Line) => <Ticket ticket={ticket} line={line} {...queue} />
  return (
    <>
      <QueueList title="Open" items={tickets.filter(isOpen)} empty="No open tickets.">
        {draw}
      </QueueList>
      <QueueList title="Answered" isDone items={tickets.filter((one) => !isOpen(one))} empty="None yet.">
        {draw}
      </QueueList>
    </>
  )
}

type TicketProps = { ticket: AdminTicket; line: Line } & Answering

function Ticket({ ticket, line, settle, busyWith }: TicketProps) {
  const { kind, category, subject, message, name, email, status, messages, ticketNumber } = ticket
  const author = name ?? email ?? (ticket.hasAccount ? 'A member' : 'A guest')
  const first = { id: ticket.id, from: 'author', text: message, createdAt: ticket.createdAt } as const
  return (
    <QueueRow
      {...line}
      name={subject ?? message}
      portrait={{ name: author, src: null }}
      detail={`${author} · ${messages.at(-1)?.text ?? message}`}
      badges={
        <>
          {status === 'open' && !ticket.isSuspect && ticket.answerBy && <AnswerDueBadge dueAt={ticket.answerBy} />}
          <Badge>{ticketNumber}</Badge>
          <Badge>{kind === 'support' ? `Support: ${categoryLabel(kind, category)}` : categoryLabel(kind, category)}</Badge>
          {ticket.isSuspect && <Badge tone="red">Possible bot</Badge>}
          {status === 'closed' && <Badge>Closed</Badge>}
        </>
      }
    >
      <div className="mt-5 grid gap-8 rounded-box border border-rule bg-sheet p-5 sm:p-7 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-6">
          {messages.length >= MAX_MESSAGES && (
            <p className="text-soft">The first message and the latest {MAX_MESSAGES}: messages in between are not shown.</p>
          )}
          <ol className="grid gap-4">
            {[first, ...messages].map((each) => (
              <li key={each.id} className={`border-l-2 pl-4 ${each.from === 'team' ? 'border-green' : 'border-edge'}`}>
                <p className="column-head mb-1">
                  {each.from === 'team' ? 'We' : author} · {formatDateTime(each.createdAt)}
                </p>
                <LongText text={each.text} />
              </li>
            ))}
          </ol>
          <ReplyBox ticket={ticket} settle={settle} isBusy={busyWith === ticket.id} />
        </div>
        <Facts
          title="Sender"
          facts={[
            { label: 'Name', value: name && (ticket.hasAccount ? name : `${name} (as typed)`) },
            { label: 'Answers go to', value: email ?? 'Only in the app' },
            { label: 'Account', value: ticket.hasAccount ? 'Yes' : 'No confirmed address' },
            { label: 'Arrived', value: formatDateTime(ticket.createdAt) },
          ]}
        />
      </div>
    </QueueRow>
  )
}
