import type { Project } from '#shared/projects/contract.ts'
import type { LocalVote } from '#web/db/private-database.ts'

/** Whether one's vote is cast, as the screen shows it: the wish, before the server has heard of it. */
export const isCast = (vote: LocalVote | undefined): boolean => vote?.wish ?? vote?.isCast ?? false

/**
 * A project's votes with one's own as it is wished. Two lanes bring the server's count, each when it can:
 * the later one counts, and what differs between its state of one's vote and the wish is added.
 */
export function countWith(
  { voteCount, voteSeq = 0 }: Pick<Project, 'voteCount' | 'voteSeq'>,
  vote: LocalVote | undefined,
): number {
  if (!vote) return voteCount
  const told = vote.voteSeq > voteSeq ? vote.voteCount : voteCount
  return told + Number(isCast(vote)) - Number(vote.isCast)
}
