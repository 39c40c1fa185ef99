import { expect, test } from 'vitest'
import { readEpoch } from '#server/sync/epoch.ts'
import { refusing, withFunctions } from '#tests/support/database/own-functions.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const { sql } = await testDatabase()

const identity = 'pg_control_system() returns table (system_identifier bigint)'
const hidden = refusing(identity, '42501')
const onTimeline = (timeline: string) =>
  `pg_walfile_name(pg_lsn) returns text language sql as $$ select '${timeline}0000000000000001' $$`

test('a restore changes the epoch even when the host hides the identity of the cluster', async () => {
  const before = await withFunctions(sql, [hidden, onTimeline('00000001')], readEpoch)
  const restored = await withFunctions(sql, [hidden, onTimeline('00000002')], readEpoch)
  expect(restored).not.toBe(before)
  expect(await withFunctions(sql, [hidden, onTimeline('00000001')], readEpoch)).toBe(before)
})

test('the epoch of a hidden cluster depends on its timeline, not on the WAL position', async () => {
  const before = await withFunctions(sql, [hidden], readEpoch)
  await sql`select pg_switch_wal()`
  await sql`update sync_state set pruned_xid = pruned_xid`
  expect(await withFunctions(sql, [hidden], readEpoch)).toBe(before)
})

test.each(['42501', '42883', '0A000', '55000'])(
  'a host that hides the WAL as well (%s) is identified by the seed alone',
  async (code) => {
    const isHidden = [hidden, refusing('pg_walfile_name(pg_lsn) returns text', code)]
    const before = await withFunctions(sql, isHidden, readEpoch)
    expect(before).toMatch(/^[0-9a-f]{32}$/)
    const [seed] = await sql<{ epoch_seed: string }[]>`select epoch_seed from sync_state`
    await sql`update sync_state set epoch_seed = 'another'`
    expect(await withFunctions(sql, isHidden, readEpoch)).not.toBe(before)
    await sql`update sync_state set epoch_seed = ${seed?.epoch_seed ?? ''}`
  },
)

test('any other database error gives no epoch', async () => {
  await expect(withFunctions(sql, [refusing(identity, '57014')], readEpoch)).rejects.toThrow('hidden')
})
