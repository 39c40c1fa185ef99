import type { CastVote } from '#shared/projects/vote.ts'
import { type LocalVote, OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/enqueue.ts'

/** Casts a vote or takes it back; resolves once that is safe on this device. */
export const castVote = (wish: CastVote) => enqueue('vote.cast', wish)

/** Lays the wish over what the server said, which stays readable below it. */
export const showVote: ClientMutator<CastVote> = async (db, { projectId, isCast }, madeAt) => {
  const unheardOf: LocalVote = { id: projectId, isCast: false, votedAt: madeAt, voteCount: 0, voteSeq: -1, version: OPTIMISTIC }
  const held = (await db.votes.get(projectId)) ?? unheardOf
  await db.votes.put({ ...held, wish: isCast, version: OPTIMISTIC })
}
