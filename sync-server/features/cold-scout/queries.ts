import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import { coldInvestors, decisionMakers } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { ColdInvestorId } from '#shared/ids.ts'

export type FundRow = Awaited<ReturnType<typeof listFunds>>[number]
export type DecisionMakerRow = Awaited<ReturnType<typeof listDecisionMakers>>[number]

export async function listFunds(db: Queryable, where?: SQL) {
  const { id, fundName, fundSlug, website, investmentFocus } = coldInvestors
  return db
    .select({ id, fundName, fundSlug, website, investmentFocus })
    .from(coldInvestors)
    .where(where)
    .orderBy(asc(fundName), asc(id))
}

/** The people of some funds, in their order. Links stay behind: only whether there are any is read. */
export async function listDecisionMakers(db: Queryable, funds: ColdInvestorId[]) {
  return db
    .select({
      id: decisionMakers.id,
      fundId: decisionMakers.coldInvestorId,
      role: decisionMakers.role,
      fullName: decisionMakers.fullName,
      hasLinkedin: sql<boolean>`${decisionMakers.linkedinUrl} is not null`,
      hasTwitter: sql<boolean>`${decisionMakers.twitterUrl} is not null`,
    })
    .from(decisionMakers)
    .where(inArray(decisionMakers.coldInvestorId, funds))
    .orderBy(asc(decisionMakers.position), asc(decisionMakers.id))
}
