import { coldInvestors, decisionMakers } from '#drizzle/schema/index.ts'
import funds from '#drizzle/seed-data/cold-investors.json'
import type { Database } from '#server/db.ts'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'

type DecisionMaker = { role: string; fullName: string; linkedinUrl?: string; twitterUrl?: string }

const idOf = (slug: string) => `cold_${slug}` as ColdInvestorId

/** The sample's cold funds under ids made of their slugs, so that seeding again adds nothing. */
export async function seedColdFunds(db: Database) {
  const rows = funds.map(({ fundName, fundSlug, website, investmentFocus }) => ({
    id: idOf(fundSlug),
    fundName,
    fundSlug,
    website: safeUrl(website) ?? null,
    investmentFocus,
  }))
  const people = funds.flatMap((fund) =>
    fund.decisionMakers.map(({ role, fullName, linkedinUrl, twitterUrl }: DecisionMaker, position) => ({
      id: `dm_${fund.fundSlug}_${position}` as DecisionMakerId,
      coldInvestorId: idOf(fund.fundSlug),
      position,
      role,
      fullName,
      linkedinUrl: safeUrl(linkedinUrl) ?? null,
      twitterUrl: safeUrl(twitterUrl) ?? null,
    })),
  )
  await db.transaction(async (tx) => {
    await tx.insert(coldInvestors).values(rows).onConflictDoNothing()
    await tx.insert(decisionMakers).values(people).onConflictDoNothing()
  })
}
