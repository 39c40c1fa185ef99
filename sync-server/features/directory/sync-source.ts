import { directoryInvestors, investorStats, vcs } from '#drizzle/schema/index.ts'
import { changedSince } from '#server/sync/public/changed-since.ts'
import type { DirectorySource } from '#server/sync/public/public-source.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { bestFirst, toRanked } from '#shared/directory/sort-orders.ts'
import { type PublicInvestor, presentInvestor } from './present-investor.ts'
import { type ListedInvestor, listListed, listPlatform, listStats, type PlatformInvestor } from './queries.ts'

const bothKinds = (platform: PlatformInvestor[], listed: ListedInvestor[]): PublicInvestor[] => [
  ...platform.map((row) => ({ ...row, vcType: 'platform' as const })),
  ...listed.map((row) => ({ ...row, vcType: 'airtable' as const })),
]

export const investorSource: DirectorySource<Investor> = {
  async listAll(tx) {
    const stats = new Map((await listStats(tx)).map((row) => [row.id, row]))
    const investors = bothKinds(await listPlatform(tx), await listListed(tx)).map(presentInvestor)
    return investors
      .map((investor) => toRanked(investor, stats.get(investor.id)))
      .sort(bestFirst)
      .map(({ doc }) => doc)
  },

  async listChanged(tx, since, buried) {
    const platform = await listPlatform(tx, changedSince(vcs, since, buried))
    const listed = await listListed(tx, changedSince(directoryInvestors, since, buried))
    const rows = bothKinds(platform, listed)
    return {
      put: rows.filter((row) => row.isPublic).map(presentInvestor),
      del: rows.filter((row) => !row.isPublic).map((row) => row.id),
    }
  },
}

export const statsSource: DirectorySource<InvestorStats> = {
  listAll: (tx) => listStats(tx),
  listChanged: async (tx, since, buried) => ({ put: await listStats(tx, changedSince(investorStats, since, buried)), del: [] }),
}
