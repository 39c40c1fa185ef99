import type { Transaction } from '#server/database/client.ts'
import type { AccountDeps } from '#server/features/accounts/deps.ts'
import { forgetLeft } from '#server/features/accounts/erasure/forget-left.ts'
import { deleteOwnWords } from '#server/features/accounts/erasure/queries.ts'
import type { UserRow } from '#server/features/accounts/present.ts'
import { forgetDevices, updateUser } from '#server/features/accounts/queries.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { forgetBilling } from '#server/features/billing/service.ts'
import { startOverAsFounder } from '#server/features/bookings/calls/cancel-calls-of.ts'
import { erasePhotos } from '#server/features/contacts/photos/service.ts'
import { detachDestination } from '#server/features/earnings/detach.ts'
import { deletePictures } from '#server/features/uploads/service.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import { forgetRefusals } from '#server/sync/push/delete-rejections.ts'
import { TAKEN_OFF_BY_RESET } from '#shared/admin/audit.ts'
import type { PrincipalId, UserId } from '#shared/ids.ts'
import {
  deleteListingSecrets,
  deleteUnpublished,
  emptyApplication,
  emptyTraces,
  holdEarnings,
  lockListings,
  lockPublished,
  sendBack,
  takeBackIntros,
  takeOffProject,
} from './start-over-queries.ts'
import { deleteTwoFactor } from './two-factor-queries.ts'

/**
 * Gives an account whose address was never verified to the holder of the mailbox: a stranger may have registered it. What was
 * written or sent under it is deleted, so that no stranger's text passes as the owner's. Purchases stay. Public content is taken
 * offline with its text kept, because the owner may have published it: an admin decides. The address counts as verified, with all
 * consequences.
 */
export async function startOver(
  { now, claimVerified }: AccountDeps,
  tx: Transaction,
  { user, principalId }: { user: UserRow; principalId: PrincipalId },
) {
  await deleteTwoFactor(tx, user.id)
  await forgetDevices(tx, user.id)
  await withdrawContent(tx, user, principalId, now())
  // A payment account opened by a stranger must not receive the proceeds of the owner's sales.
  await detachDestination(tx, user)
  await updateUser(tx, user.id, {
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    profileCompleted: false,
    userType: 'founder',
    hasTwoFactor: false,
    isApprovedInvestor: false,
    pendingEmail: null,
    noticesOff: [],
    emailVerifiedAt: now(),
  })
  await claimVerified(tx, user.email.toLowerCase(), principalId)
}

async function withdrawContent(
  tx: Transaction,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  principalId: PrincipalId,
  now: Date,
) {
  await deleteOwnWords(tx, principalId)
  await erasePhotos(tx, principalId)
  await forgetBilling(tx, id)
  await deleteUnpublished(tx, id, principalId)
  await deletePictures(tx, id, await takeOffline(tx, id, now))
  await takeBackIntros(tx, principalId)
  await emptyTraces(tx, principalId)
  await forgetRefusals(tx, principalId)
  await forgetLeft(tx, principalId)
  await startOverAsFounder(tx, { principalId, email }, now)
}

const MAY_BELONG_TO_ANOTHER =
  'The password of this account was reset by email before its address had been confirmed, so another person may have written this.'
const PROJECT_WAITS = `${MAY_BELONG_TO_ANOTHER} Our team checks it before it is public again. Nothing has to be paid again.`
const LISTING_WAITS = `${MAY_BELONG_TO_ANOTHER} Our team checks it before it is shown again. Earnings wait until then.`
const APPLY_AGAIN = 'The address of this account had not been confirmed when this was written. Please apply again.'

/**
 * Takes public content offline for review by an admin. Content that an admin has rejected stays rejected. Only an application
 * that was never approved is emptied.
 *
 * @returns the addresses of pictures that are shown again after an approval
 */
async function takeOffline(tx: Transaction, userId: UserId, now: Date): Promise<string[]> {
  const project = await lockPublished(tx, userId)
  if (project && project.status !== 'rejected') {
    await takeOffProject(tx, project.id, PROJECT_WAITS)
    const before = { status: project.status, isPublished: project.isPublished }
    await noteTakenOff(tx, {
      targetType: 'project',
      targetId: project.id,
      before,
      after: { status: 'under review', isPublished: false },
    })
  }
  const listings = await lockListings(tx, userId)
  await deleteListingSecrets(
    tx,
    listings.map(({ id }) => id),
  )
  const [kept, applications] = [listings.filter(({ wasApproved }) => wasApproved), listings.filter((one) => !one.wasApproved)]
  for (const { id } of applications) await emptyApplication(tx, id, APPLY_AGAIN)
  for (const { id, isVerified, reviewStatus } of kept) {
    await holdEarnings(tx, id, now)
    if (reviewStatus === 'rejected' || reviewStatus === 'revoked') continue
    await sendBack(tx, id, LISTING_WAITS, now)
    const before = { isVerified, reviewStatus }
    await noteTakenOff(tx, { targetType: 'vc', targetId: id, before, after: { isVerified: false, reviewStatus: 'pending' } })
  }
  await deleteChunks(tx, { projects: project ? [project.id] : [], investors: kept.map(({ id }) => id) })
  return [project, ...kept].flatMap((one) => one?.logoUrl ?? [])
}

type TakenOff = { targetType: 'project' | 'vc'; targetId: string; before: object; after: object }

/** Has no acting admin and cannot be undone in the audit log: an approval publishes the content again. */
const noteTakenOff = (tx: Transaction, takenOff: TakenOff) =>
  writeAuditEntry(tx, { actorId: null, action: TAKEN_OFF_BY_RESET, ...takenOff })
