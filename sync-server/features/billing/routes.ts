import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { ChangeBilling, OwnBilling } from '#shared/documents/billing.ts'
import { type BillingDeps, changeBilling, showBilling } from './service.ts'

/** How the documents of the caller's purchases name the buyer. */
export const billingRoutes = (deps: BillingDeps & { identity: Identity }) =>
  new Elysia({ name: 'billing', prefix: '/api' })
    .use(session(deps.identity))
    .get('/billing-details', ({ account }) => showBilling(deps, account), { signedIn: true, response: OwnBilling })
    .patch('/billing-details', ({ account, body }) => changeBilling(deps, account, body), {
      signedIn: true,
      body: ChangeBilling,
      response: OwnBilling,
    })
