import Papa from 'papaparse'

export type Table = { columns: string[]; rows: string[][] }

/** At least this many filled cells make a line the head of the table: LinkedIn writes lines of prose before it. */
const HEAD_CELLS = 2

/**
 * A table of comma, semicolon or tab separated values; `undefined` for a file without a head and a row.
 *
 * @param isKnown  whether the head of a column is recognised: the head is the first line with two such cells
 */
export function readTable(file: string, isKnown: (column: string) => boolean): Table | undefined {
  const { data } = Papa.parse<string[]>(file.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' })
  const known = data.findIndex((line) => line.filter(isKnown).length >= HEAD_CELLS)
  const head = known >= 0 ? known : data.findIndex((line) => line.filter((cell) => cell.trim()).length >= HEAD_CELLS)
  const columns = data[head]
  const rows = data.slice(head + 1)
  return columns && rows.length > 0 ? { columns, rows } : undefined
}

/** A spreadsheet would run such a cell, so exports begin it with an apostrophe: `'@handle`, `'+351`. */
const ESCAPED = /^'(?=[=+\-@])/

/** The text of a cell, as it was before an export protected it. */
export const textOfCell = (cell: string): string => cell.trim().replace(ESCAPED, '')
