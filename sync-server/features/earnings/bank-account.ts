import type { Database, Queryable } from '#server/db.ts'
import { requireRecent } from '#server/features/accounts/step-up.ts'
import { hasRoom, type Limit } from '#server/http/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { BankAccount, BankAccountPage } from '#shared/earnings/bank-account.ts'
import { Problem } from '#shared/problem.ts'
import { findBankAccount, insertBankAccount, listReady, listRefused, noteReadiness } from './bank-account-queries.ts'
import type { Payable } from './payable.ts'

export type BankDeps = { db: Database; log: Log; now: () => Date; payments: Payments; limit: Limit; isConnect: boolean }

/** How an investor is paid. Whoever has begun is looked at again, should the provider's news have been lost. */
export async function readBankAccount(deps: BankDeps, account: Account): Promise<BankAccount> {
  if (!deps.isConnect || !account.isApprovedInvestor) return { state: 'off' }
  const row = await findBankAccount(deps.db, account.id)
  if (!row) return { state: 'none' }
  if (row.arePayoutsEnabled) return { state: 'ready' }
  if (await hasRoom(deps.limit, 'bank-account', account.id)) {
    await refreshPayee(deps)(row.providerId).catch((error) => deps.log.warn({ err: error }, 'an account cannot be looked at'))
  }
  return { state: (await findBankAccount(deps.db, account.id))?.arePayoutsEnabled ? 'ready' : 'begun' }
}

/**
 * Leads to the provider's questions, which end in an account that can be paid. Asked of somebody who has proved lately who
 * they are: whoever answers names the bank.
 *
 * @throws Problem `not-found`, `forbidden`, `step-up`, `too-many-requests`
 */
export async function openBankAccount(deps: BankDeps, account: Account, origin: string): Promise<BankAccountPage> {
  if (!deps.isConnect) throw new Problem('not-found')
  if (!account.isApprovedInvestor) throw new Problem('forbidden')
  requireRecent(deps, account)
  await deps.limit('bank-account', account.id)
  if (!(await findBankAccount(deps.db, account.id))) {
    await insertBankAccount(deps.db, account.id, await deps.payments.openAccount(account.id))
  }
  const row = await findBankAccount(deps.db, account.id)
  if (!row) throw new Problem('session-lost')
  return { url: await deps.payments.openAccountLink(row.providerId, `${origin}/earnings`) }
}

/** Whether an account can be paid, as the provider says now: what an event says of it may be old, or made up. */
export const refreshPayee =
  ({ db, payments }: Pick<BankDeps, 'db' | 'payments'>) =>
  async (providerId: string): Promise<boolean> => {
    const told = await payments.readAccount(providerId)
    return noteReadiness(db, providerId, Boolean(told?.areDetailsSubmitted && told.arePayoutsEnabled))
  }

/**
 * Where the provider would transfer what is payable. After a transfer that was refused an admin pays once by hand, so that
 * nobody waits for one that never goes through.
 */
export async function listDestinations(db: Queryable, payable: Payable[]): Promise<Map<string, string>> {
  const [ready, refused] = [await listReady(db), await listRefused(db)]
  return new Map(
    payable.flatMap(({ account, userId }) => {
      const destination = userId && !refused.has(account) ? ready.get(userId) : undefined
      return destination ? [[account, destination]] : []
    }),
  )
}
