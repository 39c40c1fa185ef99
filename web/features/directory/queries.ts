import { useMemo, useSyncExternalStore } from 'react'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import type { ProjectId, VcId } from '#shared/ids.ts'
import type { Project } from '#shared/projects/contract.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import { directoryDb } from '#web/db/current.ts'
import { DirectoryStore } from './directory-store.ts'

const store = new DirectoryStore(directoryDb)
const useVersion = () => useSyncExternalStore(store.subscribe, () => store.version)

export type InvestorSearch = {
  total: number
  items: Investor[]
  /** False while more of the directory is still arriving. */
  isComplete: boolean
}

/** Investors that match, in order; `undefined` until the first of them are on this device. */
export function useInvestorSearch(query: DirectoryQuery): InvestorSearch | undefined {
  const version = useVersion()
  // A query made anew in each render is the same one while it says the same.
  const key = JSON.stringify(query)
  // `version`, here and below, stands for everything the store holds.
  return useMemo(() => {
    if (version === 0) return undefined
    const asked: DirectoryQuery = JSON.parse(key)
    return { ...store.set.index.query({ limit: store.set.index.size, ...asked }), isComplete: store.isComplete }
  }, [version, key])
}

/** One investor: `undefined` while it may still arrive, `null` once the whole directory is here without it. */
export function useInvestor(id: VcId): Investor | null | undefined {
  useVersion()
  return store.set.index.get(id) ?? (store.isComplete ? null : undefined)
}

/** Those of these investors that are listed on this device, by id. */
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

/** One published project: `undefined` while it may still arrive, `null` once the whole directory is here without it. */
export function useProject(id: ProjectId): Project | null | undefined {
  useVersion()
  return (store.set.get('projects', id) as Doc as Project | undefined) ?? (store.isComplete ? null : undefined)
}

function useAll<One extends ColdFund | Project>(collection: 'coldFunds' | 'projects') {
  const version = useVersion()
  return useMemo(() => {
    if (version === 0) return undefined
    const docs = store.set.list(collection) as Doc[] as One[]
    return docs.length > 0 || store.isComplete ? docs : undefined
  }, [version, collection])
}

/** Every sector an investor here names, the catalogue's first. */
export function useSectorsPresent(): readonly string[] | undefined {
  const version = useVersion()
  return useMemo(() => (version === 0 ? undefined : store.set.index.sectorsPresent()), [version])
}
