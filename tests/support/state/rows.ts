import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/database/client.ts'

type Loose<Value> = Value extends string ? string : Value

/** Values that the listed rows have. An id may be any string. */
export type About<Table extends PgTable> = { [Name in keyof Table['$inferSelect']]?: Loose<Table['$inferSelect'][Name]> }

/** The condition for rows with all of these values. */
export function matches<Table extends PgTable>(table: Table, about: About<Table>) {
  const columns = getTableColumns(table)
  const conditions = Object.entries(about).map(([name, value]) => {
    const column = columns[name]
    // `undefined` would match every row.
    if (!column || value === undefined) throw new Error(`There is no value for ${name}`)
    return value === null ? isNull(column) : eq(column, value)
  })
  return and(...conditions)
}

/** All that is stored in some tables, as text: for a text that must not be stored there. */
export async function storedText(db: Database, ...tables: PgTable[]): Promise<string> {
  return JSON.stringify(await Promise.all(tables.map((table) => db.select().from(table))))
}

export type TextColumn<Table extends PgTable> = {
  [Name in keyof Table['$inferSelect']]: Table['$inferSelect'][Name] extends string | null ? Name : never
}[keyof Table['$inferSelect']]

/** The texts in all columns of a table except the named ones: those of a new column are included. */
export async function listTexts<Table extends PgTable>(
  db: Database,
  table: Table,
  except: readonly TextColumn<Table>[],
  where?: SQL,
): Promise<string[]> {
  const isText = ([name, { dataType }]: [string, { dataType: string }]) =>
    dataType === 'string' && !except.some((one) => one === name)
  const names = Object.entries(getTableColumns(table))
    .filter(isText)
    .map(([name]) => name)
  const rows: Record<string, unknown>[] = await db
    .select()
    .from(table as PgTable)
    .where(where)
  return rows.flatMap((row) => names.map((name) => row[name])).filter((value) => typeof value === 'string')
}

/** Whether nothing is stored in any of these tables. */
export async function areEmpty(db: Database, ...tables: PgTable[]): Promise<boolean> {
  const counts = await Promise.all(tables.map((table) => db.$count(table)))
  return counts.every((count) => count === 0)
}
