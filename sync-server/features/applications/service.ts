import type { vcs } from '#drizzle/schema/index.ts'
import type { Database } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { applicationReceived } from '#server/email/messages/applications.ts'
import { queueMail } from '#server/email/outbox.ts'
import { lockCaller } from '#server/features/accounts/lock-account.ts'
import type { Account } from '#server/http/session.ts'
import { refuseSwitchedOff } from '#server/switches.ts'
import type { Application, ApplyAsInvestor } from '#shared/applications/contract.ts'
import { planApplication } from '#shared/applications/plan.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { insertApplication, listOwnReviews, lockApplicant, renewApplication } from './queries.ts'

export type ApplicationDeps = { db: Database; now: () => Date }

/**
 * Submits an investor's application for review. It is not listed until an admin approves it.
 *
 * @param base  origin of the links in the mail to the applicant
 * @throws Problem `session-lost`, `session-ended`, `switched-off`, `applications.*`
 */
export async function applyAsInvestor(
  { db, now }: ApplicationDeps,
  account: Account,
  given: ApplyAsInvestor,
  base: string,
): Promise<Application> {
  return db.transaction(async (tx) => {
    await lockCaller(tx, account)
    await refuseSwitchedOff(tx, 'applications')
    const applicant = await lockApplicant(tx, account.id)
    if (!applicant) throw new Problem('session-lost')
    const plan = planApplication(await listOwnReviews(tx, account.id), applicant.isApprovedInvestor)
    if (plan.kind === 'refused') throw new Problem(`applications.${plan.because}`)

    const row = { ...columnsOf(given, account), submittedAt: now(), updatedAt: now() }
    const kept =
      plan.kind === 'new'
        ? await insertApplication(tx, { id: newId<VcId>('vc'), userId: account.id, ...row })
        : await renewApplication(tx, plan.id, row)
    const proved = account.emailVerified ? { name: account.firstName, fund: kept.fundName } : undefined
    const message = applicationReceived(proved, base)
    await queueMail(tx, { to: account.email, template: 'application-received', message })
    return present(kept)
  })
}

/** Every column of an application: the submitted fields, and the fields that only the server may set. */
function columnsOf(given: ApplyAsInvestor, { userType }: Account) {
  const isOfNoKind = !given.isVentureCapital && !given.isAngel
  return {
    ...given,
    charityOfChoice: given.donateToCharity ? given.charityOfChoice : null,
    isVentureCapital: isOfNoKind ? userType !== 'angel' : given.isVentureCapital,
    isAngel: isOfNoKind ? userType === 'angel' : given.isAngel,
    // One link under all the names that the specification has for it.
    meetingUrl: given.meetingLink,
    ...contactOf(given),
    calendlyLink: given.meetingLink && isCalendly(given.meetingLink) ? given.meetingLink : null,
    isVerified: false,
    isActive: true,
    reviewStatus: 'pending',
    reviewReason: null,
  } as const
}

/** Only an angel may have no meeting link, and is then reached by Telegram, or by e-mail alone. */
const contactOf = ({ meetingLink, telegramUrl }: ApplyAsInvestor) =>
  meetingLink === null && telegramUrl !== null
    ? { contactType: 'telegram' as const, contactHandle: telegramUrl }
    : { contactType: 'meeting' as const, contactHandle: meetingLink }

const isCalendly = (link: string) => /(^|\.)calendly\.com$/.test(new URL(link).hostname)

const present = ({ id, fundName, partnerName, isVerified, reviewStatus }: typeof vcs.$inferSelect): Application => ({
  id,
  fundName,
  partnerName,
  isVerified,
  reviewStatus,
})
