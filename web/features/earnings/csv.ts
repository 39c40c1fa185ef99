import Papa from 'papaparse'
import type { EarningsEntry } from '#shared/earnings/contract.ts'
import { FORMULA, statementColumns, statementRows } from '#shared/earnings/statement.ts'

/**
 * The same statement as `/api/earnings.csv`, made on this device. Cells that a spreadsheet would interpret as a formula are
 * quoted.
 */
export const toCsv = (entries: readonly EarningsEntry[], now: number, month: string | undefined): string =>
  Papa.unparse({ fields: [...statementColumns], data: statementRows(entries, now, month) }, { escapeFormulae: FORMULA })
