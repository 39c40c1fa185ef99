import { eq } from 'drizzle-orm'
import { principals, processedMutations } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/db.ts'
import type { MutationId } from '#shared/ids.ts'

type NewMark = typeof processedMutations.$inferInsert
export type Refusal = NonNullable<NewMark['refusal']>

/** @returns false when the mutation was processed before. A transaction that is just processing it is waited for. */
export async function insertMark(db: Queryable, mark: NewMark): Promise<boolean> {
  const inserted = await db.insert(processedMutations).values(mark).onConflictDoNothing().returning({ id: processedMutations.id })
  return inserted.length > 0
}

/** Inserts one mark per id, and leaves those that exist. The ids are sorted, so that two transactions never deadlock. */
export async function insertMarks(db: Queryable, ids: readonly MutationId[], mark: Omit<NewMark, 'id'>) {
  if (ids.length === 0) return
  const rows = [...ids].sort().map((id) => ({ ...mark, id }))
  await db.insert(processedMutations).values(rows).onConflictDoNothing()
}

/** A mark, and who owns it: the principal it was made for, or the account that guest became. */
export async function findMark(db: Queryable, id: MutationId) {
  const { principalId, clientId, status, refusal } = processedMutations
  const [mark] = await db
    .select({ principalId, clientId, status, refusal, mergedInto: principals.mergedInto })
    .from(processedMutations)
    .leftJoin(principals, eq(principals.id, principalId))
    .where(eq(processedMutations.id, id))
  return mark
}

export async function markRefused(db: Queryable, id: MutationId, refusal: Refusal) {
  await db.update(processedMutations).set({ status: 'refused', refusal }).where(eq(processedMutations.id, id))
}
