import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type Identity, session } from '#server/http/session.ts'
import { VcId } from '#shared/ids.ts'
import { InvestorActivity } from '#shared/listings/activity.ts'
import { CalendarToken, KeepCalendarToken, OwnProfile, OwnProfiles } from '#shared/listings/contract.ts'
import { EditListing } from '#shared/listings/edit.ts'
import { investorActivity } from './activity.ts'
import { keepCalendarToken, readCalendarToken, type TokenDeps } from './calendar-token.ts'
import { changeListing, listOwnProfiles, type OwnerDeps } from './service.ts'

/** Endpoints for an investor: the own listing and its activity. */
export const ownerRoutes = (deps: OwnerDeps & TokenDeps & { identity: Identity }) =>
  new Elysia({ name: 'owners', prefix: '/api' })
    .use(session(deps.identity))
    .patch('/vcs/:id', ({ params, body, account }) => changeListing(deps, account, params.id, body), {
      signedIn: true,
      params: v.object({ id: VcId }),
      body: EditListing,
      response: OwnProfile,
    })
    .get('/vcs/:id/calendar', ({ params, account }) => readCalendarToken(deps, account, params.id), {
      signedIn: true,
      params: v.object({ id: VcId }),
      response: CalendarToken,
    })
    .put('/vcs/:id/calendar', ({ params, body, account }) => keepCalendarToken(deps, account, params.id, body), {
      signedIn: true,
      params: v.object({ id: VcId }),
      body: KeepCalendarToken,
      response: CalendarToken,
    })
    .get('/profile/vcs', ({ account }) => listOwnProfiles(deps, account), { signedIn: true, response: OwnProfiles })
    .get('/profile/investor-activity', ({ account }) => investorActivity(deps.db, account.principalId), {
      signedIn: true,
      response: InvestorActivity,
    })
