import Papa from 'papaparse'
import type { Database } from '#server/database/client.ts'
import { balanceOf, monthsOf } from '#shared/earnings/balance.ts'
import type { Earnings } from '#shared/earnings/contract.ts'
import { FORMULA, statementColumns, statementRows } from '#shared/earnings/statement.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { listEntries } from './entries.ts'

export type EarningsDeps = { db: Database; now: () => Date }

export async function readEarnings({ db, now }: EarningsDeps, principalId: PrincipalId): Promise<Earnings> {
  const at = now()
  const entries = await readEntries(db, principalId)
  return {
    asOf: at.toISOString(),
    balance: balanceOf(entries, at.getTime()),
    months: monthsOf(entries, at.getTime()),
    entries: entries.sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id)),
  }
}

/** Cells that a spreadsheet would execute as a formula are quoted. */
export async function readStatement({ db, now }: EarningsDeps, principalId: PrincipalId, month?: string): Promise<string> {
  const data = statementRows(await readEntries(db, principalId), now().getTime(), month)
  return Papa.unparse({ fields: [...statementColumns], data }, { escapeFormulae: FORMULA })
}

const readEntries = (db: Database, principalId: PrincipalId) =>
  db.transaction((tx) => listEntries(tx, principalId), { isolationLevel: 'repeatable read', accessMode: 'read only' })
