import type { CastVote } from '#shared/projects/vote.ts'
import { type LocalVote, OPTIMISTIC } from '#web/db/private-database.ts'
import type { ClientMutator } from '#web/sync/engine/client-mutator.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'

/** Casts or withdraws a vote; resolves once the mutation is stored on this device. */
export const castVote = (args: CastVote) => enqueue('vote.cast', args)

/** Overlays the local vote on the server's value, which is preserved. */
export const showVote: ClientMutator<CastVote> = async (db, { projectId, isCast }, madeAt) => {
  const newVote: LocalVote = { id: projectId, isCast: false, votedAt: madeAt, voteCount: 0, voteSeq: -1, version: OPTIMISTIC }
  const stored = (await db.votes.get(projectId)) ?? newVote
  await db.votes.put({ ...stored, wish: isCast, version: OPTIMISTIC })
}
