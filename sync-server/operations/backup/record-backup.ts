import type { Sql } from '#server/database/client.ts'

/**
 * Records when a backup was completed, for the alert about one that is missing. A role that only reads, a standby and a database of
 * an earlier release do not take it: the backup is complete all the same.
 *
 * @returns whether it was recorded
 */
export const recordBackup = (sql: Sql, at: string): Promise<boolean> =>
  sql`insert into operator_alerts (kind, done_at) values ('backup', ${at})
    on conflict (kind) do update set done_at = excluded.done_at`.then(
    () => true,
    () => false,
  )
