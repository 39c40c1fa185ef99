import { LRUCache } from 'lru-cache'
import { keepLatest } from '#server/keep-latest.ts'
import type { NewestSnapshot } from '#server/sync/public/newest-snapshot.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { FirstTotals } from '#shared/directory/first-part.ts'
import { HEADINGS, letterOf } from '#shared/directory/letters.ts'
import { orders, toRanked } from '#shared/directory/sort-orders.ts'
import type { DirectoryPart, Doc } from '#shared/sync/protocol.ts'
import type { PagesLane } from './best-documents.ts'

/** Twice as many as a page has, so that others follow those who are removed. */
const KEPT_BY_NAME = 24

/** Chunks of a directory of one device, several times over. */
const KEPT_CHUNKS = 256

const KINDS = ['verified', 'others'] as const
type Kind = (typeof KINDS)[number]

/** What is kept of a chunk: the heading of each investor, ids of funds, and the first by name. */
type Digest = Record<Kind, Map<string, string>> & { funds: Set<string>; byName: Investor[] }

/** All chunks of a snapshot. */
export type Whole = { digests: readonly Digest[]; perLetter: ReadonlyMap<string, number>; byName: Investor[] }

type Changes = Pick<NewestSnapshot, 'put' | 'del'>

/** Each chunk is read once, and not again for the next snapshots that have it. */
export function wholeDirectory(readPart: PagesLane['readPart']) {
  const kept = new LRUCache<string, Promise<Digest>>({ max: KEPT_CHUNKS })
  const latest = keepLatest<string, Whole>()

  const digestOf = (sha256: string): Promise<Digest> => {
    const digest = kept.get(sha256) ?? readPart(sha256).then(toDigest)
    kept.set(sha256, digest)
    digest.catch(() => kept.delete(sha256))
    return digest
  }

  const read = async (parts: readonly string[]): Promise<Whole> => {
    const digests: Digest[] = []
    for (const sha256 of parts) digests.push(await digestOf(sha256))
    const perLetter = new Map<string, number>()
    for (const digest of digests)
      for (const kind of KINDS)
        for (const letter of digest[kind].values()) perLetter.set(letter, (perLetter.get(letter) ?? 0) + 1)
    return { digests, perLetter, byName: sortByName(digests.flatMap(({ byName }) => byName)).slice(0, KEPT_BY_NAME) }
  }

  return (parts: readonly string[]): Promise<Whole> => latest(parts.join(), () => read(parts))
}

function toDigest(part: DirectoryPart | undefined): Digest {
  if (!part) throw new Error('A chunk of the newest snapshot is missing.')
  const investors = investorsIn(part.put)
  const headings = (kind: Kind) =>
    new Map(investors.filter((investor) => kindOf(investor) === kind).map(({ id, name }) => [id, letterOf(name)]))
  return {
    verified: headings('verified'),
    others: headings('others'),
    funds: new Set(part.put.coldFunds?.map(({ id }) => id)),
    byName: sortByName(investors).slice(0, KEPT_BY_NAME),
  }
}

/** The first investors of the directory by name, with the changes since the snapshot. */
export function firstByName({ byName }: Whole, changes: Changes): Investor[] {
  const changed = new Set(changedIn('investors', changes))
  return changed.size === 0 ? byName : sortByName([...byName.filter(({ id }) => !changed.has(id)), ...investorsIn(changes.put)])
}

/** What a list says of the whole directory, with the changes since the snapshot. */
export function totalsOf({ digests, perLetter }: Whole, changes: Changes): FirstTotals {
  const sum = (of: Kind | 'funds') => digests.reduce((total, digest) => total + digest[of].size, 0)
  const totals = { verified: sum('verified'), others: sum('others'), funds: sum('funds') }
  const letters = new Map(perLetter)
  const count = (kind: Kind, letter: string, by: number) => {
    totals[kind] += by
    letters.set(letter, (letters.get(letter) ?? 0) + by)
  }
  for (const id of changedIn('investors', changes))
    for (const digest of digests)
      for (const kind of KINDS) {
        const letter = digest[kind].get(id)
        if (letter !== undefined) count(kind, letter, -1)
      }
  for (const investor of investorsIn(changes.put)) count(kindOf(investor), letterOf(investor.name), 1)
  for (const id of changedIn('coldFunds', changes)) if (digests.some(({ funds }) => funds.has(id))) totals.funds -= 1
  totals.funds += changes.put.coldFunds?.length ?? 0
  return { id: 'all', ...totals, letters: HEADINGS.filter((letter) => letters.get(letter)) }
}

/** A document is either put or deleted. */
const changedIn = (collection: string, { put, del }: Changes): string[] => [
  ...(put[collection] ?? []).map(({ id }) => id),
  ...(del[collection] ?? []),
]

const investorsIn = (put: DirectoryPart['put']): Investor[] => (put.investors ?? []) as Doc[] as Investor[]
const kindOf = ({ isVerified }: Investor): Kind => (isVerified ? 'verified' : 'others')

const sortByName = (investors: readonly Investor[]): Investor[] =>
  investors
    .map((investor) => toRanked(investor, undefined))
    .sort(orders.name)
    .map(({ doc }) => doc)
