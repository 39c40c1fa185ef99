import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/database/client.ts'

export type ListedPage = { path: string; changedAt: Date }

/** Everything that has a public page. The order only has to be stable. */
const pages = sql`
  select '/vc/' || id as path, updated_at from vcs where is_verified and is_active
  union all select '/vc/' || id, updated_at from directory_investors where unlisted_at is null
  union all select '/project/' || id, updated_at from projects where is_published
  union all select '/cold-scout/' || fund_slug, updated_at from cold_investors`

export async function countPages(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${pages}) as pages`)
  return row?.count ?? 0
}

export async function listPages(db: Queryable, { offset, limit }: { offset: number; limit: number }): Promise<ListedPage[]> {
  const rows = await db.execute<{ path: string; updated_at: string }>(
    sql`select path, updated_at from (${pages}) as pages order by path limit ${limit} offset ${offset}`,
  )
  return rows.map(({ path, updated_at }) => ({ path, changedAt: new Date(updated_at) }))
}
