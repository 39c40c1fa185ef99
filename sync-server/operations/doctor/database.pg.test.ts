import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connect, type Sql } from '#server/database/client.ts'
import { refusing, withFunctions } from '#tests/support/database/own-functions.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database/postgres.ts'
import { checkDatabaseClock } from './clock.ts'
import * as check from './database.ts'
import type { Finding } from './finding.ts'

const database = await testDatabase()
const { sql } = database
const empty = await emptyDatabase()

const has = (status: string, text: string) => [{ status, text: expect.stringContaining(text) }]

/** Runs a check on a connection with these settings. */
async function withSettings(settings: string, run: (own: Sql) => Promise<Finding[]>): Promise<Finding[]> {
  const own = await sql.reserve()
  try {
    await own.unsafe(settings)
    return await run(own as unknown as Sql)
  } finally {
    await own.unsafe('reset all; reset role')
    own.release()
  }
}

test('the database of a server has no problem, apart from settings of tests', async () => {
  const findings = await Promise.all([
    check.checkVersion(sql),
    check.checkEncoding(sql),
    check.checkWritable(sql),
    check.checkRights(sql),
    check.checkIsolation(sql),
    check.checkConnections(sql),
    check.checkTimeouts(sql, { DATABASE_URL: undefined }),
    check.checkMigrations(sql),
    check.checkNotifications(database),
    check.checkEpoch(sql),
    check.checkTrigrams(sql),
    check.checkMode(sql, { paymentMode: 'sandbox' }),
    checkDatabaseClock(sql),
  ])
  expect(findings.flat().filter(({ status }) => status !== 'ok')).toEqual([])
  expect(
    findings
      .flat()
      .map(({ text }) => text)
      .join(),
  ).toMatch(/^Postgres 1[5-9]/)
})

test('a database without tables has no problem either', async () => {
  const findings = await Promise.all([
    check.checkRights(empty.sql),
    check.checkMigrations(empty.sql),
    check.checkTrigrams(empty.sql),
    check.checkMode(empty.sql, { paymentMode: 'live' }),
  ])
  expect(findings.flat()).toMatchObject(has('ok', 'first start'))
})

test('Postgres 14 is too old', () => {
  expect([check.judgeVersion(14, '14.9'), check.judgeVersion(15, '15.0')]).toMatchObject([
    { status: 'problem' },
    { status: 'ok' },
  ])
})

test('a database in another encoding is a problem', async () => {
  const socketPath = inject('postgresSocket')
  const name = `test_ascii_${crypto.randomUUID().replaceAll('-', '')}`
  await sql.unsafe(`create database ${name} template template0 encoding 'SQL_ASCII' strategy file_copy`)
  const other = connect({ socketPath, database: name }, { max: 1 })
  onTestFinished(async () => {
    await other.close()
    await sql.unsafe(`drop database ${name} with (force)`)
  })
  expect(await check.checkEncoding(other.sql)).toMatchObject(has('problem', 'SQL_ASCII'))
})

test('a role that only reads, and a replica, are a problem', async () => {
  expect(await withSettings('set default_transaction_read_only = on', check.checkWritable)).toMatchObject(
    has('problem', 'read_only'),
  )
  const replica = 'pg_is_in_recovery() returns boolean language sql as $$ select true $$'
  expect(await withFunctions(sql, [replica], check.checkWritable)).toMatchObject(has('problem', 'replica'))
})

describe('a role', () => {
  const role = `doctor_${crypto.randomUUID().replaceAll('-', '')}`
  afterAll(() => sql.unsafe(`drop owned by ${role}; drop role ${role}`))

  test('that may not create tables, and does not own those that exist, is a problem', async () => {
    await sql.unsafe(`create role ${role}`)
    await sql.unsafe('revoke create on schema public from public')
    const found = await withSettings(`set role ${role}`, check.checkRights)
    expect(found).toMatchObject([...has('problem', 'may not create tables'), ...has('problem', 'belong to another role')])
  })

  test('that may not create a schema in an empty database is a problem', async () => {
    const own = await empty.sql.reserve()
    await own.unsafe(`set role ${role}`)
    expect(await check.checkRights(own as unknown as Sql)).toContainEqual(
      expect.objectContaining({ status: 'problem', text: expect.stringContaining('may not create a schema') }),
    )
    await own.unsafe('reset role')
    own.release()
  })
})

