import type { InvestorStats } from './contract.ts'

/** Requests in the last 30 days that are required for the leaderboard. */
export const LEADERBOARD_ENTRY = 10
/** Number of highlighted ranks of the leaderboard. */
export const TOP_PLACES = 3

/** Demand as shown on the Investor Popularity card. */
export type Popularity = {
  totalRequests: number
  /** The most requested sector or stage, `N/A` if there is none. */
  topTag: string
  /** 1 is the most requested; null below the leaderboard. */
  rank: number | null
  /** From 0 to 100: toward the leaderboard for an unranked investor, and toward first place for a ranked one. */
  progress: number
  isTopThree: boolean
}

/** @param stats  undefined for an investor without requests in the last 30 days */
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

/** As in the specification: third place has an empty bar, with its badge beside it. */
function progressToTop(totalRequests: number, rank: number | null): number {
  const progress = rank === null ? (totalRequests / LEADERBOARD_ENTRY) * 100 : 100 - ((rank - 1) / 2) * 100
  return Math.min(100, Math.max(0, progress))
}

export const entersLeaderboard = (totalRequests: number) => totalRequests >= LEADERBOARD_ENTRY
