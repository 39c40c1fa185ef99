import { keepLatest } from '#server/keep-latest.ts'
import type { NewestSnapshot } from '#server/sync/public/newest-snapshot.ts'
import type { ColdFund } from '#shared/cold-scout/contract.ts'
import type { DirectoryExtent, Investor, InvestorStats } from '#shared/directory/contract.ts'
import { TOP_PLACES } from '#shared/directory/popularity.ts'
import { bestFirst, orders, type Ranked, toRanked } from '#shared/directory/sort-orders.ts'
import type { DirectoryPart } from '#shared/sync/protocol.ts'

export type PagesLane = {
  newest: () => Promise<NewestSnapshot | undefined>
  readPart: (sha256: string) => Promise<DirectoryPart | undefined>
}

/** The documents of the first chunk as they are now, and the snapshot that they are of. */
export type BestDocuments = {
  newest: NewestSnapshot
  /** Verified investors, and the others, each the best first. */
  verified: Investor[]
  others: Investor[]
  /** The leaderboard, as far as its investors are among the best. */
  top: Investor[]
  stats: ReadonlyMap<string, InvestorStats>
  funds: ColdFund[]
  extents: DirectoryExtent[]
}

export type ReadBest = () => Promise<BestDocuments | undefined>

/**
 * The best documents of the newest snapshot with the changes since, in the order of a device: who is no longer public is not among
 * them. They are sorted once for each state of the directory.
 */
export function bestDocuments({ newest, readPart }: PagesLane): ReadBest {
  const firstPart = keepLatest<string, DirectoryPart | undefined>()
  const latest = keepLatest<NewestSnapshot, BestDocuments | undefined>()

  return async () => {
    const found = await newest()
    const sha256 = found?.parts[0]
    if (!found || sha256 === undefined) return undefined
    return latest(found, async () => {
      const part = await firstPart(sha256, () => readPart(sha256))
      return part && present(part, found)
    })
  }
}

function present({ put }: DirectoryPart, newest: NewestSnapshot): BestDocuments {
  const now = <Doc>(collection: string) => withChanges(put[collection] ?? [], newest, collection) as Map<string, Doc>
  const stats = now<InvestorStats>('stats')
  const ranked = [...now<Investor>('investors').values()].map((investor) => toRanked(investor, stats.get(investor.id)))
  const best = docsOf(ranked.sort(bestFirst))
  return {
    newest,
    verified: best.filter(({ isVerified }) => isVerified),
    others: best.filter(({ isVerified }) => !isVerified),
    top: docsOf(ranked.filter(({ stats }) => stats?.rank).sort(orders.requests)).slice(0, TOP_PLACES),
    stats,
    funds: [...now<ColdFund>('coldFunds').values()],
    extents: [...now<DirectoryExtent>('extents').values()],
  }
}

/** A changed document stays at its place. */
function withChanges(docs: readonly { id: string }[], { put, del }: NewestSnapshot, collection: string) {
  const byId = new Map(docs.map((doc) => [doc.id, doc]))
  for (const id of del[collection] ?? []) byId.delete(id)
  for (const doc of put[collection] ?? []) byId.set(doc.id, doc)
  return byId
}

const docsOf = (ranked: readonly Ranked[]): Investor[] => ranked.map(({ doc }) => doc)
