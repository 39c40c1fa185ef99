import Papa from 'papaparse'
import type { Transaction } from '#server/database/client.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import { accountLabels } from '#shared/accounting/accounts.ts'
import type { AccountCodes } from '#shared/accounting/contract.ts'
import { decimal, kindOfTransaction, ledgerColumns, transactionId } from '#shared/accounting/file.ts'
import { isOver } from '#shared/accounting/months.ts'
import { FORMULA } from '#shared/earnings/statement.ts'
import { receiptLabel } from '#shared/orders/receipt.ts'
import { Problem } from '#shared/problem.ts'
import { readCodes } from './codes.ts'
import { type AccountingDeps, chooseMonth, isBalanced, SNAPSHOT } from './months.ts'
import { type LegRow, readLegs } from './queries.ts'
import { openSpool, type Spool } from './spool.ts'

type LedgerFile = { month: string; content: ReadableStream<Uint8Array> }

/**
 * The ledger of a month as a file. It is complete, and in the audit log, before its first byte is sent: a fault gives no part of a
 * file, and a slow reader holds no transaction.
 *
 * @throws Problem `accounting.unbalanced` when the debits of a transaction are not its credits
 */
export async function exportMonth({ db, now }: AccountingDeps, admin: Account, named: string | undefined): Promise<LedgerFile> {
  const at = now()
  const spool = await openSpool()
  try {
    const { month, rows } = await db.transaction(async (tx) => {
      const chosen = await chooseMonth(tx, named, at)
      return { month: chosen.month, rows: await writeMonth(tx, chosen.month, spool) }
    }, SNAPSHOT)
    await db.transaction(async (tx) => {
      await lockCaller(tx, { principalId: admin.principalId, account: admin })
      await writeAuditEntry(tx, {
        actorId: admin.id,
        action: 'exported',
        targetType: 'accounting',
        targetId: 'ledger',
        before: {},
        after: { month, rows, isOver: isOver(month, at) },
      })
    })
    return { month, content: spool.read() }
  } catch (error) {
    await spool.close()
    throw error
  }
}

/** @returns the number of lines without the header */
async function writeMonth(tx: Transaction, month: string, spool: Spool): Promise<number> {
  if (!(await isBalanced(tx, month))) throw new Problem('accounting.unbalanced')
  const codes = await readCodes(tx)
  await spool.write(toLines([[...ledgerColumns]]))
  let count = 0
  for await (const legs of readLegs(tx, month)) {
    await spool.write(toLines(legs.map((leg) => cellsOf(leg, codes))))
    count += legs.length
  }
  return count
}

/** RFC 4180. Cells that a spreadsheet would execute as a formula are quoted. */
const toLines = (rows: string[][]) => `${Papa.unparse(rows, { escapeFormulae: FORMULA })}\r\n`

/** No cell names a person or a charity: an investor is the id of the listing. */
function cellsOf(leg: LegRow, codes: AccountCodes): string[] {
  const amount = Number(leg.amount)
  return [
    leg.posted,
    leg.happened,
    transactionId(leg.order_id, leg.transaction),
    kindOfTransaction(leg.transaction, leg.transaction_kind),
    leg.order_id ?? '',
    leg.receipt === null ? '' : receiptLabel(leg.receipt),
    codes[leg.account_kind] ?? '',
    accountLabels[leg.account_kind] ?? leg.account_kind,
    (leg.account_kind === 'investor_payable' && leg.account_owner) || '',
    amount > 0 ? decimal(amount) : '',
    amount < 0 ? decimal(-amount) : '',
    leg.currency.toUpperCase(),
    leg.document ?? '',
  ]
}
