import { SECTORS, STAGES } from '#shared/catalogues.ts'
import type { Investor, InvestorStats } from '#shared/directory/contract.ts'
import { cents } from '#shared/money.ts'
import { quote } from '#shared/unlocks/quote.ts'
import * as words from './investor-text.ts'

/** Numbers in [0, 1) that are the same in every run with the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const FIRST_LISTED_MS = Date.UTC(2025, 0, 1)

/**
 * Investors of about 1.2 KB each as JSON, the same for the same seed: names of many languages, fictional funds, and prose with
 * realistic repetition.
 */
export function makeInvestors(count: number, seed = 1): Investor[] {
  const random = seededRandom(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)]
    if (chosen === undefined) throw new RangeError('nothing to pick from')
    return chosen
  }
  const some = (list: readonly string[], most: number) => [...new Set(Array.from({ length: 1 + below(most) }, () => pick(list)))]
  const often = (likelihood: number) => random() < likelihood
  const coined = () => Array.from({ length: 2 + below(2) }, () => pick(words.SYLLABLES)).join('')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const sentence = () =>
    `${capital(pick(words.OPENINGS))} ${pick(words.SUBJECTS)} ${pick(words.VERBS)} ${pick(words.OBJECTS)}${often(0.15) ? `, once with ${capital(coined())}` : ''}.`
  const prose = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ')

  return Array.from({ length: count }, (_, at): Investor => {
    const vcType = often(0.2) ? 'platform' : 'airtable'
    const price = often(0.1) ? null : cents(pick([0, 99, 500, 2500, 4950, 9900, 15_000, 50_000]))
    const { amount, isPurchasable } = quote({ kind: 'vc_unlock', vcType, price })
    const isAngel = often(0.4)
    const fund = often(0.05) ? pick(words.FOREIGN_FUNDS) : `${capital(coined())} ${pick(words.FUND_KINDS)}`
    return {
      id: `vc_${seed}_${at.toString().padStart(6, '0')}` as Investor['id'],
      vcType,
      name: often(0.04)
        ? pick(words.FOREIGN_NAMES)
        : `${pick(words.FIRST_NAMES)} ${often(0.3) ? capital(coined()) : pick(words.LAST_NAMES)}`,
      fund: often(0.05) ? null : fund,
      position: often(0.1) ? null : pick(words.POSITIONS),
      isVerified: often(0.3),
      isVentureCapital: !isAngel,
      isAngel,
      stages: some([...STAGES, ...words.STRAY_STAGES], 3),
      sectors: some([...SECTORS, ...SECTORS, ...words.STRAY_SECTORS], 4),
      thesis: prose(4),
      bio: prose(3),
      portfolioPerformance: often(0.5) ? prose(1) : null,
      location: often(0.1) ? null : pick(words.LOCATIONS),
      imageUrl: often(0.7) ? `https://images.latchkey.example/${seed}/${at}.jpg` : null,
      fundWebsite: often(0.5) ? `https://fund-${at}.example/` : null,
      price,
      quote: amount,
      isPurchasable,
      limit: often(0.5) ? 1 + below(20) : null,
      hasMeetingLink: often(0.4),
      donatesToCharity: often(0.1),
      listedAt: new Date(FIRST_LISTED_MS + below(600 * 86_400) * 1000).toISOString(),
    }
  })
}

/** Demand for every twentieth of them, ranked as the leaderboard ranks. */
export function makeStats(investors: readonly Investor[], seed = 1): InvestorStats[] {
  const random = seededRandom(seed)
  const requested = investors
    .filter(() => random() < 0.05)
    .map(({ id, sectors }) => ({ id, topTag: sectors[0] ?? 'N/A', totalRequests: 1 + Math.floor(random() * 60) }))
  return requested
    .toSorted((a, b) => b.totalRequests - a.totalRequests)
    .map((stats, at) => ({ ...stats, rank: stats.totalRequests >= 10 ? at + 1 : null }))
}
