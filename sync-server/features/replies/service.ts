import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { replyGiven } from '#server/email/messages/replies.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import type { NotifyDeps } from '#server/features/bookings/calls/notify-participants.ts'
import { replyToCall } from '#server/features/bookings/calls/reply-to-call.ts'
import { readBooking } from '#server/features/bookings/calls/transition.ts'
import { requestStats } from '#server/features/directory/stats/refresh-stats.ts'
import { findRequestReceived } from '#server/features/listings/activity.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { findRecipient } from '#server/features/refunds/find-recipient.ts'
import { hashToken } from '#server/http/token.ts'
import type { BookingId, PrincipalId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { GiveMailedReply, GiveReply, MailedReply, Reply } from '#shared/replies/contract.ts'
import { deleteExpiredLinks, findLink, lockRequest, type RequestToReplyTo, setReply } from './queries.ts'

export type ReplyDeps = NotifyDeps & { db: Database }

/**
 * Replies to a request for the caller's own listing, once, and mails the founder. The same reply again changes nothing.
 *
 * @param principalId  the investor
 * @throws Problem `not-found`; `replies.given` when another reply was given; `replies.closed` when the payment was returned
 */
export async function giveReply(
  tx: Transaction,
  { requestId, choice, text, principalId, now, base }: GiveReply & { principalId: PrincipalId; now: Date; base: string },
): Promise<Reply> {
  const request = await lockRequest(tx, principalId, requestId)
  if (!request) throw new Problem('not-found')
  const reply = { choice, text, repliedAt: now.toISOString() }
  if (request.reply_choice !== null) {
    if (request.reply_choice !== choice || request.reply_text !== text) throw new Problem('replies.given')
    return reply
  }
  if (request.status === 'refunded' || request.status === 'revoked') throw new Problem('replies.closed')
  await setReply(tx, requestId, reply)
  await writeNotice(
    tx,
    { principalId: request.principal_id },
    { kind: 'reply', subject: requestId, facts: { vcId: request.vc_id, choice, isBought: request.snapshot !== null }, now },
  )
  await mailFounder(tx, request, reply, base)
  await requestStats(tx)
  return reply
}

async function mailFounder(tx: Transaction, request: RequestToReplyTo, reply: Reply, base: string) {
  const { principal_id: principalId, snapshot, vc_id: vcId, investor } = request
  // A receipt was sent to the address of a purchase. Any other address may have been typed by another user.
  if (!snapshot && !request.is_proved) return
  const to = await findRecipient(tx, { principalId, snapshot: snapshot ?? { title: '' } })
  if (!to) return
  const link = snapshot ? `${base}/contacts/${vcId}` : `${base}/vc/${vcId}`
  const message = replyGiven({ name: to.name, investor, reply, link })
  await queueOptionalMail(tx, { group: 'replies', of: principalId, base }, { to: to.email, template: 'reply', message })
}

/** What a mailed link is about. @throws Problem `links.invalid` */
export async function previewLink(deps: ReplyDeps, token: string): Promise<MailedReply> {
  const { db, now } = deps
  const { requestId, bookingId, principalId } = await linkOf(db, token, now())
  if (bookingId) return previewCall(deps, principalId, bookingId)
  const request = requestId === null ? undefined : await findRequestReceived(db, principalId, requestId)
  if (!request) throw new Problem('links.invalid')
  return {
    requestId: request.id,
    founderName: request.founderName,
    projectName: request.projectName,
    reply: request.reply ?? null,
  }
}

async function previewCall(deps: ReplyDeps, principalId: PrincipalId, bookingId: BookingId): Promise<MailedReply> {
  const { id, role, counterpart, reply, start, end, vcTimeZone: timeZone } = await readBooking(deps, principalId, bookingId)
  if (role !== 'investor') throw new Problem('links.invalid')
  return {
    ...{ founderName: counterpart.name, projectName: counterpart.company ?? '' },
    reply: reply ? { choice: 'yes', ...reply } : null,
    call: { id, start, end, timeZone },
  }
}

/**
 * Replies with a mailed link. A booked call takes `yes` alone: it is paid for, and another answer needs its terms.
 *
 * @throws Problem `links.invalid`, `replies.call`, and as `giveReply` and `replyToCall`
 */
export const giveMailedReply = (deps: ReplyDeps, { token, ...given }: GiveMailedReply): Promise<Reply> =>
  deps.db.transaction(async (tx) => {
    const at = deps.now()
    const base = deps.base
    const { requestId, bookingId, principalId } = await linkOf(tx, token, at)
    if (bookingId) {
      if (given.choice !== 'yes') throw new Problem('replies.call')
      return { choice: 'yes', ...(await replyToCall(tx, { principalId, now: at, deps }, { bookingId, text: given.text })) }
    }
    if (requestId === null) throw new Problem('links.invalid')
    return giveReply(tx, { ...given, requestId, principalId, now: at, base: base() })
  })

async function linkOf(db: Queryable, token: string, now: Date) {
  const link = await findLink(db, hashToken(token), now)
  if (!link) throw new Problem('links.invalid')
  return link
}

export const pruneLinks = ({ db, now }: Pick<ReplyDeps, 'db' | 'now'>) => deleteExpiredLinks(db, now())
