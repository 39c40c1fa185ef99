import { eq, sql } from 'drizzle-orm'
import { billingDetails, principals, users } from '#drizzle/schema/index.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import type { BillingDetails } from '#shared/documents/billing.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'

const parts = {
  name: billingDetails.name,
  address: billingDetails.address,
  postalCode: billingDetails.postalCode,
  country: billingDetails.country,
  vatId: billingDetails.vatId,
}

export async function findDetails(db: Queryable, userId: UserId): Promise<BillingDetails | undefined> {
  const [row] = await db.select(parts).from(billingDetails).where(eq(billingDetails.userId, userId))
  return row
}

/** Two devices that change the details of one account wait for each other, also before the first row exists. */
export const lockDetails = (tx: Transaction, userId: UserId) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`latchkey-billing:${userId}`}, 0))`)

export const saveDetails = (tx: Transaction, userId: UserId, details: BillingDetails) =>
  tx
    .insert(billingDetails)
    .values({ userId, ...details })
    .onConflictDoUpdate({ target: billingDetails.userId, set: { ...details, updatedAt: sql`now()` } })

export const deleteDetails = (tx: Transaction, userId: UserId) =>
  tx.delete(billingDetails).where(eq(billingDetails.userId, userId))

/** The account behind a principal: its name, and its details if it has entered any. */
export async function findBuyerDetails(db: Queryable, principalId: PrincipalId) {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, details: parts })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .leftJoin(billingDetails, eq(billingDetails.userId, users.id))
    .where(eq(principals.id, principalId))
  return row
}
