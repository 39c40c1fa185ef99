import type { Queryable } from '#server/database/client.ts'
import type { VcType } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { replyDays } from '#shared/replies/reply-days.ts'
import { findListedInvestor, findPlatformInvestor } from './queries.ts'

/** Introductions accepted in a period of days. */
export type Limit = { most: number; days: number }

/** Data about an investor that a sale needs, from either source. */
export type Seller = {
  id: VcId
  vcType: VcType
  name: string
  fund: string | null
  /** Verified, accepting introductions, and with contact details that an unlock reveals. */
  isOpen: boolean
  /** See `isPausedAt`. */
  pausedUntil: string | null
  /** Days that a purchase has for a reply; undefined where none is expected. */
  replyDays: number | undefined
  price: Cents | null
  limit: Limit | undefined
  /** The recipient of the investor's share, when it is not the investor. */
  charity: string | undefined
  /** The statistics tag of requests for this investor. */
  tag: string
}

const UNNAMED_CHARITY = 'founder charities'
const WEEK_DAYS = 7
const MONTH_DAYS = 30

/** The row of an investor, from either source; the source follows from the id alone. A removed investor has none. */
export async function findInvestor(db: Queryable, id: VcId) {
  const platform = await findPlatformInvestor(db, id)
  return { platform, listed: platform ? undefined : await findListedInvestor(db, id) }
}
export type InvestorRow = Awaited<ReturnType<typeof findInvestor>>

/** The investor as a seller; `isOpen` says whether the contact is for sale. `undefined` where it is gone or unlisted. */
export const findSeller = async (db: Queryable, id: VcId) => sellerOf(id, await findInvestor(db, id))

export function sellerOf(id: VcId, { platform, listed }: InvestorRow): Seller | undefined {
  if (platform) {
    return {
      id,
      vcType: 'platform',
      name: platform.partnerName || platform.fundName,
      fund: platform.fundName,
      isOpen: platform.isVerified && platform.isActive && revealsPlatform(platform),
      pausedUntil: platform.pausedUntil,
      replyDays: replyDays(platform.replyDays),
      price: platform.price,
      limit: { most: Math.max(1, platform.weeklyIntroLimit), days: WEEK_DAYS },
      charity: platform.donateToCharity ? platform.charityOfChoice?.trim() || UNNAMED_CHARITY : undefined,
      tag: tagOf(platform.sectors, platform.stage),
    }
  }
  if (!listed || listed.unlistedAt) return undefined
  return {
    id,
    vcType: 'airtable',
    name: listed.name || (listed.fund ?? 'Investor'),
    fund: listed.fund,
    isOpen: listed.isVerified && listed.consentedAt !== null && revealsListed(listed),
    pausedUntil: null,
    replyDays: undefined,
    price: listed.price,
    limit: listed.limit === null ? undefined : { most: Math.max(1, listed.limit), days: MONTH_DAYS },
    charity: listed.donateToCharity ? UNNAMED_CHARITY : undefined,
    tag: tagOf(listed.sectors, listed.stages),
  }
}

const isAnyGiven = (...texts: (string | null)[]) => texts.some(Boolean)

/** Whether an unlock reveals anything. The same as a `channels` of the public document that is not empty. */
const revealsListed = (row: NonNullable<InvestorRow['listed']>) =>
  isAnyGiven(row.email, row.telegram, row.meetingLink, row.linkedinUrl, row.twitterUrl) ||
  (row.website !== row.fundWebsite && isAnyGiven(row.website))

const revealsPlatform = (row: NonNullable<InvestorRow['platform']>) =>
  isAnyGiven(row.email, row.telegramUrl, row.contactType === 'telegram' ? row.contactHandle : null) ||
  isAnyGiven(row.meetingLink, row.calendlyLink, row.meetingUrl, row.linkedinUrl, row.twitterUrl) ||
  (!row.isWebsitePublic && isAnyGiven(row.websiteUrl))

const tagOf = (sectors: string[], stages: string[]) => sectors[0] ?? stages[0] ?? 'General'
