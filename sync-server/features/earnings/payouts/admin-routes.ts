import { Elysia } from 'elysia'
import Papa from 'papaparse'
import * as v from 'valibot'
import { withCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import {
  type RequestContextDeps,
  type RequestParts,
  requestContextOf,
} from '#server/features/accounts/sessions/request-context.ts'
import { readLedgerChecks } from '#server/features/earnings/ledger-checks/run-checks.ts'
import { type Account, type Identity, session } from '#server/http/session.ts'
import { AdminLedgerChecks, AdminPayouts, PayBatch, PayoutBatch } from '#shared/earnings/admin.ts'
import { FullDetails, Reminded, RemindPayee } from '#shared/earnings/payout-details.ts'
import { FORMULA } from '#shared/earnings/statement.ts'
import { Problem } from '#shared/problem.ts'
import { remindPayee, showDetails } from './payee-details.ts'
import { listPayouts, makeBatch, type Payer, type PayoutDeps, payBatch, withdraw } from './payouts.ts'

type RouteDeps = PayoutDeps & RequestContextDeps & { identity: Identity }

const Id = v.pipe(v.string(), v.regex(/^[a-z]{3}_[a-z0-9]{1,60}$/, 'This is not a valid id.'))
const EmptyBody = v.optional(v.nullable(v.object({})))

/** Admin endpoints for payouts and ledger checks. An action that moves money needs a recent proof. */
export const payoutRoutes = (deps: RouteDeps) => {
  const contextOf = requestContextOf(deps)
  const by = ({ account, ...visiting }: RequestParts & { account: Account }): Payer => ({
    adminId: account.id,
    email: account.email,
    base: contextOf(visiting).base,
  })
  const as = (caller: { account: Account }) => withCaller(deps, caller)
  return new Elysia({ name: 'payouts', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/books', () => readLedgerChecks(deps), { admin: true, response: AdminLedgerChecks })
    .get('/payouts', () => listPayouts(deps), { admin: true, response: AdminPayouts })
    .post('/payouts', ({ body: _, ...context }) => makeBatch(as(context), by(context)), {
      freshAdmin: true,
      body: EmptyBody,
      response: PayoutBatch,
    })
    .post('/payouts/:id/pay', ({ params, body, ...context }) => payBatch(as(context), by(context), params.id, body.reference), {
      freshAdmin: true,
      params: v.object({ id: Id }),
      body: PayBatch,
      response: PayoutBatch,
    })
    .post('/payouts/:id/withdraw', ({ params, body: _, ...context }) => withdraw(as(context), by(context), params.id), {
      freshAdmin: true,
      params: v.object({ id: Id }),
      body: EmptyBody,
      response: PayoutBatch,
    })
    .post(
      '/payouts/:id/lines/:line/withdraw',
      ({ params, body: _, ...context }) => withdraw(as(context), by(context), params.id, params.line),
      {
        freshAdmin: true,
        params: v.object({ id: Id, line: Id }),
        body: EmptyBody,
        response: PayoutBatch,
      },
    )
    .post('/payouts/remind', ({ body, ...context }) => remindPayee(as(context), by(context), body.account), {
      admin: true,
      body: RemindPayee,
      response: Reminded,
    })
    .post(
      '/payouts/:id/lines/:line/details',
      ({ params, body: _, set, ...context }) => {
        set.headers['cache-control'] = 'no-store'
        return showDetails(as(context), by(context), params.id, params.line)
      },
      { freshAdmin: true, params: v.object({ id: Id, line: Id }), body: EmptyBody, response: FullDetails },
    )
    .get('/payouts/:id/lines.csv', async ({ params }) => asFile(await findBatch(deps, params.id)), {
      admin: true,
    })
}

async function findBatch(deps: PayoutDeps, id: string): Promise<PayoutBatch> {
  const batch = (await listPayouts(deps)).batches.find((one) => one.id === id)
  if (!batch) throw new Problem('not-found')
  return batch
}

const columns = ['line', 'payee', 'email', 'account', 'amount (USD)', 'status', 'reference']

/**
 * For the bank's upload form, without provider transfers and lines that are no longer payable. Cells that a spreadsheet would
 * execute as a formula are quoted.
 */
function asFile({ id, reference, lines }: PayoutBatch): Response {
  const byHand = lines.filter(({ goes, isCovered }) => goes === 'by-hand' && isCovered)
  const data = byHand.map((line) => [
    line.id,
    line.payee,
    line.email ?? '',
    line.account,
    line.amount / 100,
    line.status,
    reference ?? '',
  ])
  return new Response(Papa.unparse({ fields: columns, data }, { escapeFormulae: FORMULA }), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="latchkey-payout-${id}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
