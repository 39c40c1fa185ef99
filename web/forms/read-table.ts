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

/** The bytes of a table as text: UTF-8, UTF-16 with its mark, or what older spreadsheets write. */
export function decodeTable(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
