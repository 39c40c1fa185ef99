import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { firstInvestors } from '#web/replica/first-investors.ts'
import { useHasSynced } from '#web/sync/tab/use-sync-status.ts'
import { store, useVersion } from './queries.ts'

/** A page that the browser has restored from its cache, for example offline, may be older than this device. */
const isPageNew = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.transferSize !== 0

/**
 * One investor: `undefined` while it may still arrive, `null` once the whole directory is loaded without it. Until this visit has
 * synced, the investor in the page of the server is newer than what an earlier visit stored.
 */
export function useInvestor(id: VcId): Investor | null | undefined {
  useVersion()
  const hasSynced = useHasSynced()
  const inPage = firstInvestors()?.find((investor) => investor.id === id)
  if (inPage && (!store.isComplete || (isPageNew() && !hasSynced))) return inPage
  return store.set.index.get(id) ?? (store.isComplete ? null : store.inPage?.()?.index.get(id))
}

/** Those of these investors that are on this device, by id. */
export function useInvestors(ids: readonly VcId[]): ReadonlyMap<VcId, Investor> {
  useVersion()
  return new Map(ids.flatMap((id) => store.set.index.get(id) ?? []).map((investor) => [investor.id, investor]))
}
