import type { CastVote } from '#shared/projects/vote.ts'
import { type LocalVote, OPTIMISTIC } from '#web/db/private-database.ts'
import { enqueue } from '#web/sync/current.ts'
import type { ClientMutator } from '#web/sync/mutators.ts'

/** Casts a vote or takes it back; resolves once that is safe on this device. */
export const castVote = (wish: CastVote) => enqueue('vote.cast', wish)

/** Remembers beside the wish whether the count holds the vote already, so that what is shown never counts it twice. */
export const showVote: ClientMutator<CastVote> = async (db, { projectId, isCast }, madeAt) => {
  const held = await db.votes.get(projectId)
  const isCounted = held !== undefined && (held.version !== OPTIMISTIC || held.isCounted === true)
  if (!isCast && !isCounted) return db.votes.delete(projectId)
  if (held && isCast && !held.isTakenBack) return
  const wished: LocalVote = { id: projectId, votedAt: held?.votedAt ?? madeAt, version: OPTIMISTIC, isCounted }
  await db.votes.put(isCast ? wished : { ...wished, isTakenBack: true })
}

/** How many votes to add to the project's count: those of this device's person that it does not hold yet. */
export function uncounted(vote: LocalVote | undefined): -1 | 0 | 1 {
  if (!vote || vote.version !== OPTIMISTIC) return 0
  const isCounted = vote.isCounted === true
  if (vote.isTakenBack) return isCounted ? -1 : 0
  return isCounted ? 0 : 1
}
