import { eq } from 'drizzle-orm'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { VcId } from '#shared/ids.ts'
import { isPersonId } from '#shared/people/contract.ts'

const staying = (db: Queryable, id: VcId) =>
  db.select({ mergedInto: directoryInvestors.mergedInto }).from(directoryInvestors).where(eq(directoryInvestors.id, id))

/**
 * The record that stays for one that was merged into it; any other id as it is. A merge of the record waits until the transaction
 * ends: what the caller writes about the record is moved by the merge, or is written about the one that stays.
 */
export async function lockStaying(tx: Queryable, id: VcId): Promise<VcId> {
  if (isPersonId(id)) return id
  const [row] = await staying(tx, id).for('key share')
  return row?.mergedInto ?? id
}

/** The same, without a lock. */
export async function findStaying(db: Queryable, id: VcId): Promise<VcId> {
  const [row] = await staying(db, id)
  return row?.mergedInto ?? id
}
