import type { InvestorStats } from './contract.ts'

/** Requests in the last 30 days that enter the leaderboard. */
export const LEADERBOARD_ENTRY = 10
/** How many places of the leaderboard are highlighted. */
export const TOP_PLACES = 3

/** Demand as the Investor Popularity card shows it. */
export type Popularity = {
  totalRequests: number
  /** The sector or stage asked for most, `N/A` when none. */
  topTag: string
  /** 1 is the most requested; null below the leaderboard. */
  rank: number | null
  /** From 0 to 100: toward the leaderboard for who is not on it, and toward its first place for who is. */
  progress: number
  isTopThree: boolean
}

/** @param stats  undefined for an investor nobody asked for in the last 30 days */
export function popularity(stats: InvestorStats | undefined): Popularity {
  const { totalRequests = 0, topTag = 'N/A', rank = null } = stats ?? {}
  return {
    totalRequests,
    topTag,
    rank,
    progress: progressToTop(totalRequests, rank),
    isTopThree: rank !== null && rank <= TOP_PLACES,
  }
}

/** Literal from the specification: the third place shows an empty bar, and its badge beside it. */
function progressToTop(totalRequests: number, rank: number | null): number {
  const progress = rank === null ? (totalRequests / LEADERBOARD_ENTRY) * 100 : 100 - ((rank - 1) / 2) * 100
  return Math.min(100, Math.max(0, progress))
}

export const entersLeaderboard = (totalRequests: number) => totalRequests >= LEADERBOARD_ENTRY
