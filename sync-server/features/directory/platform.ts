import type { Database } from '#server/db.ts'
import type { AskPlatform, PlatformRecord } from '#shared/directory/calls.ts'
import { filterable, passes } from '#shared/directory/filter.ts'
import { presentInvestor } from './present.ts'
import { listPlatform, type PlatformInvestor } from './queries.ts'

/** The platform's own investors who may be shown, the newest first. */
export async function listPlatformRecords(db: Database, { stage, sector }: AskPlatform): Promise<PlatformRecord[]> {
  const isWanted = passes({ ...(stage !== undefined && { stage }), ...(sector !== undefined && { sector }) })
  const listed = (await listPlatform(db)).map((row) => ({ row, investor: presentInvestor({ ...row, vcType: 'platform' }) }))
  return listed
    .filter(({ investor }) => !isWanted || isWanted(filterable(investor)))
    .sort((a, b) => (a.investor.listedAt < b.investor.listedAt ? 1 : -1))
    .map(({ row, investor }) => record(row, investor))
}

const record = (row: PlatformInvestor, investor: ReturnType<typeof presentInvestor>): PlatformRecord => ({
  id: investor.id,
  vcType: 'platform',
  fundName: investor.fund,
  partnerName: investor.name,
  position: investor.position,
  location: investor.location,
  investmentTag: row.investmentTag,
  fundDescription: row.fundDescription,
  bio: investor.bio,
  investmentThesis: investor.thesis,
  portfolioPerformance: investor.portfolioPerformance,
  stage: investor.stages,
  sectors: investor.sectors,
  contactType: investor.hasMeetingLink ? 'meeting' : 'telegram',
  hasMeetingLink: investor.hasMeetingLink,
  price: investor.price,
  quoteCents: investor.quote,
  isPurchasable: investor.isPurchasable,
  weeklyIntroLimit: investor.limit,
  logoUrl: investor.imageUrl,
  websiteUrl: investor.fundWebsite,
  isVerified: investor.isVerified,
  isActive: true,
  donateToCharity: investor.donatesToCharity,
  isVentureCapital: investor.isVentureCapital,
  isAngel: investor.isAngel,
  createdAt: investor.listedAt,
})
