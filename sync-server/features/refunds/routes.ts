import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { AskRefund, RefundEntry } from '#shared/refunds/contract.ts'
import { type AskDeps, askRefund } from './service.ts'

export const refundRoutes = (deps: AskDeps & { identity: Identity }) =>
  new Elysia({ name: 'refunds' })
    .use(session(deps.identity))
    .post('/api/refunds', ({ body, caller }) => askRefund(deps, caller, body), {
      caller: true,
      body: AskRefund,
      response: RefundEntry,
    })
