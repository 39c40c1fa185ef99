import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { calendarConsents, externalCalendars, users, vcCredentials, vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { forgetAuditTexts } from '#server/features/admin/write-audit-entry.ts'
import { forgetWriters } from '#server/sync/push/text-writers.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { NO_CONTACT, NO_TEXTS } from './empty-profile.ts'

const NAMELESS = { fundName: 'Former investor', partnerName: 'Former investor' }

type EmptiedState = { userId?: null; approvedAt?: null; reviewStatus: 'revoked' | SQL }

/** Empties profiles and removes them from the directory. The fact that a decision was made stays on record, but not its text. */
export async function emptyProfiles(tx: Transaction, listings: VcId[], state: EmptiedState) {
  if (listings.length === 0) return
  await tx
    .update(vcs)
    .set({
      ...NAMELESS,
      ...NO_CONTACT,
      ...NO_TEXTS,
      reviewReason: null,
      isActive: false,
      isVerified: false,
      ...state,
      updatedAt: sql`now()`,
    })
    .where(inArray(vcs.id, listings))
  await tx.delete(vcCredentials).where(inArray(vcCredentials.vcId, listings))
  await tx.delete(externalCalendars).where(inArray(externalCalendars.vcId, listings))
  await tx.delete(calendarConsents).where(inArray(calendarConsents.vcId, listings))
  await forgetWriters(tx, 'listing', listings)
  await forgetAuditTexts(tx, listings)
}

/** Deletes profiles that only their owner and admins have seen. */
export async function deleteProfiles(tx: Transaction, listings: VcId[]) {
  if (listings.length === 0) return
  await tx.delete(vcs).where(inArray(vcs.id, listings))
  await forgetWriters(tx, 'listing', listings)
  await forgetAuditTexts(tx, listings)
}

/** Profiles that have claimed a record. @param except  an account that is being erased */
const claimsTo = (recordId: VcId, except?: UserId) => and(eq(vcs.replacesId, recordId), except && ne(vcs.userId, except))

/** Locked until the transaction ends, after their accounts: in the order in which decisions about them and erasures lock them. */
export async function lockClaims(tx: Transaction, recordId: VcId, except?: UserId) {
  const isMeant = claimsTo(recordId, except)
  const owners = tx.select({ id: vcs.userId }).from(vcs).where(isMeant)
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, owners)).orderBy(users.id).for('update')
  await tx.select({ id: vcs.id }).from(vcs).where(isMeant).orderBy(vcs.id).for('update')
}

/**
 * An admin has revoked the claim of a profile and has approved the profile since without it: it is a different person from the
 * record, also while it is paused or pending with an edit of its owner.
 */
const isApart = sql`(${vcs.claimRevokedAt} is not null and ${vcs.revokedAt} is null and ${vcs.approvedAt} > ${vcs.claimRevokedAt})`

/** Claims that are neither online nor `isApart`, each with its owner's address. */
export const listClaimsOff = (tx: Transaction, recordId: VcId, except?: UserId) =>
  tx
    .select({ id: vcs.id, userId: users.id, email: users.email, wasPublic: sql<boolean>`${vcs.changedXid} <> '0'` })
    .from(vcs)
    .innerJoin(users, eq(users.id, vcs.userId))
    .where(and(claimsTo(recordId, except), sql`not (${vcs.isVerified} and ${vcs.isActive})`, sql`${isApart} is not true`))
    .orderBy(vcs.id)
