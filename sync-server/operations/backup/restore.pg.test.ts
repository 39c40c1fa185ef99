import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#server/database/client.ts'
import { listMigrations } from '#server/database/migrate.ts'
import { withRepeatableRead } from '#server/sync/repeatable-read.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '#tests/support/database/postgres.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { databaseOf, readRelease } from '#tests/support/releases/release.ts'
import { until } from '#tests/support/until.ts'
import { backUp } from './back-up.ts'
import { isEmpty, OF_EPOCH } from './catalogue.ts'
import { restore } from './restore.ts'

const folder = mkdtempSync(`${tmpdir()}/latchkey-backup-`)
afterAll(() => rmSync(folder, { recursive: true }))

let archives = 0
const newFolder = () => `${folder}/archive-${++archives}`
const now = () => new Date('2026-03-01T12:00:00Z')
const noFiles = { get: async () => undefined, put: async () => undefined }

async function archiveOf(database: TestDatabase, into = newFolder()) {
  await backUp({ database, storage: noFiles, now, uploadMs: 0 }, into)
  return into
}
async function restored(archive: string) {
  const database = await emptyDatabase()
  const outcome = await restore({ database, storage: noFiles }, archive)
  return { database, ...outcome }
}

/** Every value of every table, apart from what belongs to the epoch and to the transaction ids of a cluster. */
const everything = ({ db, sql }: OpenDatabase) =>
  withRepeatableRead(db, async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    const rows: Record<string, unknown> = {}
    for (const { name } of tables.filter((table) => !OF_EPOCH.includes(table.name))) {
      const [row] = await sql.unsafe(
        `select json_agg(r order by r::text) as all from (select to_jsonb(t) - 'changed_xid' - 'epoch_seed' - 'pruned_xid' - 'private_pruned_xid' as r from "${name}" t) s`,
      )
      rows[name] = row?.all
    }
    return rows
  })

describe('a database of an earlier release', async () => {
  const earlier = await databaseOf('0025', readRelease('0025'))
  const archive = await archiveOf(earlier)
  const first = await restored(archive)

  test('is restored with its migrations, and migrated to the newest one', async () => {
    expect(first.migrated).toBe(listMigrations().length - first.manifest.migrations.length)
    expect(first.migrated).toBeGreaterThan(50)
    const names = await first.database.sql`select first_name, email from users order by email`
    expect(names).toEqual(await earlier.sql`select first_name, email from users order by email`)
  })

  test('is the same, value for value, after another backup and restore, and needs no migration then', async () => {
    const second = await restored(await archiveOf(first.database))
    expect(second).toMatchObject({ migrated: 0, unknown: [] })
    const [was, is] = [await everything(first.database), await everything(second.database)]
    expect(is).toEqual(was)
    expect(Object.values(was).filter((rows) => rows !== null).length).toBeGreaterThan(25)
  })

  test('continues its sequences', async () => {
    const [last] = await first.database.sql`select max(number)::int as number from tickets`
    const [next] = await first.database.sql`select nextval('tickets_number_seq')::int as number`
    expect(next?.number).toBe(last?.number + 1)
  })

  test('begins a new epoch', async () => {
    const seed = async ({ sql }: OpenDatabase) => (await sql`select epoch_seed from sync_state`)[0]?.epoch_seed
    expect(await seed(first.database)).not.toBe(await seed(earlier))
  })
})

test('stamps of another cluster count as changes of the restore; 0 stays, and triggers fire again afterwards', async () => {
  const source = await testDatabase()
  const [ahead, hidden] = [await listInvestor(source.db), await listInvestor(source.db)]
  await source.sql`alter table directory_investors disable trigger user`
  await source.sql`update directory_investors set changed_xid = '999999999999' where id = ${ahead}`
  await source.sql`update directory_investors set changed_xid = '0' where id = ${hidden}`
  const { sql } = (await restored(await archiveOf(source))).database
  const stamps =
    await sql`select id, changed_xid = '0' as is_zero, changed_xid < pg_current_xact_id() as is_past from directory_investors`
  expect(Object.fromEntries(stamps.map(({ id, is_zero, is_past }) => [id, [is_zero, is_past]]))).toEqual({
    [ahead]: [false, true],
    [hidden]: [true, true],
  })
  await sql`update directory_investors set name = 'Renamed', changed_xid = '5' where id = ${ahead}`
  expect((await sql`select 1 from directory_investors where changed_xid = '5'`).length).toBe(0)
})

