import { eq, inArray } from 'drizzle-orm'
import { principals, processedMutations } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { MutationId } from '#shared/ids.ts'

type ProcessedRow = typeof processedMutations.$inferInsert
export type Refusal = NonNullable<ProcessedRow['refusal']>

/**
 * Inserts a processed row per id, and leaves existing ones unchanged. Waits for a transaction that is processing one of them. One
 * statement with sorted ids, so that two transactions never deadlock.
 *
 * @returns the ids that were not processed before
 */
export async function insertProcessed(
  db: Queryable,
  ids: readonly MutationId[],
  row: Omit<ProcessedRow, 'id'>,
): Promise<Set<MutationId>> {
  const rows = [...new Set(ids)].sort().map((id) => ({ ...row, id }))
  const inserted = await db.insert(processedMutations).values(rows).onConflictDoNothing().returning({ id: processedMutations.id })
  return new Set(inserted.map(({ id }) => id))
}

/** A processed row and its owner: the principal that it was created for, or the account that the guest was merged into. */
export async function findProcessed(db: Queryable, id: MutationId) {
  const { principalId, clientId, status, refusal } = processedMutations
  const [row] = await db
    .select({ principalId, clientId, status, refusal, mergedInto: principals.mergedInto })
    .from(processedMutations)
    .leftJoin(principals, eq(principals.id, principalId))
    .where(eq(processedMutations.id, id))
  return row
}

export async function setRefused(db: Queryable, ids: readonly MutationId[], refusal: Refusal) {
  await db.update(processedMutations).set({ status: 'refused', refusal }).where(inArray(processedMutations.id, ids))
}
