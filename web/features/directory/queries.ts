import { useMemo, useSyncExternalStore } from 'react'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { DirectoryExtent, Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import { TOP_PLACES } from '#shared/directory/popularity.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { firstInvestors } from '#web/replica/first-investors.ts'
import { DirectoryStore } from '#web/replica/public-replica.ts'

const store = new DirectoryStore(directoryDb)
/** What this principal keeps beside the devices' part. Loaded only where the directory is larger than that. */
store.onPartial = () =>
  void import('./beyond/follow-kept.ts').then(
    ({ followKept }) => followKept((investors) => store.keep(investors)),
    () => undefined,
  )
const currentVersion = () => store.version
const useVersion = () => useSyncExternalStore(store.subscribe, currentVersion, currentVersion)

export type InvestorSearch = {
  total: number
  items: Investor[]
  /** False while more of the directory is still arriving. */
  isComplete: boolean
}

/** Matching investors, in order; `undefined` until the first of them are on this device. */
export function useInvestorSearch(query: DirectoryQuery): InvestorSearch | undefined {
  const version = useVersion()
  // A query object created in each render has the same key while its content is the same.
  const key = JSON.stringify(query)
  // `version`, here and below, represents the content of the store.
  return useMemo(() => {
    if (version === 0) return undefined
    const stableQuery: DirectoryQuery = JSON.parse(key)
    return { ...store.set.index.query({ limit: store.set.index.size, ...stableQuery }), isComplete: store.isComplete }
  }, [version, key])
}

/** How much of the directory devices hold; `undefined` while they hold all of it. */
export function useDirectoryExtent(): DirectoryExtent | undefined {
  useVersion()
  return store.extent
}

/** Whether the devices' part of the directory has an investor, now. */
export const isInDirectory = (id: VcId) => store.set.isInDirectory(id)

/** Number of investors that a search on this device covers. */
export function useInvestorsHere(): number {
  useVersion()
  return store.set.index.size
}

/** One investor: `undefined` while it may still arrive, `null` once the whole directory is loaded without it. */
export function useInvestor(id: VcId): Investor | null | undefined {
  useVersion()
  if (store.isComplete) return store.set.index.get(id) ?? null
  return store.set.index.get(id) ?? firstInvestors()?.find((investor) => investor.id === id)
}

/** Those of these investors that are on this device, by id. */
export function useInvestors(ids: readonly VcId[]): ReadonlyMap<VcId, Investor> {
  useVersion()
  return new Map(ids.flatMap((id) => store.set.index.get(id) ?? []).map((investor) => [investor.id, investor]))
}

/** Demand in the last 30 days; `null` when there was none. */
export function useInvestorStats(id: VcId): InvestorStats | null | undefined {
  useVersion()
  return store.set.index.getStats(id) ?? (store.isComplete ? null : undefined)
}

export const useColdFunds = () => useAll<ColdFund>('coldFunds')
export const useProjects = () => useAll<Project>('projects')

/** One published project: `undefined` while it may still arrive, `null` once the whole directory is loaded without it. */
export function useProject(id: ProjectId): Project | null | undefined {
  useVersion()
  return (store.set.get('projects', id) as Doc as Project | undefined) ?? (store.isComplete ? null : undefined)
}

/**
 * One fund of the Cold Investor Scout: `undefined` while it may still arrive, `null` once the whole directory is loaded without
 * it.
 */
export function useColdFund(slug: string): ColdFund | null | undefined {
  const funds = useColdFunds()
  return funds?.find(({ fundSlug }) => fundSlug === slug) ?? (store.isComplete ? null : undefined)
}

function useAll<One extends ColdFund | Project>(collection: 'coldFunds' | 'projects') {
  const version = useVersion()
  return useMemo(() => {
    if (version === 0) return undefined
    const docs = store.set.list(collection) as Doc[] as One[]
    return docs.length > 0 || store.isComplete ? docs : undefined
  }, [version, collection])
}

export type AllInvestors = { documents: () => Iterable<Investor>; isComplete: boolean }

/** All local investors, a new value after every change; `undefined` until the first of them are on this device. */
export function useAllInvestors(): AllInvestors | undefined {
  const version = useVersion()
  return useMemo(
    () => (version === 0 ? undefined : { documents: () => store.set.index.documents(), isComplete: store.isComplete }),
    [version],
  )
}

export type TopInvestor = { investor: Investor; stats: InvestorStats; rank: number }

/** The top of the leaderboard, shorter while fewer investors have enough requests; `undefined` until the directory is loaded. */
export function useTopInvestors(): TopInvestor[] | undefined {
  const version = useVersion()
  return useMemo(() => {
    if (version === 0) return undefined
    const { index } = store.set
    const { items } = index.query({ sort: 'requests', limit: TOP_PLACES * 2 })
    return items
      .flatMap((investor) => {
        const stats = index.getStats(investor.id)
        return stats?.rank ? [{ investor, stats, rank: stats.rank }] : []
      })
      .slice(0, TOP_PLACES)
  }, [version])
}

/** Demand by investor, for lists that show it on every card. */
export function useStatsOf(): (id: VcId) => InvestorStats | undefined {
  const version = useVersion()
  // A new function with every version, so that components that use it render again.
  return useMemo(() => (version === 0 ? () => undefined : (id: VcId) => store.set.index.getStats(id)), [version])
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
      wanted: index.query({ limit: index.size }).items.filter(({ id }) => index.getStats(id)).length,
    }
  }, [version])
}
