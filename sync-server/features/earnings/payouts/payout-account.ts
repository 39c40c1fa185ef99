import type { Database, Queryable } from '#server/database/client.ts'
import { bankAccountBegun, bankAccountReady } from '#server/email/messages/earnings.ts'
import { queueMail } from '#server/email/outbox.ts'
import { requireRecent } from '#server/features/accounts/credentials/recent-proof.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import { detachBankAccount } from '#server/features/earnings/detach.ts'
import { type RateLimit, tryConsume } from '#server/http/limits/rate-limit.ts'
import type { Account } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/payments-port.ts'
import { type BankAccount, type BankAccountPage, NEW_BANK_ACCOUNT_DAYS } from '#shared/earnings/bank-account.ts'
import { Problem } from '#shared/problem.ts'
import type { Payable } from './payable.ts'
import { lockPayouts } from './payable-queries.ts'
import {
  type BankAccountRow,
  countDisconnected,
  findBankAccount,
  findStamp,
  holdBankAccount,
  insertBankAccount,
  listReady,
  listRefused,
  touchBankAccount,
  writeReadiness,
} from './payout-account-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type BankDeps = { db: Database; log: Log; now: () => Date; payments: Payments; limit: RateLimit; isConnect: boolean }

/** How an investor is paid. An account whose setup has begun is read again, in case the provider's webhook was lost. */
export async function readBankAccount(deps: BankDeps, account: Account): Promise<BankAccount> {
  if (!deps.isConnect || !account.isApprovedInvestor) return { state: 'off' }
  const row = await findBankAccount(deps.db, account.id)
  if (!row) return { state: 'none' }
  if (row.arePayoutsEnabled) return readyAccount(row, deps.now())
  if (await tryConsume(deps.limit, 'bank-account', account.id)) {
    await refreshPayee(deps)(row.providerId).catch((error) => deps.log.warn({ err: error }, 'payout account refresh failed'))
  }
  const refreshed = await findBankAccount(deps.db, account.id)
  return refreshed?.arePayoutsEnabled ? readyAccount(refreshed, deps.now()) : { state: 'begun' }
}

function readyAccount({ readySince }: BankAccountRow, now: Date): BankAccount {
  const byHandUntil = readySince && new Date(readySince.getTime() + NEW_BANK_ACCOUNT_DAYS * DAY_MS)
  return { state: 'ready', ...(byHandUntil && byHandUntil > now && { byHandUntil: byHandUntil.toISOString() }) }
}

/**
 * Opens the provider's onboarding page, which sets up an account that can be paid. It asks for the bank account, so a recent
 * proof is required.
 *
 * @throws Problem `not-found`, `forbidden`, `session-lost`, `step-up`, `too-many-requests`
 */
export async function openBankAccount(deps: BankDeps, account: Account, origin: string): Promise<BankAccountPage> {
  if (!deps.isConnect) throw new Problem('not-found')
  if (!account.isApprovedInvestor) throw new Problem('forbidden')
  requireRecent(deps, account)
  await deps.limit('bank-account', account.id)
  if (!(await findBankAccount(deps.db, account.id))) await setUp(deps, account)
  const row = await findBankAccount(deps.db, account.id)
  if (!row) throw new Problem('session-lost')
  return { url: await deps.payments.openAccountLink(row.providerId, `${origin}/earnings`) }
}

/** The idempotency key includes the number of disconnections, so that the provider never returns a disconnected account. */
async function setUp({ db, payments }: BankDeps, account: Account) {
  const { id, email } = account
  const disconnected = await countDisconnected(db, id)
  const providerId = await payments.openAccount(id, disconnected)
  await db.transaction(async (tx) => {
    // Before the payout lock, the order of all code that takes both: an earlier reset has ended this session.
    await lockCaller(tx, account)
    await lockPayouts(tx)
    if ((await countDisconnected(tx, id)) !== disconnected) throw new Problem('session-lost')
    if (!(await insertBankAccount(tx, id, providerId))) return
    await queueMail(tx, { to: email, template: 'bank-account-begun', message: bankAccountBegun() })
  })
}

/**
 * Disconnects the account, so that nothing is transferred to a bank account that a stranger may have entered.
 *
 * @throws Problem `not-found`, `session-lost`, `step-up`
 */
export async function disconnectBankAccount(deps: BankDeps, account: Account): Promise<BankAccount> {
  requireRecent(deps, account)
  const isDetached = await deps.db.transaction(async (tx) => {
    await lockCaller(tx, account)
    return detachBankAccount(tx, account)
  })
  if (!isDetached) throw new Problem('not-found')
  return readBankAccount(deps, account)
}

/** Beyond this, the update is tried again later: by its job, or by the next read. */
const MAX_ATTEMPTS = 5

/**
 * Stores whether an account can be paid, as the provider reports it now: the content of an event may be outdated or forged. A
 * report that another node has overtaken is read again.
 *
 * @returns whether the account is one of this installation
 * @throws when other reads overtook every attempt
 */
export const refreshPayee =
  (deps: Pick<BankDeps, 'db' | 'now'> & { payments: Pick<BankDeps['payments'], 'readAccount'> }) =>
  async (providerId: string): Promise<boolean> => {
    for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
      const stamp = await findStamp(deps.db, providerId)
      if (stamp === undefined) return false
      const reported = await deps.payments.readAccount(providerId)
      const isReady = Boolean(reported?.areDetailsSubmitted && reported.arePayoutsEnabled)
      if (await storeReport(deps, { providerId, stamp, isReady })) return true
    }
    throw new Error(`Bank account ${providerId} changed during all ${MAX_ATTEMPTS} attempts to refresh it`)
  }

/** A report that changes nothing also changes the stamp, so that an earlier one that arrives later is not stored. */
const storeReport = ({ db, now }: Pick<BankDeps, 'db' | 'now'>, { providerId, stamp, isReady }: Report): Promise<boolean> =>
  db.transaction(async (tx) => {
    const locked = await holdBankAccount(tx, providerId, stamp)
    if (!locked) return false
    const { account, email } = locked
    if (account.arePayoutsEnabled === isReady) {
      await touchBankAccount(tx, account.userId)
      return true
    }
    await writeReadiness(tx, account.userId, isReady ? now() : null)
    if (isReady) {
      await queueMail(tx, { to: email, template: 'bank-account-ready', message: bankAccountReady(NEW_BANK_ACCOUNT_DAYS) })
    }
    return true
  })
type Report = { providerId: string; stamp: string; isReady: boolean }

/**
 * The provider accounts to which payable amounts would be transferred. After a failed transfer an admin pays once manually, so
 * that no payee waits for a transfer that never succeeds. An admin also pays manually while an account is new: in this time its
 * owner can notice that another person has set it up.
 */
export async function listDestinations(db: Queryable, payable: Payable[], now: Date): Promise<Map<string, string>> {
  const since = new Date(now.getTime() - NEW_BANK_ACCOUNT_DAYS * DAY_MS)
  const [ready, refused] = [await listReady(db, since), await listRefused(db)]
  return new Map(
    payable.flatMap(({ account, userId }) => {
      const destination = userId && refused.get(account) !== userId ? ready.get(userId) : undefined
      return destination ? [[account, destination]] : []
    }),
  )
}
