import type { Sql } from '#server/database/client.ts'

/**
 * Settings of a database that only tests use: nobody pulls its plug, so commits need not wait for the disk, and it
 * hardly lives long enough to plan a statement five times before it keeps a plan.
 */
export async function makeFastAndUnsafe(sql: Sql): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await sql.unsafe(`alter system set ${setting} = off`)
  }
  await sql.unsafe('alter system set plan_cache_mode = force_generic_plan')
  await sql`select pg_reload_conf()`
}
