import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'

export type RecordRow = typeof directoryInvestors.$inferSelect

/** A record, listed or not, locked until the transaction ends. */
export async function lockRecord(tx: Transaction, id: VcId): Promise<RecordRow | undefined> {
  const [row] = await tx.select().from(directoryInvestors).where(eq(directoryInvestors.id, id)).for('update')
  return row
}

export async function updateRecord(tx: Transaction, id: VcId, change: Partial<typeof directoryInvestors.$inferInsert>) {
  await tx
    .update(directoryInvestors)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(directoryInvestors.id, id))
}

/** Records that were merged into one that is merged itself follow it. */
export async function redirectMerged(tx: Transaction, from: VcId, into: VcId) {
  await tx
    .update(directoryInvestors)
    .set({ mergedInto: into, updatedAt: sql`now()` })
    .where(eq(directoryInvestors.mergedInto, from))
}

export async function insertRecord(tx: Transaction, row: typeof directoryInvestors.$inferInsert) {
  await tx.insert(directoryInvestors).values(row)
}

type Person = { name: string; fund: string | null } & Record<'email' | 'telegram' | 'linkedinUrl', string | null>

/** A listed record that may be the same person: by the name with the fund, or by an address that belongs to one person. */
export async function findSimilar(tx: Transaction, { name, fund, email, telegram, linkedinUrl }: Person) {
  const { id, name: named, unlistedAt, ...columns } = directoryInvestors
  const isSame = (column: SQL | typeof named, value: string | null) =>
    value ? sql`lower(${column}) = ${value.toLowerCase()}` : undefined
  const isPerson = or(
    and(isSame(named, name), isSame(sql`coalesce(${columns.fund}, '')`, fund ?? '') ?? sql`coalesce(${columns.fund}, '') = ''`),
    and(isSame(named, name), isSame(sql`${columns.email}`, email)),
    isSame(sql`${columns.telegram}`, telegram),
    isSame(sql`rtrim(${columns.linkedinUrl}, '/')`, linkedinUrl?.replace(/\/+$/, '') ?? null),
  )
  const [found] = await tx
    .select({ id, name: named })
    .from(directoryInvestors)
    .where(and(isNull(unlistedAt), isPerson))
    .limit(1)
  return found
}
