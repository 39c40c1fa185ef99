import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
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

/** A follow-up, locked until the transaction ends, even when the row does not exist yet. */
export async function lockFollowUpOf(tx: Queryable, principalId: PrincipalId, contactId: VcId): Promise<FollowUpRow | undefined> {
  await lockTexts(tx, principalId, contactId)
  const [row] = await tx.select().from(contactFollowUps).where(ofContact(principalId, contactId))
  return row
}

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
 * Follow-ups that are due and may be mailed: reminders by mail are on, the account's address is verified, and
 * the account is not banned. Locked, and skipped
 * by other nodes.
 */
export async function claimDueReminders(tx: Queryable, now: Date, limit: number) {
  const isDue = and(
    lte(contactFollowUps.dueAt, now),
    eq(contactFollowUps.remindByMail, true),
    isNull(contactFollowUps.remindedAt),
    isNotNull(users.emailVerifiedAt),
    isNull(users.bannedAt),
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

/**
 * Accounts with a verified address and without a ban that have a follow-up due before `until`, which have had no digest this week. They are marked, and
 * locked until the transaction ends; those of other nodes are skipped.
 */
export async function claimDigests(
  tx: Queryable,
  { week, until, now, limit }: { week: Date; until: Date; now: Date; limit: number },
) {
  const hasDue = tx
    .select({ one: sql`1` })
    .from(contactFollowUps)
    .where(and(eq(contactFollowUps.principalId, principals.id), lt(contactFollowUps.dueAt, until)))
  const hasNone = or(isNull(principals.digestAt), lt(principals.digestAt, week))
  const mayGetDigest = and(isNotNull(users.emailVerifiedAt), isNull(users.bannedAt), hasNone)
  const claimed = await tx
    .select({ principalId: principals.id, email: users.email, firstName: users.firstName })
    .from(principals)
    .innerJoin(users, eq(users.id, principals.userId))
    .where(and(mayGetDigest, exists(hasDue)))
    .limit(limit)
    .for('update', { of: principals, skipLocked: true })
  const ids = claimed.map(({ principalId }) => principalId)
  if (ids.length > 0) await tx.update(principals).set({ digestAt: now }).where(inArray(principals.id, ids))
  return claimed
}

/** The follow-ups of a principal that are due before an instant, the earliest first. */
export async function listDueBefore(
  tx: Queryable,
  principalId: PrincipalId,
  until: Date,
): Promise<{ contactId: VcId; dueAt: Date }[]> {
  const rows = await tx
    .select({ contactId: contactFollowUps.contactId, dueAt: contactFollowUps.dueAt })
    .from(contactFollowUps)
    .where(and(eq(contactFollowUps.principalId, principalId), lt(contactFollowUps.dueAt, until)))
    .orderBy(asc(contactFollowUps.dueAt), asc(contactFollowUps.contactId))
  return rows.flatMap(({ contactId, dueAt }) => (dueAt ? [{ contactId, dueAt }] : []))
}

export async function markReminded(tx: Queryable, principalId: PrincipalId, contactId: VcId, now: Date) {
  await tx.update(contactFollowUps).set({ remindedAt: now }).where(ofContact(principalId, contactId))
}
