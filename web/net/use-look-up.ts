import { useEffect, useRef, useState } from 'react'
import { HttpProblem, Unreachable } from './api.ts'

/** The answer about a mailed link. `isTransient`: another attempt may succeed. */
export type LookedUp<Found> =
  | { kind: 'looking' }
  | { kind: 'refused'; message: string; isTransient: boolean }
  | { kind: 'found'; found: Found }

/** Reads what a mailed link is about, once. @returns the answer, and a function that asks again */
export function useLookUp<Found>(look: () => Promise<Found>): [LookedUp<Found>, again: () => Promise<void>] {
  const [state, setState] = useState<LookedUp<Found>>({ kind: 'looking' })
  const load = async () => {
    setState({ kind: 'looking' })
    try {
      setState({ kind: 'found', found: await look() })
    } catch (failure) {
      const isTransient = !(failure instanceof HttpProblem) || failure.status >= 500
      setState({ kind: 'refused', message: messageOfFailure(failure), isTransient })
    }
  }
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current) return
    hasLooked.current = true
    void load()
  })
  return [state, load]
}

/** The message for a failed call: the server's own about a field or about the request. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof Unreachable) return 'You’re offline. Reconnect and try again.'
  const problem = error instanceof HttpProblem ? error.problem : undefined
  return problem?.fields?.[0]?.message ?? problem?.message ?? 'Something went wrong. Please try again.'
}
