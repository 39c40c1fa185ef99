import { useMemo } from 'react'
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
