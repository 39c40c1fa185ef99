import { sql as fragment } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import type { Sql } from '#server/database/client.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { databaseOf } from '#tests/support/releases/release.ts'

/** The last migration of the release that knows the tables by their old names. */
const RELEASE = '0055'
const database = await databaseOf(RELEASE, { people: {}, facts: {}, rows: [] })
const { db, sql } = database
/** A node of that release. One connection, so that its prepared statements are older than the migration. */
const node = database.connectAgain(1).sql

const AT = '2020-11-20T12:00:00Z'
const LATER = '2020-11-21T12:00:00Z'

/** The new name of each table, by the old one. */
const RENAMED = {
  book_rounds: 'ledger_check_runs',
  book_violations: 'ledger_violations',
  vc_secrets: 'vc_credentials',
  rate_buckets: 'rate_limits',
  email_submissions: 'newsletter_subscriptions',
  sync_parts: 'sync_chunks',
}

/** The statements of that release on these tables. Each run leaves one row of its name in each table except `book_rounds`. */
const STATEMENTS: Record<string, (node: Sql, name: string) => Promise<unknown>[]> = {
  'the ledger checks': (node, name) => [
    node`update "book_rounds" set "checked_at" = ${AT}`,
    node`select "id", "balance_read_until", "balance_read_at", "checked_at" from "book_rounds"`,
    ...[AT, LATER].map(
      (at) => node`
        insert into "book_violations" ("rule", "subject", "detail", "happened_at", "found_at", "seen_at", "cleared_at")
        values (${name}, 'order', ${at}, ${AT}, ${at}, ${at}, default)
        on conflict ("rule","subject") do update set "detail" = ${at}, "seen_at" = ${at}, "cleared_at" = null,
          "found_at" = case when "book_violations"."cleared_at" is null then "book_violations"."found_at" else ${at}::timestamptz end`,
    ),
    node`select min(happened_at) as at from book_violations where rule = ${name} and cleared_at is null`,
    node`select "subject", "detail", "found_at", "seen_at", "cleared_at" from "book_violations"
      where "cleared_at" is null and "rule" = ${name} order by "found_at" asc`,
    node`update "book_violations" set "cleared_at" = ${LATER} where ("book_violations"."rule" = ${name}
      and "book_violations"."cleared_at" is null and "book_violations"."subject" not in ('another'))`,
    node`select count(*) from "book_violations" where "book_violations"."cleared_at" is null`,
  ],
  'credentials of an investor': (node, name) => [
    node`insert into "vcs" ("id", "fund_name", "partner_name") values (${name}, 'Harbour', 'Grace')`,
    node`insert into "vc_secrets" ("vc_id", "calendly_token", "updated_at") values (${name}, 'a'::bytea, default)`,
    node`delete from "vc_secrets" where "vc_secrets"."vc_id" in (${name})`,
    ...['b', 'c'].map(
      (token) => node`
        insert into "vc_secrets" ("vc_id", "calendly_token", "updated_at") values (${name}, ${token}::bytea, ${AT})
        on conflict ("vc_id") do update set "calendly_token" = ${token}::bytea, "updated_at" = ${LATER}`,
    ),
    node`select count(*) from "vc_secrets" where ("vc_id" = ${name} and "calendly_token" is not null)`,
    node`select "calendly_token" from "vc_secrets" where "vc_secrets"."vc_id" = ${name}`,
  ],
  'rate limits': (node, name) => [
    ...[1, 2].map(
      (most) => node`
        with narrow as (
          insert into rate_buckets as b (bucket, key, level, window_start) select ${name}, 'narrow', 1::int, ${AT}::timestamptz
          on conflict (bucket, key) do update set level = least(b.level, 9) + 1::int, window_start = b.window_start
          returning level > ${most} as refused, ceil(extract(epoch from window_start - ${AT}::timestamptz))::int as wait),
        wide as (
          insert into rate_buckets as b (bucket, key, level, window_start) select ${name}, 'wide', 1::int, ${AT}::timestamptz
          from narrow where not narrow.refused
          on conflict (bucket, key) do update set level = least(b.level, 9) + 1::int, window_start = b.window_start
          returning level > 1 as refused, ceil(extract(epoch from window_start - ${AT}::timestamptz))::int as wait)
        select * from narrow union all select * from wide`,
    ),
    node`delete from "rate_buckets" where ctid = any(array(select ctid from "rate_buckets"
      where ("rate_buckets"."bucket" in (${name}) and "rate_buckets"."key" = 'wide'
        and "rate_buckets"."window_start" < now() - make_interval(secs => 1)) limit 10000))`,
    node`select "bucket", "key", "level", "window_start" from "rate_buckets" where "bucket" = ${name}`,
  ],
  'subscriptions to the newsletter': (node, name) => [
    ...[AT, LATER].map(
      () => node`
        insert into "email_submissions" ("id", "email", "source", "confirmed_at", "created_at")
        values (${name}, ${name}, 'footer', default, default) on conflict do nothing`,
    ),
    node`insert into "email_submissions" ("id", "email") values (${`${name} left`}, ${`${name} left`})`,
    node`insert into "email_submissions" ("id", "email") values (${`${name} Erased`}, ${`${name} Erased`})`,
    node`insert into "email_submissions" ("id", "email", "created_at") values (${`${name} old`}, ${`${name} old`}, ${AT})`,
    node`delete from "email_submissions" where "email_submissions"."id" = ${`${name} left`}`,
    node`delete from "email_submissions" where lower("email_submissions"."email") = ${`${name} erased`}`,
    node`delete from "email_submissions"
      where ("email_submissions"."confirmed_at" is null and "email_submissions"."created_at" < ${LATER})`,
    node`update "email_submissions" set "confirmed_at" = coalesce("email_submissions"."confirmed_at", ${AT}::timestamptz)
      where "email_submissions"."id" = ${name} returning "id"`,
    node`select "id", "email", "source", "confirmed_at" from "email_submissions" where "email_submissions"."email" = ${name}`,
  ],
  'chunks of a snapshot': (node, name) => [
    ...[AT, LATER].map(
      () => node`
        insert into "sync_parts" ("sha256", "brotli", "gzip", "documents", "created_at")
        values (${name}, 'b'::bytea, 'g'::bytea, ${[name]}, clock_timestamp())
        on conflict ("sha256") do update set "documents" = ${[name]}, "created_at" = clock_timestamp()`,
    ),
    node`insert into "sync_parts" ("sha256", "brotli", "gzip") values (${`${name} withdrawn`}, 'b'::bytea, 'g'::bytea)`,
    node`insert into "sync_parts" ("sha256", "brotli", "gzip", "documents", "created_at")
      values (${`${name} pruned`}, 'b'::bytea, 'g'::bytea, ${[name]}, ${AT})`,
    node`delete from "sync_parts" where "sync_parts"."documents" && array['another'] or "sync_parts"."documents" = '{}'
      returning "sha256"`,
    node`delete from "sync_parts" where ("sync_parts"."created_at" < ${LATER} and not exists (
      select "id" from "sync_snapshots" where "sync_parts"."sha256" = any("sync_snapshots"."parts")))`,
    node`select "brotli", "gzip" from "sync_parts" where "sync_parts"."sha256" = ${name}`,
    node`select count(*) from "sync_parts" where "sync_parts"."sha256" = ${name}`,
    node`select count(*) from "sync_snapshots" where '' = any("parts")`,
  ],
}

