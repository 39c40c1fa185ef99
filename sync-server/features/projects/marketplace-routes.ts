import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/db.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { ProjectId } from '#shared/ids.ts'
import { VoteState } from '#shared/projects/vote.ts'
import { castVote, countVotes } from './votes.ts'

type RoutesDeps = { db: Database; now: () => Date; identity: Identity }

const params = v.object({ id: ProjectId })

/** The marketplace: what everybody may read of it, and what one may say to it. */
export const marketplaceRoutes = ({ db, now, identity }: RoutesDeps) => {
  const vote = async (account: Account, projectId: ProjectId, isCast: boolean): Promise<VoteState> => {
    await castVote(db, account, { projectId, isCast }, now())
    const voteCount = await countVotes(db, projectId)
    return { success: true, hasVoted: isCast, votes: voteCount, voteCount }
  }
  const voting = { signedIn: true, params, response: VoteState } as const
  return new Elysia({ name: 'marketplace', prefix: '/api' })
    .use(session(identity))
    .post('/projects/:id/vote', ({ account, params: { id } }) => vote(account, id, true), voting)
    .delete('/projects/:id/vote', ({ account, params: { id } }) => vote(account, id, false), voting)
}
