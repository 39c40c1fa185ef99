import type { Investor } from '#shared/directory/contract.ts'
import { AFTER_TAXES_PERCENT } from '#shared/earnings/estimate.ts'
import { investorShare } from '#shared/earnings/share.ts'
import type { VcId } from '#shared/ids.ts'
import { type Cents, cents, MINIMUM_CHARGE } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'
import { pictureUrl } from '#shared/uploads/address.ts'
import { DEFAULT_WEEKLY_LIMIT, isAngelOnly } from './contract.ts'
import { type ApplicationDraft, typedPrice } from './draft.ts'

const orNull = (typed: string) => typed.trim() || null

/** The price if it can be parsed; otherwise it counts as not set. */
const readablePrice = (dollars: string): Cents | null => {
  const price = typedPrice(dollars)
  return price !== null && price >= 0 ? (price as Cents) : null
}

const readableLimit = (typed: string) => Math.max(1, Math.floor(Number(typed || DEFAULT_WEEKLY_LIMIT)) || 1)

/** The investor as shown to others once approved, from a form that is still being filled in. */
export function previewInvestor(draft: ApplicationDraft): Investor {
  const price = readablePrice(draft.price)
  const { amount, isPurchasable } = quote({ kind: 'vc_unlock', vcType: 'platform', price })
  return {
    id: 'preview' as VcId,
    vcType: 'platform',
    name: orNull(draft.partnerName) ?? 'Your name',
    fund: orNull(draft.fundName) ?? 'Your fund',
    position: orNull(draft.position),
    isVerified: true,
    isVentureCapital: draft.isVentureCapital,
    isAngel: draft.isAngel,
    stages: draft.stage,
    sectors: draft.sectors,
    thesis: orNull(draft.investmentThesis),
    bio: orNull(draft.bio) ?? orNull(draft.fundDescription),
    portfolioPerformance: orNull(draft.portfolioPerformance),
    location: orNull(draft.location),
    imageUrl: pictureUrl(draft.logoUrl) ?? null,
    fundWebsite: draft.isWebsitePublic ? orNull(draft.websiteUrl) : null,
    price,
    quote: amount,
    isPurchasable,
    limit: readableLimit(draft.weeklyIntroLimit),
    hasMeetingLink: !isAngelOnly(draft) || draft.meetingLink.trim() !== '',
    donatesToCharity: draft.donateToCharity,
    listedAt: '1970-01-01T00:00:00.000Z',
  }
}

export type Earnings = {
  /** The amount that a founder is charged. */
  charged: Cents
  perUnlock: Cents
  afterFees: Cents
  /** If every introduction of the week is used. */
  perWeek: Cents
  /** The price is below the minimum card charge. */
  isMinimum: boolean
}

/** The earnings of one unlock at the typed price. */
export function previewEarnings(draft: Pick<ApplicationDraft, 'price' | 'weeklyIntroLimit'>): Earnings {
  const { amount, isMinimum } = quote({ kind: 'vc_unlock', vcType: 'platform', price: readablePrice(draft.price) })
  const perUnlock = investorShare(amount)
  return {
    charged: amount,
    perUnlock,
    afterFees: cents(Math.floor((amount * AFTER_TAXES_PERCENT) / 100)),
    perWeek: cents(perUnlock * readableLimit(draft.weeklyIntroLimit)),
    isMinimum: isMinimum && amount === MINIMUM_CHARGE,
  }
}
