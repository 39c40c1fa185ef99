import type { ReplyToCall } from '#shared/bookings/call-reply.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Replies to the founder of a booked call; resolves once the mutation is stored on this device. */
export const replyToCall = (reply: ReplyToCall) => enqueue('call.reply', reply)

/** The reply is shown at the call immediately. */
export const showCallReply: ClientMutator<ReplyToCall> = async (db, { bookingId, text }, madeAt) => {
  const call = await db.bookings.get(bookingId)
  if (!call || call.reply) return
  await db.bookings.put({ ...call, reply: { text, repliedAt: madeAt }, version: OPTIMISTIC })
}