test('settings that lose data in a power cut are found', async () => {
  // The databases of tests have them.
  expect(await check.checkDurability(sql)).toMatchObject(has('problem', 'fsync and full_page_writes'))
  const safe = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
  expect(check.judgeDurability(safe)).toEqual([])
  expect(check.judgeDurability({ ...safe, synchronous_commit: 'off' })).toMatchObject([{ status: 'warning' }])
  expect(check.judgeDurability({ ...safe, fsync: 'off' })).toMatchObject([{ status: 'problem' }])
})

test('another isolation level by default is a problem', async () => {
  const found = await withSettings(`set default_transaction_isolation = 'serializable'`, check.checkIsolation)
  expect(found).toMatchObject(has('problem', 'serializable'))
})

test('fewer free connections than a node opens are a warning', () => {
  expect([check.judgeConnections(5), check.judgeConnections(13)]).toMatchObject([has('warning', '5 connections'), []])
})

test('a role without timeouts behind a pooler is a warning', async () => {
  const pooled = { DATABASE_URL: 'postgres://user@pooler/db?prepare=false' }
  const own = database.openSingle()
  expect(await check.checkTimeouts(own, pooled)).toMatchObject(has('warning', 'statement_timeout, lock_timeout'))
  expect(await check.checkTimeouts(own, { DATABASE_URL: 'postgres://user@host/db' })).toEqual([])
  await own.end()
  expect(await check.checkTimeouts(sql, pooled)).toEqual([])
})

test('a database that a newer release has migrated is a problem, and pending migrations are named', async () => {
  const { sql: other } = await testDatabase()
  await other`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`
  expect(await check.checkMigrations(other)).toMatchObject(has('ok', 'applies 1 migrations'))
  await other`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 32503680000000)`
  expect(await check.checkMigrations(other)).toMatchObject(has('problem', 'newer release'))
})

test('a connection that receives no notification is a problem', async () => {
  const found = await check.checkNotifications({ sql, openSingle: empty.openSingle }, 100)
  expect(found).toMatchObject(has('problem', 'LISTEN'))
})

test('a Postgres that hides its identity and its timeline is a warning, with what to do', async () => {
  const identity = refusing('pg_control_system() returns table (system_identifier bigint)', '42501')
  const timeline = refusing('pg_walfile_name(pg_lsn) returns text', '42501')
  expect(await withFunctions(sql, [identity], check.checkEpoch)).toEqual([])
  expect(await withFunctions(sql, [identity, timeline], check.checkEpoch)).toMatchObject([
    { status: 'warning', remedy: expect.stringContaining('epoch_seed') },
  ])
})

test('a database without pg_trgm is a warning', async () => {
  const { sql: other } = await testDatabase()
  await other`drop extension pg_trgm cascade`
  expect(await check.checkTrigrams(other)).toMatchObject(has('warning', 'wrong letter'))
})

test('keys of another mode than the paid orders are a problem', async () => {
  const { sql: other } = await testDatabase()
  await other`insert into installation (key, mode) values ('ins_doctor', 'live')`
  expect(await check.checkMode(other, { paymentMode: 'sandbox' })).toEqual([])
  await other`insert into principals (id, kind) values ('pri_doctor', 'guest')`
  await other`insert into orders (id, principal_id, kind, target_type, target_id, amount, snapshot, paid_at)
    values ('ord_doctor', 'pri_doctor', 'vc_unlock', 'airtable', 'rec', 100, '{}', now())`
  expect(await check.checkMode(other, { paymentMode: 'sandbox' })).toMatchObject(has('problem', '"live"'))
  expect(await check.checkMode(other, { paymentMode: 'live' })).toEqual([])
})

test.each([
  [10_000, 'warning'],
  [-60_000, 'problem'],
])('a clock that is %i ms away from that of the database is found: %s', async (offMs, status) => {
  expect(await checkDatabaseClock(sql, () => Date.now() + offMs)).toMatchObject([{ status }])
})
