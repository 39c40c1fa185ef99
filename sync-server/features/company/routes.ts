import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { AdminCompany, ChangeCompany } from '#shared/company/contract.ts'
import { type CompanyDeps, changeCompany, showCompany } from './service.ts'

/** The data of the company, for owners. A change needs a recent proof. */
export const companyRoutes = (deps: CompanyDeps & { identity: Identity }) =>
  new Elysia({ name: 'company', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/company', () => showCompany(deps), { admin: true, response: AdminCompany })
    .patch('/company', ({ account, body }) => changeCompany(deps, account, body), {
      freshAdmin: true,
      body: ChangeCompany,
      response: AdminCompany,
    })
