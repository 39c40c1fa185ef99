import { directoryInvestors, investorStats, vcs } from '#drizzle/schema/index.ts'
import { changedSince } from '#server/sync/public/changed-since.ts'
import type { DirectorySource } from '#server/sync/public/public-source.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { type PublicInvestor, presentInvestor } from './present-investor.ts'
import { type ListedInvestor, listListed, listPlatform, listStats, type PlatformInvestor } from './queries.ts'

const bothKinds = (platform: PlatformInvestor[], listed: ListedInvestor[]): PublicInvestor[] => [
  ...platform.map((row) => ({ ...row, vcType: 'platform' as const })),
  ...listed.map((row) => ({ ...row, vcType: 'airtable' as const })),
]

export const investorSource: DirectorySource<Investor> = {
  async listAll(tx) {
    const demand = new Map((await listStats(tx)).map((stats) => [stats.id, stats.totalRequests]))
    const investors = bothKinds(await listPlatform(tx), await listListed(tx)).map(presentInvestor)
    const demandOf = ({ id }: Investor) => demand.get(id) ?? 0
    return investors.sort(
      (a, b) =>
        Number(b.isVerified) - Number(a.isVerified) ||
        demandOf(b) - demandOf(a) ||
        (a.listedAt < b.listedAt ? 1 : a.listedAt > b.listedAt ? -1 : 0) ||
        (a.id < b.id ? -1 : 1),
    )
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
