import { and, desc, eq, sql } from 'drizzle-orm'
import { decisionMakers, decisionMakerUnlocks, directoryInvestors, vcRequests, vcs, vcUnlocks } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'

/** The display name of an investor of either kind; null when its record is deleted. */
const investorName = sql<
  string | null
>`coalesce(${directoryInvestors.name}, ${directoryInvestors.fund}, ${vcs.partnerName}, ${vcs.fundName})`

/** Of each kind the latest, as many as a user's devices store. An account may have made any number of requests over the years. */
const MAX_LISTED = 2000

export async function listRequests(db: Queryable, principalId: PrincipalId) {
  return db
    .select({ id: vcRequests.id, vcName: investorName, createdAt: vcRequests.createdAt })
    .from(vcRequests)
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, vcRequests.vcId))
    .leftJoin(vcs, eq(vcs.id, vcRequests.vcId))
    .where(eq(vcRequests.principalId, principalId))
    .orderBy(desc(vcRequests.createdAt), desc(vcRequests.id))
    .limit(MAX_LISTED)
}

export async function listUnlocks(db: Queryable, principalId: PrincipalId) {
  return db
    .select({ id: vcUnlocks.id, vcName: investorName, createdAt: vcUnlocks.createdAt })
    .from(vcUnlocks)
    .leftJoin(directoryInvestors, eq(directoryInvestors.id, vcUnlocks.vcId))
    .leftJoin(vcs, eq(vcs.id, vcUnlocks.vcId))
    .where(eq(vcUnlocks.principalId, principalId))
    .orderBy(desc(vcUnlocks.createdAt), desc(vcUnlocks.id))
    .limit(MAX_LISTED)
}

/** Unlocks whose names the principal may currently read: a refund hides the name again. */
export async function listDecisionMakerUnlocks(db: Queryable, principalId: PrincipalId) {
  return db
    .select({
      id: decisionMakerUnlocks.id,
      vcName: decisionMakers.fullName,
      createdAt: decisionMakerUnlocks.createdAt,
      orderId: decisionMakerUnlocks.orderId,
    })
    .from(decisionMakerUnlocks)
    .leftJoin(decisionMakers, eq(decisionMakers.id, decisionMakerUnlocks.decisionMakerId))
    .where(and(eq(decisionMakerUnlocks.principalId, principalId), eq(decisionMakerUnlocks.status, 'completed')))
    .orderBy(desc(decisionMakerUnlocks.createdAt), desc(decisionMakerUnlocks.id))
    .limit(MAX_LISTED)
}
