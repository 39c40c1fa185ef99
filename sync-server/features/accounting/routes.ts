import { Elysia } from 'elysia'
import { type Identity, session } from '#server/http/session.ts'
import { AccountingMonth, AdminCodes, ChangeCodes, MonthQuery } from '#shared/accounting/contract.ts'
import { changeCodes, showCodes } from './codes.ts'
import { exportMonth } from './export-month.ts'
import { type AccountingDeps, showMonth } from './months.ts'

/** The ledger for the accounting of the company. A file and a change of the codes need a recent proof. */
export const accountingRoutes = (deps: AccountingDeps & { identity: Identity }) =>
  new Elysia({ name: 'accounting', prefix: '/api/admin' })
    .use(session(deps.identity))
    .get('/accounting', ({ query: { month } }) => showMonth(deps, month), {
      admin: true,
      query: MonthQuery,
      response: AccountingMonth,
    })
    .get('/accounting/codes', () => showCodes(deps), { admin: true, response: AdminCodes })
    .patch('/accounting/codes', ({ account, body }) => changeCodes(deps, account, body), {
      freshAdmin: true,
      body: ChangeCodes,
      response: AdminCodes,
    })
    .get(
      '/accounting.csv',
      async ({ account, query }) => {
        const { month, content } = await exportMonth(deps, account, query.month)
        return new Response(content, {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="latchkey-ledger-${month}.csv"`,
            'cache-control': 'no-store',
          },
        })
      },
      { freshAdmin: true, query: MonthQuery },
    )
