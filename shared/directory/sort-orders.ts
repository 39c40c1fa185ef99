import { fold } from '#shared/search/normalise-text.ts'
import type { Investor, InvestorStats } from './contract.ts'
import { displayPrice } from './display-price.ts'

/** An investor with its sort keys, computed once instead of in every comparison. */
export type Ranked = {
  doc: Investor
  stats: InvestorStats | undefined
  /** That of the leaderboard; larger than every rank where there is none. */
  rank: number
  /** Accents and case are ignored; a name without a letter is sorted last. */
  sortName: string
  listedAtMs: number
}

export function toRanked(doc: Investor, stats: InvestorStats | undefined): Ranked {
  const rank = stats?.rank ?? Number.MAX_SAFE_INTEGER
  return { doc, stats, rank, sortName: fold(doc.name) || '\uffff', listedAtMs: Date.parse(doc.listedAt) || 0 }
}

/** By code unit and not by the device's locale: the server, which splits the chunks, and all devices agree. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function byName(a: Ranked, b: Ranked): number {
  return byText(a.sortName, b.sortName) || byText(a.doc.name, b.doc.name) || byText(a.doc.id, b.doc.id)
}

/** Verified first, then by rank, then by name: the order of the snapshot's chunks and of every list without an explicit sort. */
export function bestFirst(a: Ranked, b: Ranked): number {
  return Number(b.doc.isVerified) - Number(a.doc.isVerified) || a.rank - b.rank || byName(a, b)
}

const requestsOf = ({ stats }: Ranked) => stats?.totalRequests ?? 0

/** Above every number of hours that a reply takes. */
const MAX_REPLY_HOURS = 99_999

/** A higher share of replies first, then the shorter time; below every share where there are too few replies. */
export const replyScore = (stats: InvestorStats | undefined) =>
  stats?.replyRate === undefined ? -1 : (stats.replyRate + 1) * MAX_REPLY_HOURS - Math.min(stats.replyHours ?? 0, MAX_REPLY_HOURS)

const onRequestLast = (a: Ranked, b: Ranked) => Number(b.doc.isPurchasable) - Number(a.doc.isPurchasable)

/** Every order is total, so that no page of results repeats or skips an investor. */
export const orders = {
  best: bestFirst,
  name: byName,
  /** By the price on cards, cheapest first. */
  price: (a: Ranked, b: Ranked) => displayPrice(a.doc) - displayPrice(b.doc) || bestFirst(a, b),
  /** Most expensive first; a price above the card maximum counts as none, and comes last. */
  'price-high': (a: Ranked, b: Ranked) => onRequestLast(a, b) || displayPrice(b.doc) - displayPrice(a.doc) || bestFirst(a, b),
  requests: (a: Ranked, b: Ranked) => requestsOf(b) - requestsOf(a) || bestFirst(a, b),
  replies: (a: Ranked, b: Ranked) => replyScore(b.stats) - replyScore(a.stats) || bestFirst(a, b),
  newest: (a: Ranked, b: Ranked) => b.listedAtMs - a.listedAtMs || bestFirst(a, b),
} as const satisfies Record<string, (a: Ranked, b: Ranked) => number>

export type DirectorySort = keyof typeof orders
