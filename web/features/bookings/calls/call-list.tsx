import { type ReactNode, useState } from 'react'
import type { Booking } from '#shared/bookings/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { CallCard } from './call-card.tsx'
import { splitCalls } from './split-calls.ts'

type Props = { calls: readonly Booking[]; now: number; isOffline: boolean; heldIds: ReadonlySet<VcId> }

/** Upcoming calls, the next one first; then past calls, the latest first. */
export function CallList({ calls, now, isOffline, heldIds }: Props) {
  const { coming, past } = splitCalls(calls, now)
  const card = (call: Booking) => (
    <CallCard key={call.id} call={call} now={now} isOffline={isOffline} holdsContact={heldIds.has(call.vcId)} />
  )
  return (
    <div className="grid gap-12">
      <section aria-labelledby="calls-coming">
        <Head id="calls-coming" title="Upcoming" count={coming.length} />
        {coming.length > 0 ? coming.map(card) : <p className="py-6 text-soft">No upcoming calls.</p>}
      </section>
      {past.length > 0 && (
        <section aria-labelledby="calls-past">
          <Head id="calls-past" title="Past and cancelled" count={past.length} />
          <Some items={past} render={card} />
        </section>
      )}
    </div>
  )
}

const Head = ({ id, title, count }: { id: string; title: string; count: number }) => (
  <h2 id={id} className="border-b border-edge pb-2 text-2xl">
    {title} {count > 0 && <span className="ml-1 text-soft tabular-nums">{count}</span>}
  </h2>
)

const FIRST = 10

function Some({ items, render }: { items: Booking[]; render: (call: Booking) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const hidden = isOpen ? 0 : items.length - FIRST
  return (
    <>
      {(isOpen ? items : items.slice(0, FIRST)).map(render)}
      {hidden > 0 && (
        <Button variant="quiet" className="mt-4" onClick={() => setOpen(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}
