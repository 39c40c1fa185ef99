import type { Investor } from '#shared/directory/contract.ts'
import { priceWording } from '#shared/listing-import/parse-price.ts'
import { quote } from '#shared/unlocks/quote.ts'
import type { PublicInvestor } from './queries.ts'

/** The only path from an investor's row to callers who have not paid. */
export function presentInvestor(row: PublicInvestor): Investor {
  const { amount, isPurchasable } = quote({ kind: 'vc_unlock', vcType: row.vcType, price: row.price })
  const wording = row.vcType === 'airtable' ? priceWording(row.priceRaw, amount) : undefined
  return {
    id: row.id,
    vcType: row.vcType,
    name: row.name || row.fund || 'Investor',
    fund: row.fund,
    position: row.position,
    isVerified: row.isVerified,
    isVentureCapital: row.isVentureCapital,
    isAngel: row.isAngel,
    stages: row.stages,
    sectors: row.sectors,
    thesis: row.thesis,
    bio: row.bio,
    portfolioPerformance: row.portfolioPerformance,
    location: row.location,
    imageUrl: row.imageUrl,
    fundWebsite: row.fundWebsite,
    price: row.price,
    quote: amount,
    ...(wording && { priceWording: wording }),
    isPurchasable,
    // Neither source should contain 0 or less, but a manual update can.
    limit: row.limit === null ? null : Math.max(1, row.limit),
    hasMeetingLink: row.hasMeetingLink,
    ...(row.isVerified && { channels: row.channels }),
    ...(row.vcType === 'airtable' && row.hasAgreed && { hasAgreed: true }),
    donatesToCharity: row.donatesToCharity,
    ...(row.vcType === 'platform' && row.pausedUntil && { pausedUntil: row.pausedUntil }),
    ...(row.vcType === 'platform' && row.replyDays !== null && { replyDays: row.replyDays }),
    listedAt: row.listedAt.toISOString(),
  }
}
