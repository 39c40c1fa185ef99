import type { Transaction } from '#server/database/client.ts'
import { callReplied } from '#server/email/messages/bookings.ts'
import { type CallReply, callReplyRefusal, type ReplyToCall } from '#shared/bookings/call-reply.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { noticeCall } from './call-notices.ts'
import { type NotifyDeps, notifyParticipants } from './notify-participants.ts'
import { listSoldListings, lockCall, updateCall } from './queries.ts'

/**
 * The investor of a booked call replies to its founder, once, and the founder is notified in the app and by mail. The call stays as it
 * is. The same reply again changes nothing.
 *
 * @param principalId  the investor
 * @throws Problem `not-found`, also for the founder and for a call of others; `bookings.replied` after another reply;
 *   `bookings.ended`, `bookings.begun`
 */
export async function replyToCall(
  tx: Transaction,
  { principalId, now, deps }: { principalId: PrincipalId; now: Date; deps: NotifyDeps },
  { bookingId, text }: ReplyToCall,
): Promise<CallReply> {
  const paid = await lockCall(tx, bookingId)
  const isOwn =
    paid && paid.call.principalId !== principalId && (await listSoldListings(tx, principalId)).includes(paid.call.vcId)
  if (!isOwn) throw new Problem('not-found')
  const { call } = paid
  if (call.repliedAt) {
    if (call.replyText !== text) throw new Problem('bookings.replied')
    return { text, repliedAt: call.repliedAt.toISOString() }
  }
  const refused = callReplyRefusal({ status: call.status, start: call.meetingDateTime }, now)
  if (refused) throw new Problem(refused)
  await updateCall(tx, bookingId, { replyText: text, repliedAt: now })
  await noticeCall(tx, call, { kind: 'call-replied', sides: ['founder'], occasion: 'reply', facts: {}, now })
  await notifyParticipants(tx, deps, bookingId, {
    template: 'call-replied',
    group: 'replies',
    write: (facts) => callReplied(facts, text),
    withCalendar: false,
    sides: ['founder'],
  })
  return { text, repliedAt: now.toISOString() }
}
