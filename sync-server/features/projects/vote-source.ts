import type { PrivateSource } from '#server/sync/private/private-source.ts'
import type { ProjectVote } from '#shared/projects/vote.ts'
import { listVotes } from './vote-queries.ts'

/** The principal's own votes, so that a button has its state offline. */
export const voteSource: PrivateSource<ProjectVote> = async (tx, principalId) =>
  (await listVotes(tx, principalId)).map(({ projectId, createdAt, ...vote }) => ({
    ...vote,
    id: projectId,
    votedAt: createdAt.toISOString(),
  }))