/** Number of affected rows and the rows of each statement, without the name of the run. */
async function runStatements(name: string): Promise<Record<string, string[]>> {
  const results: Record<string, string[]> = {}
  for (const [subject, list] of Object.entries(STATEMENTS)) {
    // One connection executes them in this order.
    const answers = (await Promise.all(list(node, name))) as (object[] & { count: number })[]
    results[subject] = answers.map((rows) => `${rows.count} ${JSON.stringify(rows)}`.replaceAll(name, 'run'))
  }
  return results
}

const before = await runStatements('first')
await migrateDatabase(database)

test('each statement of the previous release has the same result after the tables are renamed', async () => {
  expect(await runStatements('second')).toEqual(before)
})

test('the new tables have the rows from before the migration, and those that the previous release wrote after it', async () => {
  const run = await db.select().from(schema.ledgerCheckRuns)
  expect(run).toMatchObject([{ id: 1, checkedAt: new Date(AT) }])
  const both = ['first', 'second']
  const namesIn = async (table: string, column: string) =>
    (await sql.unsafe(`select distinct "${column}" as name from "${table}" order by 1`)).map(({ name }) => name)
  expect(await namesIn('ledger_violations', 'rule')).toEqual(both)
  expect(await namesIn('vc_credentials', 'vc_id')).toEqual(both)
  expect(await namesIn('rate_limits', 'bucket')).toEqual(both)
  expect(await namesIn('newsletter_subscriptions', 'email')).toEqual(both)
  expect(await namesIn('sync_chunks', 'sha256')).toEqual(both)
})

test('the previous release reads what the new one writes', async () => {
  await db.update(schema.ledgerCheckRuns).set({ checkedAt: new Date(LATER) })
  await db.insert(schema.ledgerViolations).values({ rule: 'third', subject: 'order', detail: 'x' })
  await db.update(schema.vcCredentials).set({ calendlyToken: new TextEncoder().encode('third') })
  await db.insert(schema.rateLimits).values({ bucket: 'third', key: 'k', level: 3, windowStart: fragment`now()` })
  await db.insert(schema.newsletterSubscriptions).values({ id: 'third', email: 'third' })
  const bytes = new Uint8Array([3])
  await db.insert(schema.syncChunks).values({ sha256: 'third', brotli: bytes, gzip: bytes })
  expect(await node`select checked_at = ${LATER}::timestamptz as is_new from book_rounds`).toMatchObject([{ is_new: true }])
  expect(await node`select detail from book_violations where rule = 'third' for update`).toMatchObject([{ detail: 'x' }])
  expect(await node`select from vc_secrets where calendly_token = 'third'::bytea`).toHaveLength(2)
  expect(await node`select level from rate_buckets where bucket = 'third'`).toMatchObject([{ level: 3 }])
  expect(await node`select email from email_submissions where id = 'third'`).toMatchObject([{ email: 'third' }])
  expect(await node`select documents from sync_parts where sha256 = 'third'`).toMatchObject([{ documents: [] }])
})

test('indexes and constraints have the names of their tables, and each old name is a view', async () => {
  const names = await sql<{ name: string; kind: string }[]>`
    select relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace
    union all select conname, 'constraint' from pg_constraint where connamespace = 'public'::regnamespace`
  for (const [old, renamed] of Object.entries(RENAMED)) {
    expect(names.filter(({ name }) => name === old || name.startsWith(`${old}_`))).toEqual([{ name: old, kind: 'v' }])
    expect(names.find(({ name }) => name === renamed)).toEqual({ name: renamed, kind: 'r' })
  }
})
