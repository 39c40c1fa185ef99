import { eq, sql } from 'drizzle-orm'
import { principals, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { PrincipalId } from '#shared/ids.ts'

/** Serialises bans: of two admins who ban each other, the second one is signed out before the decision. */
export async function lockBans(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bans', 0))`)
}

export async function findAccount(db: Queryable, principalId: PrincipalId) {
  const [row] = await db
    .select({ user: users, principalId: principals.id })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(eq(principals.id, principalId))
  return row
}
