import { sql as fragment } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '#server/database/client.ts'
import { MAX_LOOKED_UP, MAX_PER_OWNER, MAX_VOTES, type Mark, readChangesIn } from '#server/sync/private/private-mark.ts'
import { prunePrivateChanges } from '#server/sync/queries.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import { ADA, setUp } from './setup.ts'

const { database, db, sql, clock, lane, laneOf, freshDevice, write } = await setUp()

test('a mark older than the retained changes is compared in full', async () => {
  const { mark } = await freshDevice()
  await write('Long ago')
  await sql`update private_changes set created_at = now() - interval '3 days'`
  await prunePrivateChanges(db, 26)
  expect((await lane.pull(ADA, { mark }))?.differ).toHaveLength(privateCollections.length)
  // Transactions of other tests in this cluster may be older than what was deleted, and later marks would be as well.
  await sql`update sync_state set private_pruned_xid = null`
})

test('old changes are deleted in batches, and a mark from before any of them is compared in full', async () => {
  const { mark } = await freshDevice()
  for (const text of ['One', 'Two', 'Three']) await write(text)
  await sql`update private_changes set created_at = now() - interval '3 days'`
  await prunePrivateChanges(db, 26, 1)
  expect(await sql`select from private_changes where created_at < now() - interval '2 days'`).toHaveLength(0)
  expect((await lane.pull(ADA, { mark }))?.differ).toHaveLength(privateCollections.length)
  await sql`update sync_state set private_pruned_xid = null`
})

test('a mark stays valid although thousands of other transactions have begun since the newest private change', async () => {
  // Each block with an exception handler that writes takes a separate transaction id.
  await sql`create temp table burnt (at int)`
  await sql`do $$ begin for at in 1..11000 loop begin insert into burnt values (at); exception when others then null; end; end loop; end $$`
  const { mark } = await freshDevice()
  expect(await lane.pull(ADA, { mark })).toBeUndefined()
  await write('After many others')
  expect((await lane.pull(ADA, { mark }))?.differ).toEqual(['notes'])
})

test('any number of marks is looked up with one plan for each connection', async () => {
  const one = database.connectAgain(1)
  // A test database plans no statement twice.
  await one.sql`set plan_cache_mode = auto`
  const { mark } = await freshDevice()
  const asking = laneOf('rules', one.sql)
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 1 + (round % 4) }, () => asking.lookUp(ADA, { mark })))
  }
  const plans = await one.sql<{ own: number; kept: number }[]>`
    select custom_plans::int as own, generic_plans::int as kept from pg_prepared_statements where strpos(statement, 'asked.seen') > 0 and strpos(statement, 'strpos') = 0`
  // The first five decide.
  expect(plans).toEqual([{ own: 5, kept: expect.any(Number) }])
})

