import type { Database, Queryable, Transaction } from '#server/database/client.ts'
import { replyGiven } from '#server/email/messages/replies.ts'
import { queueMail } from '#server/email/outbox.ts'
import { requestStats } from '#server/features/directory/stats/refresh-stats.ts'
import { findRequestReceived } from '#server/features/listings/activity.ts'
import { findRecipient } from '#server/features/refunds/find-recipient.ts'
import { findUnlockRequest } from '#server/features/unlocks/requests.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { GiveMailedReply, GiveReply, MailedReply, Reply } from '#shared/replies/contract.ts'
import { deleteExpiredLinks, findLink, insertLink, lockRequest, type RequestToReplyTo, setReply } from './queries.ts'

export type ReplyDeps = { db: Database; now: () => Date; base: () => string }

const LINK_TTL_MS = 30 * 24 * 60 * 60 * 1000

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
  await queueMail(tx, { to: to.email, template: 'reply', message: replyGiven({ name: to.name, investor, reply, link }) })
}

/**
 * A link to reply to a sale, for the mail about it. Undefined when the founder has no request, or it has a reply already.
 *
 * @param userId  the account that owns the listing
 */
export async function createReplyLink(
  tx: Transaction,
  { founder, vcId, userId, now, base }: { founder: PrincipalId; vcId: VcId; userId: UserId; now: Date; base: string },
): Promise<{ url: string; expiresAt: Date } | undefined> {
  const request = await findUnlockRequest(tx, founder, vcId)
  if (!request || request.repliedAt) return undefined
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + LINK_TTL_MS)
  await insertLink(tx, { tokenHash: hashToken(token), requestId: request.id, userId, expiresAt })
  return { url: `${base}/reply#${token}`, expiresAt }
}

/** What a mailed link is about. @throws Problem `accounts.link-invalid` */
export async function previewLink({ db, now }: ReplyDeps, token: string): Promise<MailedReply> {
  const { requestId, principalId } = await linkOf(db, token, now())
  const request = await findRequestReceived(db, principalId, requestId)
  if (!request) throw new Problem('accounts.link-invalid')
  return { founderName: request.founderName, projectName: request.projectName, reply: request.reply ?? null }
}

/** Replies with a mailed link. @throws Problem `accounts.link-invalid`, and as `giveReply` */
export const giveMailedReply = ({ db, now, base }: ReplyDeps, { token, ...given }: GiveMailedReply): Promise<Reply> =>
  db.transaction(async (tx) => {
    const at = now()
    const { requestId, principalId } = await linkOf(tx, token, at)
    return giveReply(tx, { ...given, requestId, principalId, now: at, base: base() })
  })

async function linkOf(db: Queryable, token: string, now: Date) {
  const link = await findLink(db, hashToken(token), now)
  if (!link) throw new Problem('accounts.link-invalid')
  return link
}

export const pruneLinks = ({ db, now }: Pick<ReplyDeps, 'db' | 'now'>) => deleteExpiredLinks(db, now())
