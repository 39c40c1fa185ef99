import type { Queryable } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { requestStats } from '#server/features/directory/stats/refresh-stats.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import { receiptOf } from '#server/features/orders/receipts/receipt-mail.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { INTRO_ACTIVE_MS } from '#shared/unlocks/intro.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { findFounder, hasGrant, ownsListing } from './queries.ts'
import { findStandingIntro, findUnlockRequest, setRequestMessage, upsertRequest } from './request-queries.ts'
import { findSeller, type Seller } from './seller.ts'

// Other features never import queries.
export { findUnlockRequest }

/** Stored because the specification requires it; nothing depends on it. */
const ACCOUNT_SCORE = 75
const GUEST_SCORE = 50

export type Request = {
  vcId: VcId
  requestType: 'unlock' | 'intro'
  founderEmail?: string | null | undefined
  message?: string
}

/** Records a request for an investor. Score, tags and amount are computed here, regardless of what the client sent. */
export async function requestInvestor(db: Queryable, principalId: PrincipalId, request: Request, now: Date): Promise<string> {
  const { vcId, requestType, message } = request
  const seller = await findSeller(db, vcId)
  if (!seller) throw new Problem('not-found')
  if (await ownsListing(db, principalId, vcId)) throw new Problem('unlocks.own-profile')
  if (requestType === 'intro') {
    const openIntro = await findStandingIntro(db, principalId, vcId, new Date(now.getTime() - INTRO_ACTIVE_MS))
    // The team is already working on it: a second request would be redundant.
    if (openIntro) {
      if (message) await setRequestMessage(db, openIntro.id, message)
      return openIntro.id
    }
  }
  if (requestType === 'unlock') {
    // What is bought already is no new request: it would hide the one that the investor may have replied to.
    const bought = (await hasGrant(db, principalId, vcId)) && (await findUnlockRequest(db, principalId, vcId))
    if (bought) return bought.id
  }
  return insertRequest(db, principalId, seller, request, now)
}

/** Records the request of an unlock that was paid without one, so that the investor sees it and can reply. */
export async function recordUnlock(db: Queryable, principalId: PrincipalId, vcId: VcId, now: Date) {
  if (await findUnlockRequest(db, principalId, vcId)) return
  const seller = await findSeller(db, vcId)
  if (seller) await insertRequest(db, principalId, seller, { vcId, requestType: 'unlock' }, now)
}

async function insertRequest(
  db: Queryable,
  principalId: PrincipalId,
  seller: Seller,
  { vcId, requestType, founderEmail, message }: Request,
  now: Date,
): Promise<string> {
  const founder = await findFounder(db, principalId)
  const price = quote({ kind: 'vc_unlock', vcType: seller.vcType, price: seller.price }).amount
  const id = await upsertRequest(db, {
    id: newId('req'),
    vcId,
    vcType: seller.vcType,
    principalId,
    founderEmail: founder?.email ?? receiptOf(founderEmail).receiptEmail ?? null,
    userId: founder?.userId ?? null,
    founderScore: founder ? ACCOUNT_SCORE : GUEST_SCORE,
    tags: [seller.tag],
    requestType,
    message: message || null,
    amount: requestType === 'intro' ? cents(0) : price,
    day: now.toISOString().slice(0, 10),
    createdAt: now,
  })
  if (requestType === 'intro')
    await writeNotice(db, { host: vcId }, { kind: 'request', subject: id, facts: { requestId: id }, now })
  await requestStats(db)
  return id
}
