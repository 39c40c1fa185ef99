import { profileTakenOver } from '#server/email/messages/profile-requests.ts'
import { applicationAnswered } from '#server/email/messages/review.ts'
import { queueMail } from '#server/email/outbox.ts'
import { mailboxOf } from '#shared/accounts/mailbox.ts'
import { NEW_OWNER_DAYS } from '#shared/earnings/maturity.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { type AdminVc, reviewed, VcReview, type VerifyVc } from '#shared/review/applications.ts'
import {
  type ApplicationRow,
  findRecordToTell,
  hasVerified,
  holdApplication,
  isRecordTaken,
  listApplications,
  setApproved,
  writeReview,
} from './application-queries.ts'
import { decide, type Held, type Subject, withVersion } from './decide.ts'
import type { Decider, ReviewDeps } from './deps.ts'
import { nameOf } from './person.ts'

type Doc = Omit<AdminVc, 'version'>

/** The only way from an investor's row to an admin; secrets are in another table. */
function present({ vc, owner }: ApplicationRow): Doc {
  const { userId: _, updatedAt: __, changedXid: ___, replacedAt: ____, submittedAt, createdAt, ...profile } = vc
  return {
    ...profile,
    submittedAt: submittedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    owner: owner && {
      id: owner.id,
      name: nameOf(owner),
      email: owner.email,
      emailVerified: owner.emailVerifiedAt !== null,
      userType: owner.userType,
      isApprovedInvestor: owner.isApprovedInvestor,
      createdAt: owner.createdAt.toISOString(),
    },
  }
}

function holdOf(row: ApplicationRow): Held<Doc, VcReview> {
  const { isVerified, reviewStatus, reviewReason } = row.vc
  const email = row.owner?.email ?? row.vc.email
  const name = row.owner?.firstName ?? row.vc.partnerName
  return {
    id: row.vc.id,
    doc: present(row),
    state: { isVerified, reviewStatus, reviewReason },
    recipient: email ? { email, name } : undefined,
  }
}

export const applications: Subject<Doc, VcReview> = {
  type: 'vc',
  State: VcReview,
  hold: async (tx, id) => {
    const row = await holdApplication(tx, id as VcId)
    return row && holdOf(row)
  },
  write: async (tx, { doc, state: before }, after) => {
    // Money, calls and buyers of a record go with it: one account does not take it from another by an approval.
    if (after.isVerified && !before.isVerified && (await isRecordTaken(tx, doc.id))) throw new Problem('review.record-taken')
    const record = after.isVerified ? await findRecordToTell(tx, doc.id) : undefined
    await writeReview(tx, doc.id, after)
    if (record && mailboxOf(record.email) !== mailboxOf(doc.owner?.email ?? ''))
      await queueMail(tx, {
        to: record.email,
        template: 'profile-taken-over',
        letter: profileTakenOver(record.name, NEW_OWNER_DAYS),
      })
    if (!doc.owner) return
    // An account is an approved investor for as long as it has a verified listing: which one does not matter.
    if (after.isVerified) await setApproved(tx, doc.owner.id, true)
    else if (before.isVerified) await setApproved(tx, doc.owner.id, await hasVerified(tx, doc.owner.id))
  },
  letter: applicationAnswered,
}

export async function listVcs({ db }: ReviewDeps): Promise<AdminVc[]> {
  return (await listApplications(db)).map((row) => withVersion(applications, present(row)))
}

export const verifyVc = (deps: ReviewDeps, by: Decider, id: string, { version, ...verdict }: VerifyVc) =>
  decide(deps, by, applications, id, {
    version,
    rule: (before) => reviewed(before, verdict),
    action: ({ reviewStatus }) => reviewStatus,
  })