test('values are copied in the same form from a database with another format of dates and bytes', async () => {
  const source = await testDatabase()
  const [{ name } = { name: '' }] = await source.sql<{ name: string }[]>`select current_database() as name`
  await listInvestor(source.db, { createdAt: new Date('2026-02-03T04:05:06.789Z') })
  await source.sql`insert into server_secrets (name, value) values ('bytes', '\\x00ff5c0a')`
  for (const setting of [`datestyle = 'SQL, DMY'`, `bytea_output = 'escape'`, `timezone = 'Asia/Tokyo'`]) {
    await source.sql.unsafe(`alter database ${name} set ${setting}`)
  }
  const archive = await archiveOf(source)
  await source.sql.unsafe(`alter database ${name} reset all`)
  expect(await everything((await restored(archive)).database)).toEqual(await everything(source))
})

test('a role that only owns its database can restore and back up, as with a hosted Postgres', async () => {
  const role = `owner_${crypto.randomUUID().replaceAll('-', '')}`
  const { sql } = await testDatabase()
  await sql.unsafe(`create role ${role} login`)
  await sql.unsafe(`create database ${role} owner ${role} template template0 strategy file_copy`)
  const options = { path: inject('postgresSocket'), username: role, database: role, max: 1, onnotice: () => undefined }
  const openSingle = () => postgres(options as postgres.Options<Record<string, never>>)
  onTestFinished(async () => {
    await sql.unsafe(`drop database ${role} with (force)`)
    await sql.unsafe(`drop role ${role}`)
  })
  const archive = await archiveOf(await databaseOf('0025', readRelease('0025')))
  const { migrated, manifest } = await restore({ database: { openSingle }, storage: noFiles }, archive)
  expect(migrated).toBeGreaterThan(50)
  await backUp({ database: { openSingle }, storage: noFiles, now, uploadMs: 0 }, newFolder())
  const own = openSingle()
  expect(await own`select count(*)::int as count from users`).toEqual([
    { count: manifest.tables.find(({ name }) => name === 'users')?.rows },
  ])
  await own.end()
})

test('a backup of a database that is written to has all of a transaction, or nothing', async () => {
  const source = await testDatabase()
  const { sql } = source
  await sql`insert into users (id, email, password, user_type) values ('usr_before', 'before@example.com', 'x', 'founder')`
  await sql`insert into principals (id, kind, user_id) values ('pri_before', 'account', 'usr_before')`
  // The copy waits for the parent table, which it reads first, until the other rows are committed.
  const held = await openTransaction(source)
  await held.write((each) => each`lock table users in access exclusive mode`)
  const archiving = archiveOf(source)
  await until(
    () => sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy%'`,
    (rows) => rows.length === 1,
  )
  await held.write(
    (each) =>
      each`insert into users (id, email, password, user_type) values ('usr_during', 'during@example.com', 'x', 'founder')`,
  )
  await held.write((each) => each`insert into principals (id, kind, user_id) values ('pri_during', 'account', 'usr_during')`)
  await held.end('commit')
  const { database } = await restored(await archiving)
  expect(await database.sql`select id from users`).toEqual([{ id: 'usr_before' }])
  expect(await database.sql`select id from principals`).toEqual([{ id: 'pri_before' }])
})

