import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, test } from 'vitest'
import { connect, type OpenDatabase } from '#server/database/client.ts'
import { databaseLender } from '#tests/support/database/free-databases.ts'
import { createDatabase } from '#tests/support/database/template-database.ts'

const socketPath = inject('postgresSocket')
const dropped: string[] = []
const pools = new Map<string, OpenDatabase>()

async function create() {
  const made = await createDatabase(socketPath)
  const drop = () => {
    dropped.push(made.database)
    return made.drop()
  }
  const pool = connect({ socketPath, database: made.database }, { max: 2 })
  pools.set(made.database, pool)
  return { database: made.database, drop, pool }
}

/** What these tests leave open never ends, so a short wait is enough. */
const END_MS = 500
const { borrow, dropFree } = databaseLender(socketPath, create, END_MS)
afterAll(dropFree)

/** What one user did with a database, and whether the next user gets it. */
async function afterUse(use: (pool: OpenDatabase, database: string) => Promise<unknown>) {
  const one = await borrow()
  await use(one.lent, one.database)
  const obstacle = await one.giveBack()
  const next = await borrow()
  const isSame = next.database === one.database
  return { obstacle, isSame, next, end: () => next.giveBack() }
}

/** Rows of each table, those of the migrations too, and the state of each sequence. */
async function contentOf({ sql: driver }: OpenDatabase) {
  const tables = await driver<{ name: string; kind: string }[]>`
    select oid::regclass::text as name, relkind as kind from pg_class where relkind in ('r', 'S') and oid >= 16384 and relname not like 'pg_toast%' order by 1`
  const content: Record<string, string[]> = {}
  for (const { name, kind } of tables) {
    const columns = kind === 'S' ? 'last_value, is_called' : '*'
    const rows = await driver.unsafe<{ text: string }[]>(
      `select t::text as text from (select ${columns} from ${name}) t order by 1`,
    )
    content[name] = rows.map(({ text }) => text)
  }
  return content
}

test('a used database has the rows and the sequences of the template, and the same connections', async () => {
  const template = await create()
  const before = await contentOf(template.pool)
  await template.pool.close()
  await template.drop()
  const pids: unknown[] = []
  const { obstacle, isSame, next, end } = await afterUse(async ({ sql: driver, db }) => {
    pids.push(...(await driver`select pg_backend_pid() as pid`))
    await driver`insert into rate_limits values ('a', 'a', 1, now())`
    await driver`insert into jobs (id, kind, key, payload) values ('a', 'a', 'a', '{}')`
    await db.execute(sql`delete from drizzle.__drizzle_migrations where id > 3`)
    await db.execute(sql`delete from sync_state`)
    await driver`select nextval('tickets_number_seq'), nextval('directory_search_queue_seq_seq'), nextval('drizzle.__drizzle_migrations_id_seq')`
    expect(await contentOf({ sql: driver } as OpenDatabase)).not.toEqual(before)
  })
  expect({ obstacle, isSame }).toEqual({ obstacle: undefined, isSame: true })
  expect(await contentOf(next.lent)).toEqual(before)
  expect(await next.lent.sql`select pid from pg_stat_activity where datname = current_database()`).toEqual(
    expect.arrayContaining(pids),
  )
  await end()
})

test('the rows of a user are removed from the file of a large table, and the database is used again', async () => {
  const fileOf = async ({ sql: driver }: OpenDatabase) =>
    (await driver<{ bytes: string }[]>`select pg_relation_size('rate_limits') as bytes`)[0]?.bytes
  const before: unknown[] = []
  const { isSame, next, end } = await afterUse(async (pool) => {
    await pool.sql`insert into rate_limits select 'a', n::text, 1, now() from generate_series(1, 5000) n`
    before.push(Number(await fileOf(pool)) > 200_000)
  })
  expect({ before, isSame, after: await fileOf(next.lent) }).toEqual({ before: [true], isSame: true, after: '0' })
  await end()
})

