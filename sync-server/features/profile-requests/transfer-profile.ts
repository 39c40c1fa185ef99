import type { vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { newId } from '#server/database/new-id.ts'
import { requireUnrevoked } from '#server/features/admin/profiles/revocations.ts'
import { writeAuditEntry } from '#server/features/admin/write-audit-entry.ts'
import type { Account } from '#server/http/session.ts'
import type { VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { telegramUrl } from '#shared/url.ts'
import { findListed, findPerson, insertProfile, type ListedRow, lockOwnStanding } from './queries.ts'
import { type WithdrawDeps, withdraw } from './remove-profile.ts'

/**
 * Creates an application of the account from the profile listed about it: an admin reviews it, and its approval replaces the
 * listed one. Until then the listed one stays. A decision maker's entry in Cold Scout is deleted immediately: its owner has
 * chosen to manage it.
 *
 * @returns whether there was anything to transfer
 * @throws Problem `profiles.claim-revoked` where an admin has revoked an earlier claim of the account, or of its mailbox
 * @throws Problem `applications.pending` while another application of the account is pending
 */
export async function transferProfile(tx: Transaction, deps: WithdrawDeps, vcId: VcId, account: Pick<Account, 'id' | 'email'>) {
  const { now, keyring } = deps
  const userId = account.id
  const listed = await findListed(tx, vcId)
  const found = listed ? undefined : await findPerson(tx, vcId)
  const profile = listed ? profileOf(listed) : found && profileOfPerson(found)
  if (!profile) return false
  const own = await lockOwnStanding(tx, userId)
  await requireUnrevoked(tx, keyring, vcId, account)
  if (own.some(({ reviewStatus }) => reviewStatus === 'pending')) throw new Problem('applications.pending')
  const id = newId<VcId>('vc')
  await insertProfile(tx, {
    ...profile,
    id,
    userId,
    replacesId: listed ? vcId : null,
    createdAt: now(),
    updatedAt: now(),
    submittedAt: now(),
  })
  const after = { isVerified: false, reviewStatus: 'pending', reviewReason: null, isClaimRevoked: false }
  await writeAuditEntry(tx, { actorId: userId, action: 'claimed', targetType: 'vc', targetId: id, after })
  if (found) await withdraw(tx, deps, vcId)
  return true
}

function profileOfPerson({ person, fundName }: NonNullable<Awaited<ReturnType<typeof findPerson>>>): Profile {
  return {
    fundName,
    partnerName: person.fullName,
    position: person.role,
    linkedinUrl: person.linkedinUrl,
    twitterUrl: person.twitterUrl,
  }
}

type Profile = Omit<typeof vcs.$inferInsert, 'id'>

/** Columns that a record has no value for: they start with their defaults, or the caller sets them. */
type WithoutSource =
  | 'userId'
  | 'replacesId'
  | 'investmentTag'
  | 'fundDescription'
  | 'calendlyLink'
  | 'callLink'
  | 'weeklyIntroLimit'
  | 'timeZone'
  | 'charityOfChoice'
  | 'pausedUntil'
  | 'isSuspended'
  | 'callHours'
  | 'replyDays'
  | 'isVerified'
  | 'isActive'
  | 'reviewStatus'
  | 'reviewReason'
  | 'approvedPrice'
  | 'hasUnreviewedEdits'
  | 'onDevices'
  | Instant
  | 'changedXid'
/** Every instant of a profile is about the profile itself. */
type Instant =
  | 'createdAt'
  | 'updatedAt'
  | 'submittedAt'
  | 'approvedAt'
  | 'replacedAt'
  | 'claimRevokedAt'
  | 'revokedAt'
  | 'startedOverAt'
  | 'revokedBefore'
  | 'startedOverBefore'
/** Does not compile when a new column is neither taken from the record nor named above: a claim would lose it. */
type FromRecord = { [Column in Exclude<keyof Profile, WithoutSource>]-?: Profile[Column] }

/** A record mapped to the columns of a profile. */
function profileOf(listed: ListedRow): FromRecord {
  const telegram = telegramUrl(listed.telegram) ?? null
  const contactType = telegram && !listed.meetingLink ? 'telegram' : 'meeting'
  return {
    fundName: listed.fund ?? listed.name,
    partnerName: listed.name,
    position: listed.title,
    email: listed.email,
    location: listed.location,
    bio: listed.bio,
    investmentThesis: listed.investmentThesis,
    portfolioPerformance: listed.portfolioPerformance,
    stage: listed.stages,
    sectors: listed.sectors,
    contactType,
    contactHandle: contactType === 'telegram' ? telegram : listed.meetingLink,
    meetingLink: listed.meetingLink,
    meetingUrl: listed.meetingLink,
    telegramUrl: telegram,
    linkedinUrl: listed.linkedinUrl,
    twitterUrl: listed.twitterUrl,
    websiteUrl: listed.website ?? listed.fundWebsite,
    isWebsitePublic: listed.fundWebsite !== null && listed.website === null,
    logoUrl: listed.imageUrl,
    price: listed.price,
    donateToCharity: listed.donateToCharity,
    isVentureCapital: listed.isVentureCapital,
    isAngel: listed.isAngel,
  }
}
