import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/client.ts'
import { CompressedJson } from '#server/http/replies/compressed-json.ts'
import { readOnce } from '#server/http/replies/compressed-once.ts'
import type { AskPlatform, PlatformRecord } from '#shared/directory/api-contract.ts'
import { type Facet, isAll, sectorFacet, stageFacet } from '#shared/directory/facets.ts'
import { createPredicate, filterable } from '#shared/directory/filters/filter.ts'
import { replyDays } from '#shared/replies/reply-days.ts'
import { presentInvestor } from './present-investor.ts'
import { findPlatformVersion, listPlatform, type PlatformInvestor } from './queries.ts'

/** There are some hundred filters that investors share; each reply is kept in memory. */
const MAX_ANSWERS = 64

/**
 * The platform's public investors, newest first: read and serialised once per change, compressed once per filter with matches.
 * Different spellings of one filter share one reply.
 *
 * @returns `bytes` when the reply was compressed for this caller
 */
export function createPlatform(db: Database) {
  const read = readOnce({
    findVersion: () => findPlatformVersion(db),
    read: async () => ({
      listed: await listShown(db),
      answers: new LRUCache<string, CompressedJson>({ max: MAX_ANSWERS }),
      none: new CompressedJson([]),
    }),
  })
  return async ({ stage, sector }: AskPlatform): Promise<{ answer: CompressedJson; bytes: number }> => {
    const { listed, answers, none } = await read()
    const key = JSON.stringify([keyOf(stageFacet, stage), keyOf(sectorFacet, sector)])
    const known = answers.get(key)
    if (known) return { answer: known, bytes: 0 }
    const matchesFilter = createPredicate({ ...(stage !== undefined && { stage }), ...(sector !== undefined && { sector }) })
    const matches = listed.filter(({ terms }) => !matchesFilter || matchesFilter(terms))
    if (matches.length === 0) return { answer: none, bytes: 0 }
    const json = new TextEncoder().encode(`[${matches.map(({ text }) => text).join(',')}]`)
    const answer = new CompressedJson(json)
    answers.set(key, answer)
    return { answer, bytes: json.length }
  }
}

const keyOf = (facet: Facet, term: string | undefined) => (term === undefined || isAll(term) ? null : facet.key(term))

async function listShown(db: Database) {
  const shown = (await listPlatform(db)).map((row) => ({ row, investor: presentInvestor({ ...row, vcType: 'platform' }) }))
  return shown
    .sort((a, b) => (a.investor.listedAt < b.investor.listedAt ? 1 : -1))
    .map(({ row, investor }) => ({ terms: filterable(investor), text: JSON.stringify(record(row, investor)) }))
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
  replyDays: replyDays(investor.replyDays),
  logoUrl: investor.imageUrl,
  websiteUrl: investor.fundWebsite,
  pausedUntil: investor.pausedUntil ?? null,
  isVerified: investor.isVerified,
  isActive: true,
  donateToCharity: investor.donatesToCharity,
  isVentureCapital: investor.isVentureCapital,
  isAngel: investor.isAngel,
  createdAt: investor.listedAt,
})
