import type { Transaction } from '#server/database/client.ts'
import { findUnlockRequest } from '#server/features/unlocks/requests.ts'
import { hashToken, randomToken } from '#server/http/token.ts'
import type { BookingId, PrincipalId, UserId, VcId } from '#shared/ids.ts'
import { findHost, insertLink } from './queries.ts'

const LINK_TTL_MS = 30 * 24 * 60 * 60 * 1000

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

/**
 * A link to reply to a booked call without signing in, for the mail about it. It ends when the call begins. Undefined where the
 * investor has no account, and so could not reply in the app either.
 */
export async function createCallLink(
  tx: Transaction,
  { id, vcId, start, base }: { id: BookingId; vcId: VcId; start: Date; base: string },
): Promise<{ url: string; expiresAt: Date } | undefined> {
  const userId = await findHost(tx, vcId)
  if (!userId) return undefined
  const token = randomToken()
  await insertLink(tx, { tokenHash: hashToken(token), bookingId: id, userId, expiresAt: start })
  return { url: `${base}/reply#${token}`, expiresAt: start }
}
