import { directoryExtents, directoryInvestors, investorStats, vcs } from '#drizzle/schema/index.ts'
import { changedSince } from '#server/sync/public/changed-since.ts'
import type { DirectorySource } from '#server/sync/public/public-source.ts'
import type { DirectoryExtent, Investor, InvestorStats } from '#shared/directory/contract.ts'
import { bestFirst, toRanked } from '#shared/directory/sort-orders.ts'
import { listExtents } from './extent/queries.ts'
import { presentInvestor } from './present-investor.ts'
import { bothKinds, listListed, listPlatform, listStats } from './queries.ts'

const isOnDevices = ({ isPublic, onDevices }: { isPublic: boolean; onDevices: boolean }) => isPublic && onDevices

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
    const rows = bothKinds(
      ...(await Promise.all([
        listPlatform(tx, changedSince(vcs, since, buried)),
        listListed(tx, changedSince(directoryInvestors, since, buried)),
      ])),
    )
    return {
      put: rows.filter(isOnDevices).map(presentInvestor),
      del: rows.filter((row) => !isOnDevices(row)).map((row) => row.id),
    }
  },
}

export const statsSource: DirectorySource<InvestorStats> = {
  listAll: (tx) => listStats(tx),
  listChanged: async (tx, since, buried) => ({ put: await listStats(tx, changedSince(investorStats, since, buried)), del: [] }),
}

/** Absent while all listed investors are on devices. */
export const extentSource: DirectorySource<DirectoryExtent> = {
  listAll: async (tx) => listExtents(tx).then(({ put }) => put),
  listChanged: (tx, since, buried) => listExtents(tx, changedSince(directoryExtents, since, buried)),
}
