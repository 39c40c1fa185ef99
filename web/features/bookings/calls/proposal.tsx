import { useState } from 'react'
import type { Booking, CallProposal } from '#shared/bookings/contract.ts'
import { clockIn, dayIn, isSameClock, spanIn, zoneAt } from '#shared/bookings/format-time.ts'
import { openProposalOf } from '#shared/bookings/proposal.ts'
import { FREE_CANCELLATION_HOURS, FREE_CANCELLATION_MS } from '#shared/bookings/rules.ts'
import { isInTime, slotAt } from '#shared/bookings/slots.ts'
import { otherZoneOf, ownZone } from '#web/features/bookings/local-time-zone.ts'
import { requestSync } from '#web/sync/engine/sync-port.ts'
import { Button } from '#web/ui/button.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { acceptProposal, endProposal, refusalWords } from './api.ts'

type Props = { call: Booking; now: number; isOffline: boolean }

/** The open proposal of another time: the other side accepts one of the times or declines, its author withdraws it. */
export function Proposal({ call, now, isOffline }: Props) {
  const proposal = openProposalOf(call, now)
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  if (!proposal) return null
  const isOwn = proposal.by === call.role
  const { name } = call.counterpart

  const run = async (key: string, send: () => Promise<Booking>, done: (after: Booking) => Parameters<typeof toast>[0]) => {
    setBusy(key)
    setRefusal(undefined)
    try {
      toast(done(await send()))
    } catch (error) {
      setRefusal(refusalWords(error))
    }
    setBusy(undefined)
    requestSync()
  }
  const accept = (start: string) =>
    run(
      start,
      () => acceptProposal(call.id, start),
      (after) => ({ title: 'Call moved', description: spanIn(ownZone(), after) }),
    )
  const end = (step: 'decline' | 'withdraw') =>
    run(
      step,
      () => endProposal(call.id, step, proposal.at),
      () => ({ title: step === 'decline' ? 'Proposal declined' : 'Proposal withdrawn' }),
    )

  return (
    <section aria-label="Proposed times" className="mt-4 grid gap-3 rounded-field bg-well px-4 py-4">
      <p>
        {isOwn ? (
          <>
            You proposed another time. <bdi>{name}</bdi> has not answered yet.
          </>
        ) : (
          <>
            <bdi>{name}</bdi> proposes another time.
          </>
        )}
      </p>
      {proposal.note && (
        <div className="border-l-2 border-rule pl-4 text-soft">
          <LongText text={proposal.note} />
        </div>
      )}
      <ul className="grid gap-2">
        {proposal.times.map((start) => (
          <li key={start} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <ProposedTime call={call} start={start} />
            {!isOwn && isInTime(Date.parse(start), new Date(now)) && (
              <Button
                variant="outline"
                aria-label={`Accept ${spanIn(ownZone(), slotAt(Date.parse(start)))}`}
                isBusy={busy === start}
                disabled={isOffline || busy !== undefined}
                onClick={() => void accept(start)}
              >
                Accept
              </Button>
            )}
          </li>
        ))}
      </ul>
      {refusal && <Notice tone="red">{refusal}</Notice>}
      <p className="text-sm text-soft">
        The call stays as it is until a time is accepted. Proposed times are not reserved.
        {!isOwn && endsFree(call, proposal, now) && ` A time within ${FREE_CANCELLATION_HOURS} hours ends free cancellation.`}
        {isOffline && ' Reconnect to answer.'}
      </p>
      <div className="-ml-3">
        <Button
          variant="quiet"
          className="px-3"
          isBusy={busy === 'decline' || busy === 'withdraw'}
          disabled={isOffline || busy !== undefined}
          onClick={() => void end(isOwn ? 'withdraw' : 'decline')}
        >
          {isOwn ? 'Withdraw proposal' : 'Decline proposal'}
        </Button>
      </div>
    </section>
  )
}

/** Whether a founder who accepts one of the times can no longer cancel for a refund. */
const endsFree = ({ contactFrom }: Booking, { times }: CallProposal, now: number) =>
  Boolean(contactFrom) && times.some((start) => Date.parse(start) - FREE_CANCELLATION_MS <= now)

/** In this device's time zone, and in the other participant's where that differs. */
function ProposedTime({ call, start }: { call: Booking; start: string }) {
  const span = slotAt(Date.parse(start))
  const [own, other] = [ownZone(), otherZoneOf(call)]
  return (
    <div className="min-w-0">
      <time dateTime={start}>
        {dayIn(own, start)}, {clockIn(own, span)}
      </time>
      {!isSameClock(own, other, start) && (
        <p className="text-sm text-soft">
          {dayIn(other, start) === dayIn(own, start) ? '' : `${dayIn(other, start).split(',')[0]} `}
          {clockIn(other, span)} in {zoneAt(other, start)}
        </p>
      )}
    </div>
  )
}
