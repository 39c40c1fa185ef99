import { eq } from 'drizzle-orm'
import { directoryInvestors, vcs } from '#drizzle/schema/index.ts'
import type { Queryable } from '#server/database/client.ts'
import type { Investor } from '#shared/directory/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { presentInvestor } from './present-investor.ts'
import { listListed, listMoved, listPlatform } from './queries.ts'

/** The public data of one investor of either source; `undefined` once it is not listed. */
export async function findPublicInvestor(db: Queryable, id: VcId): Promise<Investor | undefined> {
  const [platform] = await listPlatform(db, eq(vcs.id, id))
  if (platform) return platform.isPublic ? presentInvestor({ vcType: 'platform', ...platform }) : undefined
  const [listed] = await listListed(db, eq(directoryInvestors.id, id))
  return listed?.isPublic ? presentInvestor({ vcType: 'airtable', ...listed }) : undefined
}

/** The public investor whose record stays for one that was merged into it; `undefined` for any other id. */
export async function findMovedInvestor(db: Queryable, id: VcId): Promise<Investor | undefined> {
  const now = (await listMoved(db, [id])).get(id)
  return now && findPublicInvestor(db, now)
}