describe('an archive', () => {
  let source: TestDatabase
  beforeAll(async () => {
    source = await testDatabase()
    await listInvestor(source.db)
    await source.sql`insert into users (id, email, password, user_type) values ('usr_a', 'a@example.com', 'x', 'founder')`
    await source.sql`insert into principals (id, kind, user_id) values ('pri_a', 'account', 'usr_a')`
  })

  test('can be read by its owner only', async () => {
    const archive = await archiveOf(source)
    const mode = (path: string) => (statSync(`${archive}/${path}`).mode & 0o777).toString(8)
    expect([mode('.'), mode('tables')]).toEqual(['700', '700'])
    expect(new Set(['manifest.json', 'manifest.sha256', 'tables/server_secrets.copy.gz'].map(mode))).toEqual(new Set(['600']))
  })

  test('overwrites no folder, and a failed backup leaves none', async () => {
    const archive = await archiveOf(source)
    await expect(archiveOf(source, archive)).rejects.toThrow(/exists already/)
    await source.sql`create table circle_a (id int primary key)`
    await source.sql`create table circle_b (id int primary key, a int references circle_a)`
    await source.sql`alter table circle_a add foreign key (id) references circle_b`
    await expect(archiveOf(source, `${folder}/failed`)).rejects.toThrow(/circle/)
    await source.sql`drop table circle_a, circle_b cascade`
    expect((await readdir(folder)).filter((name) => /failed|unfinished/.test(name))).toEqual([])
  })

  test('that cannot be written ends with the reason, also in the middle of a large table', async () => {
    const other = await testDatabase()
    await other.sql`create table zz_large as select repeat(md5(g::text), 40) as text from generate_series(1, 20000) g`
    const held = await openTransaction(other)
    await held.write((sql) => sql`lock table users in access exclusive mode`)
    const archiving = archiveOf(other, `${folder}/unwritable`)
    const isWaiting = () => other.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy%'`
    await until(isWaiting, (rows) => rows.length === 1)
    const [unfinished] = (await readdir(folder)).filter((name) => name.startsWith('unwritable'))
    writeFileSync(`${folder}/${unfinished}/tables/zz_large.copy.gz`, '')
    await held.end('commit')
    await expect(archiving).rejects.toThrow(/EEXIST/)
  })

  test('of a database without the tables of the product is not written', async () => {
    await expect(archiveOf(await emptyDatabase())).rejects.toThrow(/nothing to back up/)
  })

  test('a table that is not of the product is named, and does not stop a restore', async () => {
    const other = await testDatabase()
    await other.sql`create table notes_of_the_operator (text text)`
    expect((await restored(await archiveOf(other))).unknown).toEqual(['notes_of_the_operator'])
  })

  type Listed = { name: string; bytes: number; sha256: string }
  type Manifest = { format: number; migrations: { at: number }[]; tables: Listed[] }
  /** Rewrites the manifest with its checksum, as another writer of the format. */
  function rewrite(archive: string, change: (manifest: Manifest) => Manifest) {
    const text = JSON.stringify(change(JSON.parse(readFileSync(`${archive}/manifest.json`, 'utf8')) as Manifest))
    writeFileSync(`${archive}/manifest.json`, text)
    writeFileSync(`${archive}/manifest.sha256`, `${sha256(text)}  manifest.json\n`)
  }
  const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
  /** Replaces the rows of a table, with the right checksum. */
  const replaceRows = (archive: string, name: string, rows: string) => {
    const content = gzipSync(rows)
    writeFileSync(`${archive}/tables/${name}.copy.gz`, content)
    const replaced = { bytes: content.length, sha256: sha256(content) }
    rewrite(archive, ({ tables, ...rest }) => ({
      ...rest,
      tables: tables.map((table) => (table.name === name ? { ...table, ...replaced } : table)),
    }))
  }
  const isUsers = ({ name }: Listed) => name === 'users'
  const flipByte = (path: string) => {
    const bytes = readFileSync(path)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }

  test.each<[fault: string, breakIt: (archive: string) => void, message: RegExp]>([
    ['without a manifest', (archive) => rmSync(`${archive}/manifest.json`), /incomplete, or no backup/],
    ['without the checksum of its manifest', (archive) => rmSync(`${archive}/manifest.sha256`), /incomplete, or no backup/],
    ['with a changed manifest', (archive) => appendFileSync(`${archive}/manifest.json`, ' '), /manifest.json was changed/],
    ['that lacks a file', (archive) => rmSync(`${archive}/tables/users.copy.gz`), /users.copy.gz is missing/],
    [
      'with a file that was cut off',
      (archive) => writeFileSync(`${archive}/tables/users.copy.gz`, ''),
      /users.copy.gz is not complete/,
    ],
    ['with a changed file', (archive) => flipByte(`${archive}/tables/users.copy.gz`), /users.copy.gz was changed/],
    ['of a newer format', (archive) => rewrite(archive, (manifest) => ({ ...manifest, format: 2 })), /newer release has written/],
    [
      'with a newer migration',
      (archive) =>
        rewrite(archive, ({ migrations, ...rest }) => ({
          ...rest,
          migrations: [...migrations, { ...migrations[0], at: Date.parse('2999-01-01') }],
        })),
      /newer release than this one/,
    ],
    [
      'with a migration that this release does not have',
      (archive) =>
        rewrite(archive, ({ migrations, ...rest }) => ({ ...rest, migrations: migrations.with(3, { ...migrations[3], at: 1 }) })),
      /does not know/,
    ],
    [
      'that lacks a table',
      (archive) => rewrite(archive, ({ tables, ...rest }) => ({ ...rest, tables: tables.filter(({ name }) => name !== 'jobs') })),
      /lacks jobs/,
    ],
    ['with fewer rows than it lists', (archive) => replaceRows(archive, 'users', ''), /users has 0 rows/],
    [
      'whose rows refer to rows that are not there yet',
      (archive) =>
        rewrite(archive, ({ tables, ...rest }) => ({
          ...rest,
          tables: [...tables.filter((table) => !isUsers(table)), ...tables.filter(isUsers)],
        })),
      /foreign key constraint/,
    ],
  ])('%s is refused, and the database stays empty', async (_, breakIt, message) => {
    const archive = await archiveOf(source)
    breakIt(archive)
    const database = await emptyDatabase()
    await expect(restore({ database, storage: noFiles }, archive)).rejects.toThrow(message)
    expect(await isEmpty(database.sql)).toBe(true)
  })

  test('is not restored into a database that has tables', async () => {
    const archive = await archiveOf(source)
    await expect(restore({ database: source, storage: noFiles }, archive)).rejects.toThrow(/not empty/)
    const other = await emptyDatabase()
    await other.sql`create table anything (id int)`
    await expect(restore({ database: other, storage: noFiles }, archive)).rejects.toThrow(/not empty/)
  })
})
