import { coldInvestors, decisionMakers } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import type { Database } from '#server/database/client.ts'
import { notSuppressed } from '#server/features/directory/import/suppressions.ts'
import funds from '#server/seed/data/cold-investors.json'
import type { ColdInvestorId, DecisionMakerId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'

type DecisionMaker = { role: string; fullName: string; linkedinUrl?: string; twitterUrl?: string }

const idOf = (slug: string) => `cold_${slug}` as ColdInvestorId

/**
 * The cold funds of the sample. Ids are derived from slugs, so seeding again adds no duplicates. Suppressed people are left out.
 */
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
  const known = people.map((person) => ({ ...person, name: person.fullName, email: null, telegram: null }))
  const kept = new Set((await notSuppressed(db, await openKeyring(db), known)).map(({ id }) => id))
  const welcome = people.filter(({ id }) => kept.has(id))
  await db.transaction(async (tx) => {
    await tx.insert(coldInvestors).values(rows).onConflictDoNothing()
    if (welcome.length > 0) await tx.insert(decisionMakers).values(welcome).onConflictDoNothing()
  })
}
