import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#server/database/client.ts'
import { lockCaller, lockingCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { reportProject } from '#server/features/projects/reports.ts'
import { castVote, countVotes } from '#server/features/projects/votes.ts'
import { clientAddress } from '#server/http/limits/client-address.ts'
import { offeredProof } from '#server/http/limits/proof/offered-proof.ts'
import type { RateLimit } from '#server/http/limits/rate-limit.ts'
import { CompressedJson } from '#server/http/replies/compressed-json.ts'
import { jsonReply } from '#server/http/replies/compression.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { Success } from '#shared/accounts/security-contract.ts'
import { ProjectId } from '#shared/ids.ts'
import { ProjectDetail, ScoutRecord } from '#shared/projects/detail.ts'
import { Report } from '#shared/projects/report.ts'
import { VoteState } from '#shared/projects/vote.ts'
import { createMarketplace, findProject } from './marketplace.ts'

type RoutesDeps = { db: Database; now: () => Date; identity: Identity; limit: RateLimit; trustedProxies: number }

const params = v.object({ id: ProjectId })

/** Caches must revalidate each time: a project that leaves the marketplace must disappear from them. */
const EACH_TIME = 'public, no-cache'

/** The marketplace: public reads, votes and reports. */
export const marketplaceRoutes = ({ db, now, identity, limit, trustedProxies }: RoutesDeps) => {
  const vote = async (account: Account, projectId: ProjectId, isCast: boolean): Promise<VoteState> => {
    await limit('vote-account', account.id)
    await lockingCaller(db, { principalId: account.principalId, account }).transaction((tx) =>
      castVote(tx, account, { projectId, isCast }, now()),
    )
    const voteCount = await countVotes(db, projectId)
    return { success: true, hasVoted: isCast, votes: voteCount, voteCount }
  }
  const marketplace = createMarketplace(db)
  const voting = { signedIn: true, params, response: VoteState } as const

  return new Elysia({ name: 'marketplace', prefix: '/api' })
    .use(session(identity))
    .get('/scout-projects', async ({ request }) => (await marketplace()).reply(request, EACH_TIME), {
      response: v.array(ScoutRecord),
    })
    .get(
      '/projects/:id',
      async ({ params: { id }, caller, request }) => {
        const project = await findProject(db, id, caller.account)
        return project.isPublished ? new CompressedJson(project).reply(request, EACH_TIME) : jsonReply(project, request)
      },
      { anyone: true, params, response: ProjectDetail },
    )
    .post('/projects/:id/vote', ({ account, params: { id } }) => vote(account, id, true), voting)
    .delete('/projects/:id/vote', ({ account, params: { id } }) => vote(account, id, false), voting)
    .post(
      '/projects/:id/report',
      async ({ params: { id }, body, principalId, account, request, server }) => {
        // Guests cost nothing to create, and accounts without a verified address little more: their client address is
        // rate-limited as well.
        if (!account?.emailVerified) {
          const address = clientAddress(request, server, trustedProxies)
          await limit('report-address', address, 1, offeredProof(request, address))
        }
        await db.transaction(async (tx) => {
          await lockCaller(tx, { principalId, account })
          await reportProject(tx, principalId, { projectId: id, ...body }, now())
        })
        return { success: true as const }
      },
      { principal: true, params, body: Report, response: Success },
    )
}
