import { useMemo } from 'react'
import type { Project } from '#shared/projects/contract.ts'

/**
 * The vote count that each project had when it was first listed here. A vote changes a number but not the position of a card,
 * because moving cards cause accidental clicks. Another `list` starts over.
 */
export function useStableOrder(list: string): (project: Project) => number {
  return useMemo(() => startOrder(list), [list])
}

function startOrder(_list: string) {
  const counts = new Map<string, number>()
  return ({ id, voteCount }: Project) => {
    const first = counts.get(id) ?? voteCount
    counts.set(id, first)
    return first
  }
}
