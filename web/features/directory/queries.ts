import { useMemo, useSyncExternalStore } from 'react'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { DirectoryQuery, FitOrder } from '#shared/directory/directory-index.ts'
import type { VcId } from '#shared/ids.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { DirectoryStore } from '#web/replica/public-replica.ts'

/** For the hooks of this feature; other features use the hooks. */
export const store = new DirectoryStore(directoryDb)
/** What this principal keeps beside the devices' part. Loaded only where the directory is larger than that. */
store.onPartial = () =>
  void import('./beyond/follow-kept.ts').then(
    ({ followKept }) => followKept(store),
    () => undefined,
  )
const currentVersion = () => store.version
export const useVersion = () => useSyncExternalStore(store.subscribe, currentVersion, currentVersion)

export type InvestorSearch = {
  total: number
  items: Investor[]
  /** False while more of the directory is still arriving. */
  isComplete: boolean
}

/** Matching investors, in order; `undefined` until the first of them are on this device. */
export function useInvestorSearch(query: DirectoryQuery, fit?: FitOrder): InvestorSearch | undefined {
  const version = useVersion()
  // A query object created in each render has the same key while its content is the same.
  const key = JSON.stringify(query)
  // `version`, here and below, represents the content of the store.
  return useMemo(() => {
    if (version === 0) return undefined
    const stableQuery: DirectoryQuery = JSON.parse(key)
    return {
      ...store.set.index.query({ limit: store.set.index.size, now: Date.now(), ...stableQuery }, fit),
      isComplete: store.isComplete,
    }
  }, [version, key, fit])
}

/** Demand in the last 30 days; `null` when there was none. */
export function useInvestorStats(id: VcId): InvestorStats | null | undefined {
  useVersion()
  return store.set.index.getStats(id) ?? (store.isComplete ? null : store.inPage?.()?.index.getStats(id))
}
