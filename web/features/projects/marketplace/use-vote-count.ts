import { useEffect, useRef, useState } from 'react'
import type { Project } from '#shared/projects/contract.ts'
import type { LocalVote } from '#web/db/private-database.ts'
import { countWith, isCast } from './vote-state.ts'

/** The server's result of a vote arrives on two lanes, one slightly before the other. */
const SETTLES_WITHIN_MS = 1500

/**
 * A project's vote count including the user's own vote. It changes when the user presses the button and when others vote. While
 * the user's own vote settles, the count is fixed, because the data of one lane alone would count it twice or not at all.
 */
export function useVoteCount(project: Project, vote: LocalVote | undefined): number {
  const latestCount = countWith(project, vote)
  const isVoted = isCast(vote)
  const [shown, show] = useState(latestCount)
  const pressed = useRef({ isVoted, at: 0 })
  useEffect(() => {
    if (pressed.current.isVoted !== isVoted) {
      pressed.current = { isVoted, at: Date.now() }
      show(latestCount)
      return
    }
    const waitMs = pressed.current.at + SETTLES_WITHIN_MS - Date.now()
    if (waitMs <= 0) {
      show(latestCount)
      return
    }
    const timer = setTimeout(() => show(latestCount), waitMs)
    return () => clearTimeout(timer)
  }, [latestCount, isVoted])
  return shown
}
