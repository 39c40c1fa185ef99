import { type ColdColumn, type ColdRow, coldColumnOf, coldFields, matchColdColumns } from '#shared/cold-scout/import.ts'
import { readTable, type Table, textOfCell } from '#web/forms/read-table.ts'
import { textOfFile } from '#web/forms/text-of-file.ts'

/** The table of a file; `undefined` where it has no head or no line. */
export const readColdTable = async (file: Pick<Blob, 'arrayBuffer'>): Promise<Table | undefined> =>
  readTable(await textOfFile(file), (column) => coldColumnOf(column) !== 'skip')

/** The lines of a table. Columns of one field are joined by a space. */
export const coldRowsOf = ({ rows }: Table, kinds: readonly ColdColumn[]): ColdRow[] =>
  rows.map((row, at) => {
    const textOf = (field: ColdColumn) =>
      row
        .filter((_, column) => kinds[column] === field)
        .map(textOfCell)
        .filter(Boolean)
        .join(' ')
    const cells = Object.fromEntries(coldFields.map((field) => [field, textOf(field)])) as Omit<ColdRow, 'line'>
    return { line: at + 1, ...cells }
  })

const MAX_FILE_BYTES = 2_000_000

export type OpenedFile = { name: string; table: Table; kinds: ColdColumn[] }

/** A chosen file with the proposed field of each column, or why it cannot be read. */
export async function openColdFile(file: File): Promise<OpenedFile | string> {
  if (file.size > MAX_FILE_BYTES) return 'This file is larger than 2 MB.'
  const table = await readColdTable(file)
  if (!table) return 'This file has no lines below a head with names of columns.'
  return { name: file.name, table, kinds: matchColdColumns(table.columns) }
}
