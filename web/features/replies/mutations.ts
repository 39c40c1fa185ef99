import type { GiveReply } from '#shared/replies/contract.ts'
import { OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Replies to a founder; resolves once the mutation is stored on this device. */
export const giveReply = (reply: GiveReply) => enqueue('request.reply', reply)

/** The reply is shown at the request immediately. */
export const showReply: ClientMutator<GiveReply> = async (db, { requestId, choice, text }, madeAt) => {
  const request = await db.requestsReceived.get(requestId)
  if (!request || request.reply) return
  await db.requestsReceived.put({ ...request, reply: { choice, text, repliedAt: madeAt }, version: OPTIMISTIC })
}
