import { useDeferredValue, useMemo } from 'react'
import type { DirectoryExtent, Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { store, useVersion } from './queries.ts'

// Apart from the queries of a first visit.

/** Finds investors by a text, the best matches first; `undefined` until the first of them are on this device. */
export function useFindInvestors() {
  const version = useVersion()
  return useMemo(
    () => (version === 0 ? undefined : (text: string, limit: number) => store.set.index.query({ text, limit, now: Date.now() })),
    [version],
  )
}

/** Number of investors that a search on this device covers. */
export function useInvestorsHere(): number {
  useVersion()
  return store.set.index.size
}

/** Whether the devices' part of the directory has an investor, now. */
export const isInDirectory = (id: VcId) => store.set.isInDirectory(id)

export type AllInvestors = { documents: () => Iterable<Investor>; isComplete: boolean }

/** All local investors, a new value after every change; `undefined` until the first of them are on this device. */
export function useAllInvestors(): AllInvestors | undefined {
  const version = useVersion()
  return useMemo(
    () => (version === 0 ? undefined : { documents: () => store.set.index.documents(), isComplete: store.isComplete }),
    [version],
  )
}

/** The same for the filters: a render that shows a change does not wait for what is counted over all investors. */
export const useAllInvestorsLater = (): AllInvestors | undefined => useDeferredValue(useAllInvestors())

/** How much of the directory devices hold; `undefined` while they hold all of it. */
export function useDirectoryExtent(): DirectoryExtent | undefined {
  useVersion()
  return store.extent
}
