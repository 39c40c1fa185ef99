import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

/** A complete, verified investor for tests, with overrides. */
export function sampleInvestor(over: Partial<Investor> = {}): Investor {
  return {
    id: 'recSample1' as VcId,
    vcType: 'airtable',
    name: 'Marit Moretti',
    fund: 'Northgate Ventures',
    position: 'Investment Director',
    isVerified: true,
    isVentureCapital: true,
    isAngel: false,
    stages: ['Pre-Seed'],
    sectors: ['Identity'],
    thesis: 'First cheque at Pre-Seed.',
    bio: 'Former operator at a payments processor.',
    portfolioPerformance: null,
    location: 'Tallinn, Estonia',
    imageUrl: null,
    fundWebsite: null,
    price: cents(2500),
    quote: cents(2500),
    isPurchasable: true,
    limit: 12,
    hasMeetingLink: false,
    hasAgreed: true,
    donatesToCharity: true,
    listedAt: '2025-03-08T08:25:00.000Z',
    ...over,
  }
}
