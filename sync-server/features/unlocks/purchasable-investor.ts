import type { Queryable } from '#server/database/client.ts'
import type { VcType } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import type { Cents } from '#shared/money.ts'
import { findListedInvestor, findPlatformInvestor } from './queries.ts'

/** Introductions accepted in a stretch of days. */
export type Limit = { most: number; days: number }

/** What a sale needs to know of an investor, of either source. */
export type PurchasableInvestor = {
  id: VcId
  vcType: VcType
  name: string
  fund: string | null
  /** Verified and taking introductions. */
  isOpen: boolean
  price: Cents | null
  limit: Limit | undefined
  /** Who gets the investor's share, when not the investor. */
  charity: string | undefined
  /** What a request for this investor counts as in the statistics. */
  tag: string
}

const UNNAMED_CHARITY = 'founder charities'
const WEEK_DAYS = 7
const MONTH_DAYS = 30

/** An investor somebody may ask for; the id alone decides of which source. A vanished one is unknown. */
export async function findSeller(db: Queryable, id: VcId): Promise<PurchasableInvestor | undefined> {
  const platform = await findPlatformInvestor(db, id)
  if (platform) {
    return {
      id,
      vcType: 'platform',
      name: platform.partnerName || platform.fundName,
      fund: platform.fundName,
      isOpen: platform.isVerified && platform.isActive,
      price: platform.price,
      limit: { most: Math.max(1, platform.weeklyIntroLimit), days: WEEK_DAYS },
      charity: platform.donateToCharity ? platform.charityOfChoice?.trim() || UNNAMED_CHARITY : undefined,
      tag: tagOf(platform.sectors, platform.stage),
    }
  }
  const listed = await findListedInvestor(db, id)
  if (!listed || listed.unlistedAt) return undefined
  return {
    id,
    vcType: 'airtable',
    name: listed.name || (listed.fund ?? 'Investor'),
    fund: listed.fund,
    isOpen: listed.isVerified && listed.consentedAt !== null,
    price: listed.price,
    limit: listed.limit === null ? undefined : { most: Math.max(1, listed.limit), days: MONTH_DAYS },
    charity: listed.donateToCharity ? UNNAMED_CHARITY : undefined,
    tag: tagOf(listed.sectors, listed.stages),
  }
}

const tagOf = (sectors: string[], stages: string[]) => sectors[0] ?? stages[0] ?? 'General'
