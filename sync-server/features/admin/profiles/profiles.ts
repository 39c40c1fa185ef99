import { sql } from 'drizzle-orm'
import { vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { claimEnded } from '#server/email/messages/profile-requests.ts'
import { queueMail } from '#server/email/outbox.ts'
import { writeNotice } from '#server/features/notices/service.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { hasVerified, setApproved } from './application-queries.ts'
import { deleteProfiles, emptyProfiles, listClaimsOff, lockClaims } from './profile-queries.ts'
import { forgetReasonsAbout } from './revocations.ts'

/**
 * Removes an investor from the platform. Buyers keep the record of their purchase; the contact is deleted from server and
 * devices.
 */
export const eraseProfiles = (tx: Transaction, listings: VcId[]): Promise<void> =>
  emptyProfiles(tx, listings, { userId: null, reviewStatus: 'revoked' })

/**
 * Locks the accounts and profiles that have claimed a record until the transaction ends. They are locked before the record: a
 * decision about a claim locks them and then writes the record.
 */
export const lockClaimants = (tx: Transaction, recordId: VcId): Promise<void> => lockClaims(tx, recordId)

/**
 * Removes the person of a record from every profile that has claimed it and is not online: an application that was never public
 * is deleted, any other profile is emptied and kept for the ledger. Their owners are notified, without a name. A profile whose
 * claim was revoked, and which was approved since without it, stays unchanged.
 *
 * @param except  an account that is being erased, with its own profiles
 * @returns the profiles that were public: their sales count as sales of the person
 */
export async function withdrawClaims(tx: Transaction, recordId: VcId, except?: UserId): Promise<VcId[]> {
  await lockClaims(tx, recordId, except)
  const claims = await listClaimsOff(tx, recordId, except)
  const emptied = claims.filter(({ wasPublic }) => wasPublic).map(({ id }) => id)
  const deleted = claims.filter(({ wasPublic }) => !wasPublic).map(({ id }) => id)
  await emptyProfiles(tx, emptied, {
    reviewStatus: sql`case when ${vcs.claimRevokedAt} is null then 'rejected' else 'revoked' end`,
    approvedAt: null,
  })
  await deleteProfiles(tx, deleted)
  await forgetReasonsAbout(tx, recordId)
  for (const { userId, email } of claims) {
    await setApproved(tx, userId, await hasVerified(tx, userId))
    await writeNotice(tx, { userId }, { kind: 'claim-ended', subject: recordId, facts: {}, now: new Date() })
    await queueMail(tx, { to: email, template: 'claim-ended', message: claimEnded() })
  }
  return emptied
}
