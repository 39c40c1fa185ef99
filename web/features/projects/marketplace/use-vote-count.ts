import { useEffect, useRef, useState } from 'react'
import type { Project } from '#shared/projects/contract.ts'
import type { LocalVote } from '#web/db/private-database.ts'
import { countWith, isCast } from './vote-state.ts'

/** The server's word on a vote comes by two lanes, the one a little before the other. */
const SETTLES_WITHIN_MS = 1500

/**
 * A project's count with one's own vote in it: it moves when that is pressed, and when others vote.
 * While one's own vote settles it holds still, because half of the news would count it twice or not at all.
 */
export function useVoteCount(project: Project, vote: LocalVote | undefined): number {
  const truth = countWith(project, vote)
  const wish = isCast(vote)
  const [shown, show] = useState(truth)
  const pressed = useRef({ wish, at: 0 })
  useEffect(() => {
    if (pressed.current.wish !== wish) {
      pressed.current = { wish, at: Date.now() }
      show(truth)
      return
    }
    const waitMs = pressed.current.at + SETTLES_WITHIN_MS - Date.now()
    if (waitMs <= 0) {
      show(truth)
      return
    }
    const timer = setTimeout(() => show(truth), waitMs)
    return () => clearTimeout(timer)
  }, [truth, wish])
  return shown
}
