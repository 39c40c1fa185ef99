import { and, asc, eq, sql } from 'drizzle-orm'
import { contactDeals, raiseRounds } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'

export type DealRow = typeof contactDeals.$inferSelect
export type RoundRow = typeof raiseRounds.$inferSelect

const isDeal = (principalId: PrincipalId, contactId: VcId) =>
  and(eq(contactDeals.principalId, principalId), eq(contactDeals.contactId, contactId))

export const listDeals = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(contactDeals).where(eq(contactDeals.principalId, principalId)).orderBy(asc(contactDeals.contactId)),
)

export const listRounds = preparedQuery((db, principalId: PrincipalKey) =>
  db.select().from(raiseRounds).where(eq(raiseRounds.principalId, principalId)),
)

/** A lock until the transaction ends: a document that does not exist yet has no row to lock. */
const lock = (tx: Queryable, key: string) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`raise:${key}`}, 0))`)

/** The deal with a contact, locked until the transaction ends. */
export async function lockDeal(tx: Queryable, principalId: PrincipalId, contactId: VcId): Promise<DealRow | undefined> {
  await lock(tx, `${principalId}:${contactId}`)
  const [row] = await tx.select().from(contactDeals).where(isDeal(principalId, contactId)).for('update')
  return row
}

export async function upsertDeal(db: Queryable, row: typeof contactDeals.$inferInsert) {
  const { principalId: _owner, contactId: _contact, ...set } = row
  const target = [contactDeals.principalId, contactDeals.contactId]
  await db.insert(contactDeals).values(row).onConflictDoUpdate({ target, set })
}

/** Deletes a principal's deals. @returns the deleted rows */
export const takeDeals = (db: Queryable, principalId: PrincipalId): Promise<DealRow[]> =>
  db.delete(contactDeals).where(eq(contactDeals.principalId, principalId)).returning()

/** The round of a principal, locked until the transaction ends. */
export async function lockRound(tx: Queryable, principalId: PrincipalId): Promise<RoundRow | undefined> {
  await lock(tx, principalId)
  const [row] = await tx.select().from(raiseRounds).where(eq(raiseRounds.principalId, principalId)).for('update')
  return row
}

export async function upsertRound(db: Queryable, row: typeof raiseRounds.$inferInsert) {
  const { principalId: _owner, ...set } = row
  await db.insert(raiseRounds).values(row).onConflictDoUpdate({ target: raiseRounds.principalId, set })
}

/** Deletes the round of a principal. @returns the deleted row */
export async function takeRound(db: Queryable, principalId: PrincipalId): Promise<RoundRow | undefined> {
  const [row] = await db.delete(raiseRounds).where(eq(raiseRounds.principalId, principalId)).returning()
  return row
}
