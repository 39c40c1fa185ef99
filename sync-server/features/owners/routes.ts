import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { InvestorActivity } from '#shared/owners/activity.ts'
import { OwnProfiles } from '#shared/owners/contract.ts'
import { investorActivity } from './activity.ts'
import { listOwnProfiles, type OwnerDeps } from './service.ts'

/** The investor's own side: what they are listed as, and what came of it. */
export const ownerRoutes = (deps: OwnerDeps & { identity: Identity }) =>
  new Elysia({ name: 'owners', prefix: '/api' })
    .use(session(deps.identity))
    .get('/profile/vcs', ({ account }) => listOwnProfiles(deps, account), { signedIn: true, response: OwnProfiles })
    .get('/profile/investor-activity', ({ account }) => investorActivity(deps.db, account.principalId), {
      signedIn: true,
      response: InvestorActivity,
    })
