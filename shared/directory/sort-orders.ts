import { fold } from '#shared/search/normalise-text.ts'
import type { Investor, InvestorStats } from './contract.ts'
import { displayPrice } from './display-price.ts'

/** An investor with what decides its place, worked out once instead of in every comparison. */
export type Ranked = {
  doc: Investor
  stats: InvestorStats | undefined
  /** Accents and case do not part names; a name without a letter comes behind all others. */
  sortName: string
  listedAtMs: number
}

export function ranked(doc: Investor, stats: InvestorStats | undefined): Ranked {
  return { doc, stats, sortName: fold(doc.name) || '\uffff', listedAtMs: Date.parse(doc.listedAt) || 0 }
}

/** By code unit and not by the device's language: the server, which cuts the parts, and every device agree. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function byName(a: Ranked, b: Ranked): number {
  return byText(a.sortName, b.sortName) || byText(a.doc.name, b.doc.name) || byText(a.doc.id, b.doc.id)
}

const rankOf = ({ stats }: Ranked) => stats?.rank ?? Number.MAX_SAFE_INTEGER

/** Verified first, then by rank, then by name: the order of the snapshot's parts and of every list without a sort of its own. */
export function bestFirst(a: Ranked, b: Ranked): number {
  return Number(b.doc.isVerified) - Number(a.doc.isVerified) || rankOf(a) - rankOf(b) || byName(a, b)
}

const requestsOf = ({ stats }: Ranked) => stats?.totalRequests ?? 0

const onRequestLast = (a: Ranked, b: Ranked) => Number(b.doc.isPurchasable) - Number(a.doc.isPurchasable)

/** Every order tells any two investors apart, so that a page of results never repeats or skips one. */
export const orders = {
  best: bestFirst,
  name: byName,
  /** As cards show it, cheapest first. */
  price: (a: Ranked, b: Ranked) => displayPrice(a.doc) - displayPrice(b.doc) || bestFirst(a, b),
  /** Dearest first; a price that no card could be charged is none, and comes last. */
  'price-high': (a: Ranked, b: Ranked) => onRequestLast(a, b) || displayPrice(b.doc) - displayPrice(a.doc) || bestFirst(a, b),
  requests: (a: Ranked, b: Ranked) => requestsOf(b) - requestsOf(a) || bestFirst(a, b),
  newest: (a: Ranked, b: Ranked) => b.listedAtMs - a.listedAtMs || bestFirst(a, b),
} as const satisfies Record<string, (a: Ranked, b: Ranked) => number>

export type DirectorySort = keyof typeof orders
