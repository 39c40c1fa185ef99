import type { Database, Queryable } from '#server/database/client.ts'
import { findPublic, findStats, findTopVersion, listRanked } from '#server/features/directory/queries.ts'
import { packedOnce } from '#server/http/replies/compressed-once.ts'
import type { TopVc, VcStats } from '#shared/directory/api-contract.ts'
import type { VcId } from '#shared/ids.ts'

/** Always complete: an investor without requests, or one that is not listed, has zeros. */
export async function readStats(db: Queryable, id: VcId): Promise<VcStats> {
  const investor = await findPublic(db, id)
  const stats = investor && (await findStats(db, id))
  return {
    totalRequests: stats?.totalRequests ?? 0,
    topTag: stats?.topTag ?? 'N/A',
    openToAngel: investor?.isAngel ?? false,
    donatesToCharity: investor?.donatesToCharity ?? false,
    rank: stats?.rank ?? null,
  }
}

/** The leaderboard, the same for all callers: read and serialised again only when a number or an investor has changed. */
export const createTop = (db: Database) => packedOnce({ findVersion: () => findTopVersion(db), read: () => readTop(db) })

async function readTop(db: Queryable): Promise<TopVc[]> {
  const ranked = await listRanked(db)
  return ranked.map(({ id, vcType, totalRequests, rank, topTag, isAngel, donatesToCharity }) => ({
    vcId: id,
    vcType,
    requests: totalRequests,
    rank: rank ?? 0,
    topTag,
    openToAngel: isAngel,
    donatesToCharity,
  }))
}
