import type { vcs } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/db.ts'
import { newId } from '#server/new-id.ts'
import type { UserId, VcId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { telegramUrl } from '#shared/url.ts'
import { findListed, insertAudit, insertProfile, type ListedRow, listOwnStanding, type RequestRow } from './queries.ts'

/**
 * Gives an account the profile that was listed about it, as an application: the team looks at it, and when it is
 * approved it takes the place of the listed one. Until then the listed one stands.
 *
 * @returns whether there was anything to hand over
 * @throws Problem `applications.pending` while another application of the account waits
 */
export async function handOver(
  tx: Transaction,
  { now }: { now: () => Date },
  { vcId }: Pick<RequestRow, 'vcId'>,
  userId: UserId,
) {
  const listed = await findListed(tx, vcId)
  if (!listed) return false
  const own = await listOwnStanding(tx, userId)
  if (own.some(({ reviewStatus }) => reviewStatus === 'pending')) throw new Problem('applications.pending')
  const id = newId<VcId>('vc')
  await insertProfile(tx, {
    ...profileOf(listed),
    id,
    userId,
    replacesId: vcId,
    createdAt: now(),
    updatedAt: now(),
    submittedAt: now(),
  })
  const after = { isVerified: false, reviewStatus: 'pending', reviewReason: null }
  await insertAudit(tx, {
    id: newId('aud'),
    actorId: userId,
    action: 'claimed',
    targetType: 'vc',
    targetId: id,
    after,
  })
  return true
}

/** What a record says, in the columns of a profile of one's own. */
function profileOf(listed: ListedRow): Omit<typeof vcs.$inferInsert, 'id'> {
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