test('a mark whose horizon spans more changes than a pull looks up is compared in full', async () => {
  const { mark } = await freshDevice()
  const far = mark.replace(/\d+$/, String(2n ** 62n))
  const [next] = await sql<{ xid: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`
  const fill = (from: number, to: number) =>
    sql`insert into private_changes (owner, source, changed_xid)
      select '', 'contact_notes', (${next?.xid ?? ''}::bigint + at)::text::xid8 from generate_series(${from}::int, ${to}::int) as at`
  await fill(1, MAX_LOOKED_UP - 1)
  expect((await lane.pull(ADA, { mark: far }))?.differ).toEqual(['notes'])
  await fill(MAX_LOOKED_UP, MAX_LOOKED_UP)
  expect((await lane.pull(ADA, { mark: far }))?.differ).toHaveLength(privateCollections.length)
  await sql`delete from private_changes where owner = ''`
})

/** A mark for which all rows are read, and that has seen all of them. */
const FAR = 2n ** 62n - 1n
const seenAll = (mark: string) => mark.replace(/ \d+:\d+:\S* \d+$/, ` 1:${FAR}: ${FAR}`)
const fillOwner = (owner: string, from: number, to: number) =>
  sql`insert into private_changes (owner, source, changed_xid)
    select ${owner}, 'projects', at::text::xid8 from generate_series(${from}::int, ${to}::int) as at`

test.each(['pri_cat', '*'])(
  'a mark whose principal has more changes than a pull reads is compared in full, even when it has seen them: %s',
  async (owner) => {
    const CAT = 'pri_cat' as PrincipalId
    await sql`delete from private_changes where owner = '*'`
    const mark = seenAll((await freshDevice(lane, CAT)).mark)
    await fillOwner(owner, 1, MAX_PER_OWNER - 1)
    expect(await lane.pull(CAT, { mark })).toBeUndefined()
    await fillOwner(owner, MAX_PER_OWNER, MAX_PER_OWNER)
    expect((await lane.pull(CAT, { mark }))?.differ).toHaveLength(privateCollections.length)
    await sql`delete from private_changes where owner = ${owner}`
  },
)

const vote = (principalId: PrincipalId, from: number, to: number) =>
  sql.begin(async (tx) => {
    // Without foreign keys, and without the trigger that records a change.
    await tx`set local session_replication_role = replica`
    await tx`insert into project_votes (project_id, user_id, principal_id)
      select 'prj_' || at, 'usr_voter', ${principalId} from generate_series(${from}::int, ${to}::int) as at`
  })

test('for a voter whose projects have more changes than a pull reads, the votes are compared', async () => {
  const DAN = 'pri_dan' as PrincipalId
  const mark = seenAll((await freshDevice(lane, DAN)).mark)
  await vote(DAN, 1, 2)
  await fillOwner('project:prj_1', 1, MAX_VOTES - 2)
  expect(await lane.pull(DAN, { mark })).toBeUndefined()
  await fillOwner('project:prj_2', 1, 2)
  expect((await lane.pull(DAN, { mark }))?.differ).toEqual(['votes'])
  await sql`delete from private_changes where owner like 'project:%'`
  await sql`delete from project_votes`
})

test('for a voter with more votes than a pull looks up, the votes are compared', async () => {
  const EVE = 'pri_eve' as PrincipalId
  const mark = seenAll((await freshDevice(lane, EVE)).mark)
  await vote(EVE, 1, MAX_VOTES - 1)
  expect(await lane.pull(EVE, { mark })).toBeUndefined()
  await vote(EVE, MAX_VOTES, MAX_VOTES)
  expect((await lane.pull(EVE, { mark }))?.differ).toEqual(['votes'])
  await sql`delete from project_votes`
})

test('a change of a project moves the marks of its voters', async () => {
  const FAY = 'pri_fay' as PrincipalId
  await vote(FAY, 1, 3)
  const { mark } = await freshDevice(lane, FAY)
  await sql`insert into private_changes (owner, source) values ('project:prj_2', 'projects'), ('project:prj_4', 'tickets')`
  const differ = (await lane.pull(FAY, { mark }))?.differ
  expect(differ).toContain('votes')
  expect(differ).not.toContain('tickets')
  await sql`delete from private_changes where owner like 'project:%'`
  await sql`delete from project_votes`
})

test('a look-up reads few rows for every principal and mark, even when most of the tables belongs to few principals', async () => {
  const MANY = 'pri_many' as PrincipalId
  const projects = ['project:prj_1', 'project:prj_2', 'project:prj_3', 'project:prj_4']
  for (const owner of [MANY, '']) await fillOwner(owner, 1, 20_000)
  for (const owner of projects) await fillOwner(owner, 1, 5000)
  await vote(MANY, 1, 10_000)
  await sql`analyze private_changes, project_votes`
  const countRead = async (tx: Transaction) => {
    const [row] = await tx.execute<{ count: string }>(fragment`select sum(seq_tup_read + idx_tup_fetch) as count
      from pg_stat_xact_user_tables where relname in ('private_changes', 'project_votes')`)
    return Number(row?.count)
  }
  const readFor = (principalId: PrincipalId) =>
    db.transaction(async (tx) => {
      const seen = { xmin: 1n, xmax: 1n, open: [] }
      const mark: Mark = { principalId, comparedAt: clock.ms, until: undefined, seen, horizon: FAR }
      const before = await countRead(tx)
      expect(await readChangesIn(tx, mark)).toMatchObject({ isPruned: true })
      return (await countRead(tx)) - before
    })
  const maxRows = MAX_LOOKED_UP + 2 * MAX_PER_OWNER + 2 * MAX_VOTES
  const read = [await readFor(MANY), await readFor(ADA)]
  await sql`delete from private_changes where owner in ${sql([MANY, '', ...projects])}`
  await sql`delete from project_votes`
  for (const count of read) expect(count).toBeLessThanOrEqual(maxRows)
})
