import { Elysia } from 'elysia'
import * as v from 'valibot'
import { type Identity, session } from '#server/http/session.ts'
import { AdminSwitches, ChangeSwitch, Switch } from '#shared/switches/contract.ts'
import { changeSwitch, listSwitches, type SwitchDeps } from './service.ts'

/** What is switched off, for owners. A change needs a recent proof. */
export const switchRoutes = (deps: SwitchDeps & { identity: Identity }) =>
  new Elysia({ name: 'switches', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/switches', () => listSwitches(deps), { admin: true, response: AdminSwitches })
    .patch('/switches/:feature', ({ account, params, body }) => changeSwitch(deps, account, params.feature, body), {
      freshAdmin: true,
      params: v.object({ feature: Switch }),
      body: ChangeSwitch,
      response: AdminSwitches,
    })
