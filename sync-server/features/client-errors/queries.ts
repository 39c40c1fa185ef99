import { desc, inArray, lt, max, min, sql } from 'drizzle-orm'
import { clientErrors, webAssets } from '#drizzle/schema/index.ts'
import type { Database, Queryable } from '#server/database/client.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'

/** New rows of a day. Beyond them only rows that exist are counted: a client could send any number of positions. */
const MAX_ROWS_OF_DAY = 500

const FOLDER = '/assets/'

/** Those of the files that a build of the last 30 days contains. */
export async function listBuiltFiles(db: Queryable, files: string[]): Promise<Set<string>> {
  const paths = files.map((file) => `${FOLDER}${file}`)
  const rows = await db.select({ path: webAssets.path }).from(webAssets).where(inArray(webAssets.path, paths))
  return new Set(rows.map(({ path }) => path.slice(FOLDER.length)))
}

/** One statement, so that concurrent reports are all counted. */
export async function addClientError(db: Queryable, error: typeof clientErrors.$inferInsert) {
  const { fingerprint, build, day, browsers, count, offlineCount } = clientErrors
  const isNew = sql`not exists (
    select from ${clientErrors} where ${fingerprint} = ${error.fingerprint} and ${build} = ${error.build} and ${day} = ${error.day})`
  const [full] = await db.execute<{ is: boolean }>(sql`
    select ${isNew} and (select count(*) from ${clientErrors} where ${day} = ${error.day}) >= ${MAX_ROWS_OF_DAY} as is`)
  if (full?.is) return
  await db
    .insert(clientErrors)
    .values(error)
    .onConflictDoUpdate({
      target: [fingerprint, build, day],
      set: {
        count: sql`${count} + excluded.count`,
        offlineCount: sql`${offlineCount} + excluded.offline_count`,
        browsers: sql`array(select distinct unnest(${browsers} || excluded.browsers) order by 1)`,
        lastSeenAt: sql`greatest(${clientErrors.lastSeenAt}, excluded.last_seen_at)`,
      },
    })
}

/** What is the same for a fingerprint is read from any of its rows. */
export function listRecentClientErrors(db: Queryable, limit: number) {
  const { fingerprint, kind, name, code, route, frames, count, offlineCount, build, browsers, firstSeenAt, lastSeenAt } =
    clientErrors
  const each = (column: typeof build | typeof browsers) => sql<string[]>`array_agg(distinct ${column})`
  return db
    .select({
      fingerprint,
      kind: sql<typeof kind._.data>`min(${kind})`,
      name: sql<string>`min(${name})`,
      code: sql<number | null>`min(${code})`,
      route: sql<string>`min(${route})`,
      frames: sql<typeof frames._.data>`(array_agg(${frames}))[1]`,
      count: sql<number>`sum(${count})::int`,
      offlineCount: sql<number>`sum(${offlineCount})::int`,
      builds: each(build),
      browsers: sql<
        string[]
      >`array(select distinct unnest(string_to_array(string_agg(array_to_string(${browsers}, ','), ','), ',')) order by 1)`,
      firstSeenAt: sql<Date>`${min(firstSeenAt)}`.mapWith(firstSeenAt),
      lastSeenAt: sql<Date>`${max(lastSeenAt)}`.mapWith(lastSeenAt),
    })
    .from(clientErrors)
    .groupBy(fingerprint)
    .orderBy(desc(max(lastSeenAt)), fingerprint)
    .limit(limit)
}

export const deleteClientErrorsBefore = (db: Database, before: string) =>
  deleteInBatches(db, clientErrors, lt(clientErrors.day, before))
