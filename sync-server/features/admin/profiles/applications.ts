import type { Queryable, Transaction } from '#server/database/client.ts'
import { applicationAnswered } from '#server/email/messages/admin.ts'
import { profileTakenOver } from '#server/email/messages/profile-requests.ts'
import { queueMail } from '#server/email/outbox.ts'
import { nameOf } from '#server/features/admin/account-name.ts'
import { decide, type LockedEntity, type Reviewable, withVersion } from '#server/features/admin/decision.ts'
import type { Decider, ReviewDeps } from '#server/features/admin/deps.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import { lockImports } from '#server/features/directory/import/suppressions.ts'
import { deleteChunks } from '#server/sync/public/delete-chunks.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import {
  type AdminApplication,
  applyVcReview,
  type LiftRevocation,
  restoreVcReview,
  VcReview,
  type VerifyVc,
} from '#shared/admin/applications.ts'
import { NEW_OWNER_DAYS } from '#shared/earnings/maturity.ts'
import type { VcId } from '#shared/ids.ts'
import { isEmptied } from '#shared/listings/status.ts'
import { Problem } from '#shared/problem.ts'
import {
  type ApplicationRow,
  findRecordToTell,
  hasClaim,
  hasVerified,
  isFirstOfClaim,
  isRecordTaken,
  isRevokedStill,
  liftClaims,
  listApplications,
  lockApplication,
  lockBarringRow,
  setApproved,
  writeReview,
} from './application-queries.ts'
import { liftRevocations } from './revocation-queries.ts'
import { noteRevocation, revocationsOf } from './revocations.ts'

type Doc = Omit<AdminApplication, 'version'>

/** The only path from investor rows to an admin; secrets are in another table. */
async function present(db: Queryable, { keyring }: Pick<ReviewDeps, 'keyring'>, rows: ApplicationRow[]): Promise<Doc[]> {
  const revocations = await revocationsOf(db, keyring, rows, ({ vc, owner }) => ({
    ...{ userId: owner?.id, email: owner?.email },
    recordId: vc.replacesId,
  }))
  return rows.map((row) => {
    const {
      userId: _,
      updatedAt: __,
      changedXid: ___,
      replacedAt: ____,
      startedOverAt: _____,
      revokedAt: ______,
      revokedBefore: _______,
      startedOverBefore: ________,
      replacesId,
      claimRevokedAt,
      ...vc
    } = row.vc
    const { submittedAt, createdAt, approvedAt, ...profile } = vc
    return {
      ...profile,
      isClaimRevoked: claimRevokedAt !== null,
      submittedAt: submittedAt.toISOString(),
      createdAt: createdAt.toISOString(),
      approvedAt: approvedAt?.toISOString() ?? null,
      claim: replacesId && {
        recordId: replacesId,
        name: row.record?.name ?? null,
        fund: row.record?.fund ?? null,
        isTaken: row.isTaken,
      },
      revocations: revocations.get(row) ?? [],
      owner: row.owner && {
        id: row.owner.id,
        name: nameOf(row.owner),
        email: row.owner.email,
        emailVerified: row.owner.emailVerifiedAt !== null,
        userType: row.owner.userType,
        isApprovedInvestor: row.owner.isApprovedInvestor,
        createdAt: row.owner.createdAt.toISOString(),
      },
    }
  })
}

function lockedEntity(row: ApplicationRow, doc: Doc): LockedEntity<Doc, VcReview> {
  const { isVerified, reviewStatus, reviewReason } = row.vc
  const email = row.owner?.email ?? row.vc.email
  const name = row.owner?.firstName ?? row.vc.partnerName
  return {
    id: row.vc.id,
    doc,
    state: { isVerified, reviewStatus, reviewReason, isClaimRevoked: doc.isClaimRevoked },
    recipient: email ? { email, name } : undefined,
    receiver: row.owner ? { userId: row.owner.id } : undefined,
  }
}

