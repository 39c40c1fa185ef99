import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'

const { sql } = await testDatabase()

test.each(['directory_investors', 'vcs'])('adding records does not read all of %s for each of them', async (table) => {
  const scans = await sql.begin(async (tx) => {
    await tx`
      insert into directory_investors
        (id, name, is_verified, is_venture_capital, is_angel, donate_to_charity, source_hash, raw, source_created_at)
      select ${table} || n, 'Partner', false, true, false, false, '', '{}', now() from generate_series(1, 300) n`
    const [row] = await tx<{ scans: number }[]>`
      select seq_scan::int as scans from pg_stat_xact_user_tables where relname = ${table}`
    return row?.scans
  })
  expect(scans).toBeLessThan(10)
})
