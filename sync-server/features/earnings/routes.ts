import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { Earnings, StatementQuery } from '#shared/earnings/contract.ts'
import { type EarningsDeps, readEarnings, readStatement } from './statement.ts'

/** What investors earn, each their own. Somebody without a listing has an empty account. */
export const earningsRoutes = (deps: EarningsDeps & { identity: Identity }) =>
  new Elysia({ name: 'earnings', prefix: '/api' })
    .use(session(deps.identity))
    .get('/earnings', ({ account }) => readEarnings(deps, account.principalId), { signedIn: true, response: Earnings })
    .get(
      '/earnings.csv',
      async ({ account, query: { month } }) =>
        new Response(await readStatement(deps, account.principalId, month), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="latchkey-earnings${month ? `-${month}` : ''}.csv"`,
            'cache-control': 'no-store',
          },
        }),
      { signedIn: true, query: StatementQuery },
    )
