import { useId, useState } from 'react'
import type { TicketKind } from '#shared/help/categories.ts'
import { Button } from '#web/ui/button.tsx'
import { useTickets } from './queries.ts'
import { TicketEntry } from './ticket-entry.tsx'

const AT_FIRST = 5

/** Tickets that this user has sent to the team; nothing where there are none. */
export function TicketList({ kind, title }: { kind: TicketKind; title: string }) {
  const tickets = useTickets(kind)
  const headingId = useId()
  const [now] = useState(() => new Date())
  const [shown, setShown] = useState(AT_FIRST)
  if (!tickets || tickets.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mb-12">
      <h2 id={headingId} className="border-b border-edge pb-2 text-2xl">
        {title} <span className="font-sans text-base text-soft">{tickets.length}</span>
      </h2>
      <ol className="divide-y divide-rule border-b border-rule">
        {tickets.slice(0, shown).map((ticket) => (
          <li key={ticket.id}>
            <TicketEntry ticket={ticket} now={now} />
          </li>
        ))}
      </ol>
      {tickets.length > shown && (
        <Button variant="outline" className="mt-4" onClick={() => setShown(tickets.length)}>
          Show all {tickets.length}
        </Button>
      )}
    </section>
  )
}
