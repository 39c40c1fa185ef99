import { useEffect, useRef, useState } from 'react'
import type { Investor } from '#shared/directory/contract.ts'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import { useInvestors } from '#web/features/directory/investor-queries.ts'
import { useDirectoryExtent } from '#web/features/directory/list-queries.ts'
import { HttpProblem } from '#web/net/api.ts'
import { useIsOffline } from '#web/sync/tab/use-sync-status.ts'
import { searchElsewhere } from './api.ts'

/** A search is sent once the typing has paused. */
const PAUSE_MS = 250

/** The matches of a list that are not on this device, as far as they have been requested. */
export type Elsewhere = {
  kind: 'offline' | 'loading' | 'failed' | 'found'
  /** Why the server refused a search; absent when it could not be reached. */
  refusal?: string | undefined
  /** In the order of the server, behind those of this device. */
  items: Investor[]
  /** Matches elsewhere; `undefined` until the server has answered. */
  total: number | undefined
  /** There are more than `total`. */
  isMore: boolean
  hasNext: boolean
  /** Requests the next page, or the failed one again. */
  request: () => void
}

type State = Omit<Elsewhere, 'hasNext' | 'request'> & { key: string; next: string | undefined }
const begin = (key: string): State => ({ key, kind: 'loading', items: [], total: undefined, isMore: false, next: undefined })

/**
 * Searches the part of the directory that is not on this device. `undefined` where there is no such part, or where a list is of this
 * device alone (`ids`).
 */
export function useElsewhere(query: DirectoryQuery): Elsewhere | undefined {
  const isWanted = useDirectoryExtent() !== undefined && query.ids === undefined
  const isOffline = useIsOffline()
  const key = JSON.stringify(query)
  const [stored, setState] = useState<State>(() => begin(key))
  const state = stored.key === key ? stored : begin(key)
  const sending = useRef<AbortController>(undefined)

  const load = async (from: State) => {
    sending.current?.abort()
    const controller = new AbortController()
    sending.current = controller
    const { signal } = controller
    setState({ ...from, kind: 'loading' })
    try {
      const {
        items,
        total = from.total ?? 0,
        isMore = from.isMore,
        next,
      } = await searchElsewhere(JSON.parse(key), from.next, signal)
      if (!signal.aborted) setState({ key, kind: 'found', items: [...from.items, ...items], total, isMore, next })
    } catch (error) {
      const refusal = error instanceof HttpProblem ? error.problem?.message : undefined
      if (!signal.aborted) setState({ ...from, kind: 'failed', refusal })
    }
  }
  const loadLatest = useRef(load)
  loadLatest.current = load

  const isAnswered = state.total !== undefined
  useEffect(() => {
    if (!isWanted || isOffline || isAnswered) return
    const timer = setTimeout(() => loadLatest.current(begin(key)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isWanted, isOffline, isAnswered, key])
  // A page that is left, or another query, needs no answer.
  useEffect(() => () => sending.current?.abort(), [key])

  const here = useInvestors(state.items.map(({ id }) => id))
  if (!isWanted) return undefined
  return {
    kind: isOffline ? 'offline' : state.kind,
    refusal: state.refusal,
    // A record that has joined this device since is in the list already.
    items: state.items.filter(({ id }) => !here.has(id)),
    total: state.total,
    isMore: state.isMore,
    hasNext: state.next !== undefined,
    request: () => void load(state),
  }
}
