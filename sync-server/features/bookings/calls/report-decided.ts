import type { Transaction } from '#server/database/client.ts'
import { reportDecided } from '#server/email/messages/bookings.ts'
import type { OrderId } from '#shared/ids.ts'
import { noticeCall } from './call-notices.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { findCallOfOrder } from './queries.ts'

/**
 * Notifies the investor that an admin has decided about the price of a call that was reported as a no-show. The founder receives
 * the decision as one about their refund. Does nothing for other orders: the seller of a refunded one learns it from the refund.
 *
 * @param decision  `occasion` distinguishes decisions about one order: a report after a rejection is decided again
 */
export async function noteDecision(
  tx: Transaction,
  deps: NotifyDeps,
  orderId: OrderId,
  { isReturned, occasion }: { isReturned: boolean; occasion: string },
) {
  const call = await findCallOfOrder(tx, orderId)
  if (!call?.noShowBy) return
  await noticeCall(tx, call, { kind: 'call-decided', sides: ['investor'], occasion, facts: { isReturned }, now: deps.now() })
  await notifyParticipants(tx, deps, call.id, {
    template: 'call-decided',
    write: (facts) => reportDecided(facts, isReturned),
    withCalendar: false,
    sides: ['investor'],
  })
}
