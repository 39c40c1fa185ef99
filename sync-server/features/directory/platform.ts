import type { Database } from '#server/db.ts'
import { PackedJson } from '#server/http/packed-json.ts'
import { readOnce } from '#server/http/packed-once.ts'
import type { AskPlatform, PlatformRecord } from '#shared/directory/calls.ts'
import { filterable, passes } from '#shared/directory/filter.ts'
import { presentInvestor } from './present.ts'
import { findPlatformVersion, listPlatform, type PlatformInvestor } from './queries.ts'

/** Filters are free text, so that many answers could be asked for. */
const MOST_ANSWERS = 64

/** The platform's own investors who may be shown, the newest first: read once for each change, packed once for each filter. */
export function createPlatform(db: Database) {
  const read = readOnce({
    findVersion: () => findPlatformVersion(db),
    read: async () => ({ listed: await listShown(db), answers: new Map<string, PackedJson>() }),
  })
  return async ({ stage, sector }: AskPlatform): Promise<PackedJson> => {
    const { listed, answers } = await read()
    const key = JSON.stringify([stage, sector])
    const known = answers.get(key)
    if (known) return known
    const isWanted = passes({ ...(stage !== undefined && { stage }), ...(sector !== undefined && { sector }) })
    const wanted = listed.filter(({ investor }) => !isWanted || isWanted(filterable(investor)))
    const answer = new PackedJson(wanted.map(({ row, investor }) => record(row, investor)))
    const [oldest] = answers.keys()
    if (oldest !== undefined && answers.size >= MOST_ANSWERS) answers.delete(oldest)
    answers.set(key, answer)
    return answer
  }
}

async function listShown(db: Database) {
  const listed = (await listPlatform(db)).map((row) => ({ row, investor: presentInvestor({ ...row, vcType: 'platform' }) }))
  return listed.sort((a, b) => (a.investor.listedAt < b.investor.listedAt ? 1 : -1))
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
