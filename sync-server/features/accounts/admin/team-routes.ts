import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type Identity, session } from '#server/http/session.ts'
import { AddMember, AdminSelf, ChangeRoles, Team, TeamMember } from '#shared/admin/team.ts'
import { UserId } from '#shared/ids.ts'
import { addMember, changeRoles, listTeam, type TeamDeps } from './team.ts'

/** Roles of the team. Every change needs a recent proof. */
export const teamRoutes = (deps: TeamDeps & { identity: Identity }) =>
  new Elysia({ name: 'team', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/me', ({ account }) => ({ roles: [...account.session.roles] }), { admin: true, response: AdminSelf })
    .get('/team', () => listTeam(deps), { admin: true, response: Team })
    .post('/team', ({ account, body }) => addMember(deps, account, body), {
      freshAdmin: true,
      body: AddMember,
      response: TeamMember,
    })
    .patch('/team/:id', ({ account, params, body }) => changeRoles(deps, account, params.id, body), {
      freshAdmin: true,
      params: v.object({ id: UserId }),
      body: ChangeRoles,
      response: TeamMember,
    })
