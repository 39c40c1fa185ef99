import { useMemo } from 'react'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { TOP_PLACES } from '#shared/directory/popularity.ts'
import type { VcId } from '#shared/ids.ts'
import type { DirectorySet } from '#web/replica/public-documents.ts'
import { store, useVersion } from './queries.ts'

// Apart from the queries about single investors, which every first visit loads.

export type TopInvestor = { investor: Investor; stats: InvestorStats; rank: number }

/**
 * The top of the leaderboard, shorter while fewer investors have enough requests; `undefined` until the directory is loaded.
 *
 * @param first  from the page, until all has arrived
 */
export function useTopInvestors(first?: DirectorySet): TopInvestor[] | undefined {
  const version = useVersion()
  return useMemo(() => {
    if (version === 0 && !first) return undefined
    const { index } = first ?? store.set
    const { items } = index.query({ sort: 'requests', limit: TOP_PLACES * 2 })
    return items
      .flatMap((investor) => {
        const stats = index.getStats(investor.id)
        return stats?.rank ? [{ investor, stats, rank: stats.rank }] : []
      })
      .slice(0, TOP_PLACES)
  }, [version, first])
}

/** Demand by investor, for lists that show it on every card. */
export function useStatsOf(first?: DirectorySet): (id: VcId) => InvestorStats | undefined {
  const version = useVersion()
  // A new function with every version, so that components that use it render again.
  return useMemo(
    () => (version === 0 && !first ? () => undefined : (id: VcId) => store.set.index.getStats(id) ?? first?.index.getStats(id)),
    [version, first],
  )
}

/** Numbers of investors listed, verified, and requested in the last 30 days; `undefined` until the whole directory is loaded. */
export function useInvestorCounts() {
  const version = useVersion()
  return useMemo(() => {
    if (version === 0 || !store.isComplete) return undefined
    // The numbers below are of this device: with the whole directory there would be more of each.
    if (store.extent) return undefined
    const { index } = store.set
    return {
      listed: index.size,
      verified: index.query({ isVerified: true, limit: 0 }).total,
      wanted: index.query({ limit: index.size }).items.filter(({ id }) => index.getStats(id)?.totalRequests).length,
    }
  }, [version])
}
