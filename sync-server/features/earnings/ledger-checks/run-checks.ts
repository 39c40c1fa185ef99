import type { Database } from '#server/database/client.ts'
import type { Log } from '#server/log.ts'
import type { AdminLedgerChecks } from '#shared/earnings/admin.ts'
import type { OrderId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { bookRules } from './invariants.ts'
import {
  countOpenViolations,
  type Found,
  finishRun,
  listAlerts,
  listOpenViolations,
  readRun,
  recordViolations,
  runRule,
  sumAccounts,
} from './queries.ts'

/** L4: checks the ledger invariants. */
export const LEDGER_CHECKS = 'books.check'
export const LEDGER_CHECKS_SECONDS = 15 * 60

/** `settle`: settles an order again, as for an update of its payment. */
export type LedgerChecksDeps = {
  db: Database
  log: Log
  now: () => Date
  settle?: ((id: OrderId) => Promise<unknown>) | undefined
}

/** A violation of these rules may be caused by a lost update: settling the order again posts what is missing. */
const REPAIRED_BY_SETTLING = ['paid-cash', 'dispute-losses', 'dispute-status']

/** Runs every rule in one snapshot, so that no transaction is seen half done. Several nodes may run it in parallel. */
export async function runLedgerChecks({ db, log, now, settle }: LedgerChecksDeps) {
  const at = now()
  const rules = bookRules(at)
  const found = await db.transaction(
    async (tx) => {
      const all: Found[] = []
      for (const { rule, find } of rules) all.push(...(await runRule(tx, find)).map((row) => ({ rule, ...row })))
      return all
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  await note(
    { db, log },
    rules.map(({ rule }) => rule),
    found,
    at,
  )
  await finishRun(db, { checkedAt: at })
  for (const { rule, subject } of found) {
    if (!settle || !REPAIRED_BY_SETTLING.includes(rule)) continue
    await settle(subject as OrderId).catch((error) => log.error({ err: error, order: subject }, 'order settlement failed'))
  }
}

/** Each violation is logged as an error in every run until it is cleared, so that log monitoring alerts repeatedly. */
export async function note({ db, log }: Pick<LedgerChecksDeps, 'db' | 'log'>, rules: string[], found: Found[], at: Date) {
  await db.transaction((tx) => recordViolations(tx, rules, found, at))
  for (const { rule, subject, detail } of found) log.error({ rule, subject, detail }, 'ledger check failed')
}

export const countViolations = ({ db }: Pick<LedgerChecksDeps, 'db'>) => countOpenViolations(db)

export async function readLedgerChecks({ db }: Pick<LedgerChecksDeps, 'db'>): Promise<AdminLedgerChecks> {
  const [violations, alerts, sums, lastRun] = await Promise.all([
    listOpenViolations(db),
    listAlerts(db),
    sumAccounts(db),
    readRun(db),
  ])
  return {
    violations: violations.map(({ rule, subject, detail, foundAt, seenAt }) => ({
      rule,
      subject,
      detail,
      foundAt: foundAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    alerts: alerts.flatMap(({ id, snapshot, alertCode, alertDetail, createdAt }) =>
      alertCode
        ? [{ orderId: id, title: snapshot.title, alert: alertCode, detail: alertDetail, createdAt: createdAt.toISOString() }]
        : [],
    ),
    balances: sums.map(({ account, currency, amount }) => ({
      account,
      currency,
      amount: cents(Number(amount) * (isDebitAccount(account) ? 1 : -1) || 0),
    })),
    checkedAt: lastRun?.checkedAt?.toISOString() ?? null,
    balanceReadAt: lastRun?.balanceReadAt?.toISOString() ?? null,
  }
}

/** Assets and expenses grow by debits (positive amounts); liabilities and income by credits (negative amounts). */
const isDebitAccount = (account: string) => ['cash', 'stripe_fees', 'dispute_losses'].includes(account)
