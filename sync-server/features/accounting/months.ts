import type { Database, Transaction } from '#server/database/client.ts'
import type { AccountingMonth } from '#shared/accounting/contract.ts'
import { isOver, monthOfInstant, monthsUntil } from '#shared/accounting/months.ts'
import { cents } from '#shared/money.ts'
import { InvalidFields } from '#shared/problem.ts'
import { readCodes } from './codes.ts'
import { countLegs, findUnbalanced, listTotals, readFirstPosted } from './queries.ts'

export type AccountingDeps = { db: Database; now: () => Date }

/** One snapshot for everything that is read. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** The totals of a month per account. */
export const showMonth = ({ db, now }: AccountingDeps, named: string | undefined): Promise<AccountingMonth> =>
  db.transaction(async (tx) => {
    const at = now()
    const { month, months } = await chooseMonth(tx, named, at)
    const codes: Record<string, string> = await readCodes(tx)
    const totals = await listTotals(tx, month)
    return {
      month,
      isOver: isOver(month, at),
      months,
      rows: await countLegs(tx, month),
      isBalanced: await isBalanced(tx, month),
      totals: totals.map(({ account, currency, debit, credit }) => ({
        account,
        code: codes[account] ?? '',
        currency,
        debit: cents(Number(debit)),
        credit: cents(Number(credit)),
      })),
    }
  }, SNAPSHOT)

/** Whether the debits of each transaction equal its credits; then their totals are equal too. */
export const isBalanced = async (tx: Transaction, month: string): Promise<boolean> =>
  (await findUnbalanced(tx, month)) === undefined

/** The named month, or the last one that is over, or the current one. @throws InvalidFields for a month that has not begun */
export async function chooseMonth(tx: Transaction, named: string | undefined, now: Date) {
  const current = monthOfInstant(now)
  if (named && named > current) throw new InvalidFields([{ path: 'month', message: 'This month has not begun.' }])
  const months = monthsUntil(await readFirstPosted(tx), now)
  return { month: named ?? months.find((one) => isOver(one, now)) ?? current, months }
}
