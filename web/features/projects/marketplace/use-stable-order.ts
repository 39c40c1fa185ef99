import { useMemo } from 'react'
import type { Project } from '#shared/projects/contract.ts'

/**
 * The count by which each project took its place when it was first listed here: a vote changes a number
 * and no card's place, because cards that move are pressed by mistake. Another `list` begins anew.
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
