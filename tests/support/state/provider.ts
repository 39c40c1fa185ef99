import { and, eq, sql } from 'drizzle-orm'
import { sandboxObjects } from '#drizzle/schema/index.ts'
import type { Database, OpenDatabase } from '#server/database/client.ts'
import { OF_THE_PROVIDER } from '#tests/support/database/tables-that-say.ts'

type ProviderObject = Record<string, unknown> & { id: string; metadata: Record<string, string> }
type Kind = 'account' | 'balance_transaction' | 'charge' | 'dispute' | 'payment_intent' | 'refund' | 'transfer'

/** The provider's objects of a kind with these fields, oldest first. */
export async function listProviderObjects(db: Database, kind: Kind, fields: object = {}): Promise<ProviderObject[]> {
  const hasFields = sql`${sandboxObjects.body} @> ${JSON.stringify(fields)}::jsonb`
  const rows = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.type, kind), hasFields))
    .orderBy(sandboxObjects.createdAt)
  return rows.map(({ body }) => body as ProviderObject)
}

/** The provider's object with an id, in the provider's own format. */
export async function providerObject(db: Database, id: string): Promise<ProviderObject> {
  const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
  if (!row) throw new Error(`The provider has no ${id}`)
  return row.body as ProviderObject
}

/** The id of a payment's charge. */
export const chargeOf = async (db: Database, piId: string): Promise<string> =>
  (await listProviderObjects(db, 'charge', { payment_intent: piId }))[0]?.id ?? ''

/** The id of a payment's dispute, or an empty string. */
export const disputeAtProvider = async (db: Database, piId: string): Promise<string> =>
  (await listProviderObjects(db, 'dispute', { payment_intent: piId }))[0]?.id ?? ''

export const refundsAtProvider = (db: Database, piId: string) => listProviderObjects(db, 'refund', { payment_intent: piId })

/** The records of the provider move to another database, whose own ones are dropped. */
export async function moveProvider({ sql: from }: OpenDatabase, { sql: to }: OpenDatabase) {
  for (const table of OF_THE_PROVIDER) {
    const [row] = await from`select json_agg(t)::text as rows from ${from(table)} t`
    await to`delete from ${to(table)}`
    await to`insert into ${to(table)} overriding system value
      select * from json_populate_recordset(null::${to(table)}, ${row?.rows ?? '[]'}::text::json)`
  }
}
