import { Elysia } from 'elysia'
import { type RequestContextDeps, requestContextOf } from '#server/features/accounts/sessions/request-context.ts'
import { type Identity, session } from '#server/http/session.ts'
import { Application, ApplyAsInvestor } from '#shared/applications/contract.ts'
import { type ApplicationDeps, applyAsInvestor } from './service.ts'

export const applicationRoutes = (deps: ApplicationDeps & RequestContextDeps & { identity: Identity }) => {
  const contextOf = requestContextOf(deps)
  return new Elysia({ name: 'applications', prefix: '/api' })
    .use(session(deps.identity))
    .post('/vcs', ({ body, account, ...visiting }) => applyAsInvestor(deps, account, body, contextOf(visiting).base), {
      signedIn: true,
      body: ApplyAsInvestor,
      response: Application,
    })
}
