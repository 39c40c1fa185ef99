import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { contactFollowUps, principals, users } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import { type PrincipalKey, preparedQuery } from '#server/database/prepared-query.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'

type Row = typeof contactFollowUps.$inferInsert
const ofContact = (principalId: PrincipalId, contactId: VcId) =>
  and(eq(contactFollowUps.principalId, principalId), eq(contactFollowUps.contactId, contactId))

export const listFollowUps = preparedQuery((db, principalId: PrincipalKey) => {
  const own = eq(contactFollowUps.principalId, principalId)
  return db.select().from(contactFollowUps).where(own).orderBy(asc(contactFollowUps.contactId))
})

/** The texts of a follow-up, locked until the transaction ends, even when the row does not exist yet. */
export async function lockTexts(
  tx: Queryable,
  principalId: PrincipalId,
  contactId: VcId,
): Promise<Pick<FollowUpRow, 'metAt' | 'tags'>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`place:${principalId}:${contactId}`}, 0))`)
  const { metAt, tags } = contactFollowUps
  const [row] = await tx.select({ metAt, tags }).from(contactFollowUps).where(ofContact(principalId, contactId)).for('update')
  return row ?? { metAt: null, tags: [] }
}

/** Writes only the fields in the change. */
export async function upsertFollowUp(db: Queryable, row: Row) {
  const { principalId: _owner, contactId: _contact, ...change } = row
  const target = [contactFollowUps.principalId, contactFollowUps.contactId]
  await db.insert(contactFollowUps).values(row).onConflictDoUpdate({ target, set: change })
}

export async function deleteFollowUp(db: Queryable, principalId: PrincipalId, contactId: VcId) {
  await db.delete(contactFollowUps).where(ofContact(principalId, contactId))
}

export type FollowUpRow = typeof contactFollowUps.$inferSelect

/** Deletes a principal's follow-ups. @returns the deleted rows */
export const takeFollowUps = (db: Queryable, principalId: PrincipalId): Promise<FollowUpRow[]> =>
  db.delete(contactFollowUps).where(eq(contactFollowUps.principalId, principalId)).returning()

/** A follow-up, locked until the transaction ends; `otherwise` is inserted where none exists. */
export async function lockFollowUp(tx: Queryable, otherwise: FollowUpRow): Promise<FollowUpRow> {
  await lockTexts(tx, otherwise.principalId, otherwise.contactId)
  await tx.insert(contactFollowUps).values(otherwise).onConflictDoNothing()
  const isMeant = ofContact(otherwise.principalId, otherwise.contactId)
  const [row] = await tx.select().from(contactFollowUps).where(isMeant).for('update')
  return row ?? otherwise
}

/**
 * Follow-ups that are due and may be mailed: reminders by mail are on and the account's address is verified. Locked, and skipped
 * by other nodes.
 */
export async function claimDueReminders(tx: Queryable, now: Date, limit: number) {
  const isDue = and(
    lte(contactFollowUps.dueAt, now),
    eq(contactFollowUps.remindByMail, true),
    isNull(contactFollowUps.remindedAt),
    isNotNull(users.emailVerifiedAt),
  )
  return tx
    .select({ principalId: contactFollowUps.principalId, contactId: contactFollowUps.contactId, email: users.email })
    .from(contactFollowUps)
    .innerJoin(principals, eq(principals.id, contactFollowUps.principalId))
    .innerJoin(users, eq(users.id, principals.userId))
    .where(isDue)
    .limit(limit)
    .for('update', { of: contactFollowUps, skipLocked: true })
}

export async function markReminded(tx: Queryable, principalId: PrincipalId, contactId: VcId, now: Date) {
  await tx.update(contactFollowUps).set({ remindedAt: now }).where(ofContact(principalId, contactId))
}
