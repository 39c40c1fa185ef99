import { callReplyRefusal } from '#shared/bookings/call-reply.ts'
import type { Booking } from '#shared/bookings/contract.ts'
import { formatLongDate } from '#web/ui/dates.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { CallReplyForm } from './call-reply-form.tsx'

/**
 * What the investor said before the call, for either side, or the form for the investor until the call begins. A server of the last
 * release takes no reply, and sends no field for one.
 *
 * @param now  milliseconds since the epoch
 */
export function CallReplyArea({ call, now }: { call: Booking; now: number }) {
  const { reply, role, status, start, counterpart } = call
  if (reply) {
    return (
      <div className="mt-4 grid gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <span>
            {role === 'investor' ? (
              'You confirmed this call'
            ) : (
              <>
                <bdi>{counterpart.name}</bdi> confirmed this call
              </>
            )}
          </span>
          <time dateTime={reply.repliedAt}>{formatLongDate(reply.repliedAt)}</time>
        </p>
        {reply.text && (
          <div className="border-l-2 border-rule pl-4 text-soft">
            <LongText text={reply.text} />
          </div>
        )}
      </div>
    )
  }
  const isTaken = reply === null && !callReplyRefusal({ status, start: new Date(start) }, new Date(now))
  return role === 'investor' && isTaken ? <CallReplyForm call={call} /> : null
}