test.each([
  ['a table', 'create table more (id int)', /pg_class/],
  ['a column', 'alter table jobs add column more int', /pg_attribute/],
  ['a default', "alter table jobs alter column kind set default 'none'", /pg_attr/],
  ['an index', 'create index more on jobs (kind)', /pg_index/],
  ['no trigger', 'drop trigger documents_append_only on documents', /pg_trigger/],
  ['a function in the place of another', 'alter function documents_append_only() cost 7', /pg_proc/],
  ['a trigger that does not run', 'alter table documents disable trigger user', /pg_trigger/],
  ['a table with other settings', 'alter table jobs set (fillfactor = 50)', /pg_class/],
  [
    'a setting of the database',
    "do $$ begin execute format('alter database %I set work_mem = %L', current_database(), '8MB'); end $$",
    /setting/,
  ],
  ['a large object', 'select lo_create(0)', /largeobject/],
  ['a setting of a session', "set work_mem = '8MB'", /session/],
  ['a lock of a session', 'select pg_advisory_lock(7)', /session/],
  ['a hidden lock of a session', "do $$ begin execute 'select pg_advisory' || '_lock(7)'; end $$", /advisory/],
])('a database with %s is not used again', async (_, text, reason) => {
  const { obstacle, isSame, end } = await afterUse(({ sql: driver }) => driver.unsafe(text))
  expect(obstacle).toMatch(reason)
  expect(isSame).toBe(false)
  await end()
})

test('triggers and functions that a test created are dropped', async () => {
  const { obstacle, isSame, next, end } = await afterUse(async ({ sql: driver }) => {
    await driver.unsafe(`create function stop() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$;
      create trigger stop before insert on rate_limits for each statement execute function stop()`)
  })
  expect({ obstacle, isSame }).toEqual({ obstacle: undefined, isSame: true })
  expect(
    await next.lent.sql`select from pg_proc where proname = 'stop' union all select from pg_trigger where tgname = 'stop'`,
  ).toHaveLength(0)
  await end()
})

test.each<[string, (database: string) => OpenDatabase | undefined]>([
  ['another process', (database) => connect({ socketPath, database }, { max: 1 })],
  ['the pool, in a way that is not followed', (database) => pools.get(database)],
])('a database with an open transaction of %s is not used again', async (_, poolOf) => {
  const opened: (OpenDatabase | undefined)[] = []
  const { obstacle, isSame, end } = await afterUse(async (_, database) => {
    const pool = poolOf(database)
    opened.push(pool)
    const reserved = await pool?.sql.reserve()
    await reserved?.unsafe('begin')
  })
  expect({ obstacle, isSame }).toEqual({ obstacle: 'another connection', isSame: false })
  await end()
  for (const pool of opened) await pool?.sql.end({ timeout: 0 })
})

test('a database with a connection of another process is not used again', async () => {
  const others: OpenDatabase[] = []
  const { obstacle, end } = await afterUse(async (_, database) => {
    const other = connect({ socketPath, database }, { max: 1 })
    others.push(other)
    await other.sql`select 1`
  })
  expect(obstacle).toBe('another connection')
  await end()
  for (const other of others) await other.close()
})

test.each<[string, (pool: OpenDatabase) => Promise<unknown>]>([
  ['closed', (pool) => pool.close()],
  ['left with a single connection', (pool) => pool.openSingle()`select 1`],
  ['made to listen', (pool) => pool.sql.listen('more', () => undefined)],
])('a pool that was %s is not used again', async (_, use) => {
  const { obstacle, isSame, end } = await afterUse(use)
  expect(obstacle).toMatch(/is called|single/)
  expect(isSame).toBe(false)
  await end()
})

test('a reserved connection that is not released is not used again', async () => {
  const { obstacle, end } = await afterUse(async ({ sql: driver }) => {
    const reserved = await driver.reserve()
    await reserved`begin`
  })
  expect(obstacle).toMatch('not over')
  await end()
}, 30_000)

test('what a user calls after its end reaches no database, and its observer sees nothing of the next user', async () => {
  const seen: string[] = []
  const late: OpenDatabase[] = []
  const { next, end } = await afterUse(async (pool) => {
    pool.observeStatements((text) => {
      seen.push(text)
      return () => undefined
    })
    late.push(pool)
  })
  await next.lent.sql`select 'of the next user'`
  expect(seen.join()).not.toContain('of the next user')
  for (const { db, sql: driver } of late) {
    await expect(driver`select 1`).rejects.toThrow('CONNECTION_ENDED')
    await expect(db.execute(sql`select 1`)).rejects.toThrow('Failed query')
    await expect(db.transaction(async () => 1)).rejects.toThrow('CONNECTION_ENDED')
  }
  await end()
})

test('a database whose user did what it must not is dropped', async () => {
  const { giveBack, database } = await borrow()
  const check = () => {
    throw new Error('a second connection')
  }
  expect(await giveBack(check)).toMatch('a second connection')
  expect(dropped).toContain(database)
})
