import type { Connection, Table } from '#server/operations/backup/catalogue.ts'
import { LARGE, pictureFile, SMALL } from '#shared/uploads/address.ts'

/** The tables whose rows name files of the storage: by which column, and which files. */
const NAMING: Record<string, { column: string; filesOf: (value: string) => string[] }> = {
  uploads: { column: 'id', filesOf: (id) => [pictureFile(id, LARGE), pictureFile(id, SMALL)] },
  contact_photos: { column: 'file', filesOf: (file) => [file] },
}

/** The modules that write to the storage. A test compares this list with the code: the tables of each are in `NAMING`. */
export const WRITERS: readonly string[] = [
  'sync-server/features/contacts/photos/service.ts',
  'sync-server/features/uploads/service.ts',
]

/** A file, and the row that names it. */
export type NamedFile = { name: string; table: string; value: string }

/** Every file that a row names. A database of an earlier release may lack a table. */
export async function listNamedFiles(sql: Connection, tables: readonly Pick<Table, 'name'>[]): Promise<NamedFile[]> {
  const named: NamedFile[] = []
  for (const [table, { column, filesOf }] of Object.entries(NAMING)) {
    if (!tables.some(({ name }) => name === table)) continue
    const rows = await sql.unsafe<{ value: string }[]>(
      `select "${column}" as value from "${table}" where "${column}" is not null`,
    )
    for (const { value } of rows) for (const name of filesOf(value)) named.push({ name, table, value })
  }
  return named
}

/** Whether the row that names a file still exists. */
export async function isStillNamed(sql: Connection, { table, value }: NamedFile): Promise<boolean> {
  const column = NAMING[table]?.column ?? ''
  return (await sql.unsafe(`select 1 from "${table}" where "${column}" = $1`, [value])).length > 0
}
