import { projects } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import records from '#server/seed/data/projects.json'
import type { ProjectId } from '#shared/ids.ts'
import { safeUrl } from '#shared/url.ts'

const FIRST_PUBLISHED = Date.UTC(2026, 1, 1, 9)
const BETWEEN_TWO_MS = 9 * 60 * 60 * 1000

const text = (value: string) => value.trim() || null
const url = (value: string) => safeUrl(value) ?? null

/** The projects of the sample, public unless they are rejected, published in their order, newest first. */
export async function seedProjects(db: Database) {
  const rows = records.map((record, index): typeof projects.$inferInsert => {
    const publishedAt = new Date(FIRST_PUBLISHED - index * BETWEEN_TWO_MS)
    const status = statusOf(record['Verification Status'])
    return {
      id: `prj_demo_${String(index + 1).padStart(3, '0')}` as ProjectId,
      // Some projects of the sample have no name. They are stored without one, and the screens show that it is missing.
      companyName: text(record['Company Name']),
      logoUrl: url(record['Logo URL']),
      description: text(record.Description),
      projectStage: text(record['Project Stage']),
      ecosystem: text(record.Ecosystem),
      vertical: text(record.Vertical),
      status,
      importedVotes: record.Votes,
      voteCount: record.Votes,
      amountRaising: record['Amount Raising'],
      valuation: record.Valuation,
      committedAmount: record.committedAmount,
      revenueGenerating: record['Revenue Generating'] === 'Yes',
      twitterUrl: url(record['Twitter URL']),
      linkedinUrl: url(record['LinkedIn URL']),
      websiteUrl: url(record['Website URL']),
      founderTwitterUrl: url(record['Founder Twitter URL']),
      pitchDeckUrl: url(record['Pitch Deck URL']),
      founderName: text(record.founderName),
      teamSize: record.teamSize,
      location: text(record.location),
      teamRoles: text(record.teamRoles),
      roundType: text(record.roundType),
      idealInvestorType: text(record.idealInvestorType),
      traction: text(record.traction),
      email: text(record.email),
      isPublished: status !== 'rejected',
      publishedAt,
      createdAt: publishedAt,
    }
  })
  await db.insert(projects).values(rows).onConflictDoNothing()
}

const statusOf = (status: string) => (status === 'verified' || status === 'rejected' ? status : 'under review')
