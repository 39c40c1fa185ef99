import { Elysia } from 'elysia'
import {
  type BankDeps,
  disconnectBankAccount,
  openBankAccount,
  readBankAccount,
} from '#server/features/earnings/payouts/payout-account.ts'
import { type DetailsDeps, readDetails, removeDetails, saveDetails } from '#server/features/earnings/payouts/payout-details.ts'
import { originOf } from '#server/http/origin.ts'
import { type Identity, session } from '#server/http/session.ts'
import { BankAccount, BankAccountPage } from '#shared/earnings/bank-account.ts'
import { Earnings, StatementQuery } from '#shared/earnings/contract.ts'
import { OwnPayoutDetails, PayoutDetails } from '#shared/earnings/payout-details.ts'
import { type EarningsDeps, readEarnings, readStatement } from './statement.ts'

/** Earnings of the calling investor. An account without a listing has none. */
export const earningsRoutes = (
  deps: EarningsDeps & BankDeps & DetailsDeps & { identity: Identity; publicUrl: string | undefined },
) =>
  new Elysia({ name: 'earnings', prefix: '/api' })
    .use(session(deps.identity))
    .get('/earnings', ({ account }) => readEarnings(deps, account.principalId), { signedIn: true, response: Earnings })
    .get('/earnings/account', ({ account }) => readBankAccount(deps, account), { signedIn: true, response: BankAccount })
    .post('/earnings/account', ({ account, request }) => openBankAccount(deps, account, originOf(request, deps.publicUrl)), {
      signedIn: true,
      response: BankAccountPage,
    })
    .delete('/earnings/account', ({ account }) => disconnectBankAccount(deps, account), {
      signedIn: true,
      response: BankAccount,
    })
    .get('/earnings/payout-details', ({ account }) => readDetails(deps, account), {
      signedIn: true,
      response: OwnPayoutDetails,
    })
    .put('/earnings/payout-details', ({ account, body }) => saveDetails(deps, account, body), {
      signedIn: true,
      body: PayoutDetails,
      response: OwnPayoutDetails,
    })
    .delete('/earnings/payout-details', ({ account }) => removeDetails(deps, account), {
      signedIn: true,
      response: OwnPayoutDetails,
    })
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
