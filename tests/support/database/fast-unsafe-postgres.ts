import type { Sql } from '#server/database/client.ts'

/**
 * Settings of a database that only tests use: a power cut is irrelevant, so commits need not wait for the disk, and most
 * statements run a few times only: the first plan is kept, instead of five for their values before one is kept.
 */
export async function makeFastAndUnsafe(sql: Sql): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await sql.unsafe(`alter system set ${setting} = off`)
  }
  await sql.unsafe('alter system set plan_cache_mode = force_generic_plan')
  await sql`select pg_reload_conf()`
}
