import { LRUCache } from 'lru-cache'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { DirectoryExtent, Investor, InvestorStats } from '#shared/directory/contract.ts'
import type { FirstPart, FirstTotals } from '#shared/directory/first-part.ts'
import { HEADINGS, letterOf } from '#shared/directory/letters.ts'
import { pausedLast } from '#shared/directory/paused.ts'
import { TOP_PLACES } from '#shared/directory/popularity.ts'
import { orders, toRanked } from '#shared/directory/sort-orders.ts'
import type { DirectoryPart, Doc } from '#shared/sync/protocol.ts'

/** Whole rows of one, two and three cards, and more than the first viewport. */
const MOST = 12

/** Funds that fit beside each other. */
const MOST_FUNDS = 6

/** A list is also served while the database does not answer. */
const WAIT_MS = 250

/** Chunks of a directory of one device, several times over. */
const KEPT_CHUNKS = 256

export type ListScreen = '/vcs' | '/ping' | '/directory'
export type ReadFirstList = (screen: ListScreen) => Promise<FirstPart | undefined>

type Lane = {
  listParts: () => Promise<string[] | undefined>
  readPart: (sha256: string) => Promise<DirectoryPart | undefined>
}

/** What is kept of a chunk. */
type Digest = { verified: number; others: number; funds: number; letters: Set<string>; byName: Investor[] }

type Lists = { best: DirectoryPart['put']; byName: Investor[]; totals: FirstTotals }

/**
 * What each list shows first: the same documents as in the chunks of the newest snapshot, in the order of a device. Each chunk is
 * read once, and not again for the next snapshots that have it. `undefined` when it cannot be read quickly.
 */
export function firstLists({ listParts, readPart }: Lane, now: () => Date): ReadFirstList {
  const digests = new LRUCache<string, Promise<Digest>>({ max: KEPT_CHUNKS })
  let latest: { key: string; lists: Promise<Lists | undefined> } | undefined

  const digestOf = (sha256: string): Promise<Digest> => {
    const digest = digests.get(sha256) ?? readPart(sha256).then(toDigest)
    digests.set(sha256, digest)
    digest.catch(() => digests.delete(sha256))
    return digest
  }

  const readLists = async (parts: readonly string[]): Promise<Lists | undefined> => {
    const best = await readPart(parts[0] ?? '')
    if (!best) return undefined
    const all: Digest[] = []
    for (const sha256 of parts) all.push(await digestOf(sha256))
    return { best: best.put, byName: firstByName(all.flatMap(({ byName }) => byName)), totals: totalsOf(all) }
  }

  const read = async (): Promise<Lists | undefined> => {
    // A person who is removed takes the snapshots with them, so the newest one is asked for each time.
    const parts = await listParts()
    if (!parts) return undefined
    const key = parts.join()
    if (latest?.key !== key) {
      const lists = readLists(parts)
      latest = { key, lists }
      lists.then(
        (found) => found ?? forget(key),
        () => forget(key),
      )
    }
    return latest.lists
  }

  const forget = (key: string) => {
    if (latest?.key === key) latest = undefined
  }

  return async (screen) => {
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, WAIT_MS, undefined)
    try {
      const lists = await Promise.race([read(), late.promise])
      return lists && partFor(screen, lists, now().getTime())
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}

function partFor(screen: ListScreen, { best, byName, totals }: Lists, now: number): FirstPart | undefined {
  if (totals.verified + totals.others === 0) return undefined
  const extents = (best.extents ?? []) as Doc[] as DirectoryExtent[]
  if (screen === '/directory') return { investors: byName, extents, totals: [totals] }
  const investors = (best.investors ?? []) as Doc[] as Investor[]
  const stats = new Map(((best.stats ?? []) as Doc[] as InvestorStats[]).map((one) => [one.id, one]))
  const first = pausedLast(
    investors.filter(({ isVerified }) => isVerified),
    now,
  )
  // The sections of a list follow one another: who is not verified is seen only below few others.
  const others = pausedLast(
    investors.filter(({ isVerified }) => !isVerified),
    now,
  )
  const shown = [...first, ...others].slice(0, MOST)
  const top = screen === '/ping' ? topOf(investors, stats).filter((investor) => !shown.includes(investor)) : []
  const written = [...shown, ...top]
  const funds = screen === '/vcs' && first.length < MOST ? ((best.coldFunds ?? []) as Doc[] as ColdFund[]) : []
  return {
    investors: written,
    stats: written.flatMap(({ id }) => stats.get(id) ?? []),
    ...(funds.length > 0 && { coldFunds: funds.slice(0, MOST_FUNDS) }),
    extents,
    totals: [totals],
  }
}

/** The leaderboard, as far as its investors are among the best. */
const topOf = (investors: readonly Investor[], stats: ReadonlyMap<string, InvestorStats>): Investor[] =>
  investors
    .map((investor) => toRanked(investor, stats.get(investor.id)))
    .filter((ranked) => ranked.stats?.rank)
    .sort(orders.requests)
    .slice(0, TOP_PLACES)
    .map(({ doc }) => doc)

function toDigest(part: DirectoryPart | undefined): Digest {
  if (!part) throw new Error('A chunk of the newest snapshot is missing.')
  const investors = (part.put.investors ?? []) as Doc[] as Investor[]
  const verified = investors.filter(({ isVerified }) => isVerified).length
  return {
    verified,
    others: investors.length - verified,
    funds: part.put.coldFunds?.length ?? 0,
    letters: new Set(investors.map(({ name }) => letterOf(name))),
    byName: firstByName(investors),
  }
}

const firstByName = (investors: readonly Investor[]): Investor[] =>
  investors
    .map((investor) => toRanked(investor, undefined))
    .sort(orders.name)
    .slice(0, MOST)
    .map(({ doc }) => doc)

function totalsOf(all: readonly Digest[]): FirstTotals {
  const sum = (of: 'verified' | 'others' | 'funds') => all.reduce((total, digest) => total + digest[of], 0)
  return {
    id: 'all',
    verified: sum('verified'),
    others: sum('others'),
    funds: sum('funds'),
    letters: HEADINGS.filter((letter) => all.some(({ letters }) => letters.has(letter))),
  }
}