export const applicationReview = (deps: Pick<ReviewDeps, 'keyring' | 'now'>): Reviewable<Doc, VcReview> => ({
  type: 'vc',
  State: VcReview,
  lock: async (tx, id) => {
    // An import that runs has already read which records are replaced. It is awaited before any other lock is taken.
    if (await hasClaim(tx, id as VcId)) await lockImports(tx)
    const row = await lockApplication(tx, id as VcId)
    const [doc] = row ? await present(tx, deps, [row]) : []
    return row && doc && lockedEntity(row, doc)
  },
  write: async (tx, { doc, state: before }, after, { isUndo }) => {
    // The person of its record was removed, and no content is left to approve.
    if (after.isVerified && isEmptied(doc)) throw new Problem('not-found')
    // Money, calls and buyers of a record are transferred with it: an approval must not take it from another profile. Returning a
    // claim to a profile that is online makes it replace the record as well.
    const takesPlace = after.isVerified && (!before.isVerified || (before.isClaimRevoked && !after.isClaimRevoked))
    if (takesPlace && (await isRecordTaken(tx, doc.id))) throw new Problem('review.record-taken')
    const record = after.isVerified ? await findRecordToTell(tx, doc.id) : undefined
    await writeReview(tx, doc.id, after, { isApprovalUndone: isUndo && before.isVerified && !after.isVerified })
    if (record && mailboxOf(record.email) !== mailboxOf(doc.owner?.email ?? ''))
      await queueMail(tx, {
        to: record.email,
        template: 'profile-taken-over',
        message: profileTakenOver(record.name, NEW_OWNER_DAYS),
      })
    await writeRevocation(tx, { deps, doc, before, after })
    if (doc.owner) {
      // An account is an approved investor for as long as it has any verified listing.
      if (after.isVerified) await setApproved(tx, doc.owner.id, true)
      else if (before.isVerified || doc.approvedAt !== null)
        await setApproved(tx, doc.owner.id, await hasVerified(tx, doc.owner.id))
    }
    if (isRevoking(before, after)) await deleteChunks(tx, { investors: [doc.id] })
  },
  restored: async (tx, before, { id, hasUnreviewedEdits }) =>
    restoreVcReview(before, { hasUnreviewedEdits, isFirstOfClaim: await isFirstOfClaim(tx, id) }),
  notice: ({ before, after }, doc) =>
    before.reviewStatus === after.reviewStatus
      ? undefined
      : { kind: 'application', facts: { status: isOfApplication(before, after, doc) ? 'rejected' : after.reviewStatus } },
  message: (mail, doc) => {
    const { before, after } = mail
    // Lifting a revocation does not decide the pending application.
    if (before.reviewStatus === after.reviewStatus) return undefined
    return applicationAnswered(
      isOfApplication(before, after, doc) ? { ...mail, after: { ...after, reviewStatus: 'rejected' } } : mail,
      doc,
    )
  },
})

/** An application made after a revocation was never online: revoking it rejects it. */
const isOfApplication = (before: VcReview, after: VcReview, { approvedAt }: Doc) =>
  after.reviewStatus === 'revoked' && before.reviewStatus === 'pending' && approvedAt === null

/** A revocation that was just decided. */
const isRevoking = (before: VcReview, after: VcReview) =>
  (after.reviewStatus === 'revoked' && before.reviewStatus !== 'revoked') || (after.isClaimRevoked && !before.isClaimRevoked)

/** The revocation that applies until an admin lifts it: of the claim where the profile has one, otherwise of the badge. */
const holds = ({ isClaimRevoked, reviewStatus }: VcReview, { claim }: Doc) =>
  claim ? isClaimRevoked : reviewStatus === 'revoked'

type RevocationChange = { deps: Pick<ReviewDeps, 'keyring' | 'now'>; doc: Doc; before: VcReview; after: VcReview }

async function writeRevocation(tx: Transaction, { deps, doc, before, after }: RevocationChange) {
  const { id: listingId, claim, owner } = doc
  if (holds(before, doc) && !holds(after, doc)) {
    await liftRevocations(tx, listingId)
    if (claim && owner) await liftClaims(tx, owner.id, claim.recordId)
  }
  if (!isRevoking(before, after)) return
  const revoked = { listingId, recordId: claim?.recordId ?? null, owner: owner ?? undefined, reason: after.reviewReason }
  await noteRevocation(tx, deps.keyring, { ...revoked, at: deps.now() })
}

export async function listApplicationsForReview(deps: ReviewDeps): Promise<AdminApplication[]> {
  const subject = applicationReview(deps)
  return (await present(deps.db, deps, await listApplications(deps.db))).map((doc) => withVersion(subject, doc))
}

export const verifyVc = (deps: ReviewDeps, by: Decider, id: string, { version, ...verdict }: VerifyVc) =>
  decide(deps, by, applicationReview(deps), id, {
    version,
    rule: async (before, { approvedAt, claim }, tx) =>
      applyVcReview(before, verdict, {
        wasApproved: approvedAt !== null || (await isRevokedStill(tx, id as VcId)),
        hasClaim: claim !== null,
      }),
    action: ({ reviewStatus }) => reviewStatus,
  })

/**
 * Returns a revoked claim to its account: a profile submitted since may replace the record again once it is approved. Apart from
 * undoing the revocation, this is the only way to lift it.
 */
export const liftRevocation = async (deps: ReviewDeps, by: Decider, id: string, { version }: LiftRevocation) =>
  (await liftBar(deps, by, id as VcId)) ??
  decide(deps, by, applicationReview(deps), id, {
    version,
    rule: (before) => ({ ...before, isClaimRevoked: false }),
    action: () => 'lifted',
  })

/**
 * The same where the account was erased: its mailbox may claim the record again. The row that the account left stays revoked,
 * because money of the record does not return to it, so the audit entry is about the record.
 */
const liftBar = ({ db, ...deps }: ReviewDeps, { admin }: Decider, id: VcId): Promise<AdminApplication | undefined> =>
  db.transaction(async (tx) => {
    const row = await lockBarringRow(tx, id)
    if (!row?.vc.replacesId) return undefined
    await liftRevocations(tx, id)
    const target = { targetType: 'listing', targetId: row.vc.replacesId } as const
    await writeAuditEntry(tx, { actorId: admin.id, action: 'lifted', ...target })
    const [doc] = await present(tx, deps, [row])
    return doc && withVersion(applicationReview(deps), doc)
  })
