import type { Project } from '#shared/projects/contract.ts'
import type { LocalVote } from '#web/db/private-database.ts'

/** Whether the user's vote is cast, as displayed: the local value, before the server has processed it. */
export const isCast = (vote: LocalVote | undefined): boolean => vote?.wish ?? vote?.isCast ?? false

/**
 * A project's vote count with the user's local vote. The server's count arrives on two lanes independently: the later one counts,
 * and the difference between the user's vote in that count and the local vote is added.
 */
export function countWith(
  { voteCount, voteSeq = 0 }: Pick<Project, 'voteCount' | 'voteSeq'>,
  vote: LocalVote | undefined,
): number {
  if (!vote) return voteCount
  const serverCount = vote.voteSeq > voteSeq ? vote.voteCount : voteCount
  return serverCount + Number(isCast(vote)) - Number(vote.isCast)
}
