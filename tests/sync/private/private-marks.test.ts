import { sql as fragment } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { principals } from '#drizzle/schema/index.ts'
import type { Transaction } from '#server/database/client.ts'
import { createPrivateLane } from '#server/sync/private/private-lane.ts'
import {
  MAX_AGE_MS,
  type Mark,
  MOST_LOOKED_UP,
  MOST_OF_OWNER,
  MOST_OF_VOTES,
  readChangesIn,
} from '#server/sync/private/private-mark.ts'
import { createPrivateMarks } from '#server/sync/private/private-marks.ts'
import { sourcesOf } from '#server/sync/private/private-source.ts'
import { prunePrivateChanges } from '#server/sync/queries.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import { type Have, hashVersions } from '#shared/sync/have.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { addListings, listing } from '#tests/support/actors/directory.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { testModules } from '#tests/support/modules.ts'

const database = await testDatabase()
const { db, sql } = database
const { privateCollections: privateInputs } = await testModules(database)
const real = sourcesOf(privateInputs)
const read: string[] = []
const sources = Object.fromEntries(
  privateCollections.map((collection) => [
    collection,
    (...args: Parameters<(typeof real)['notes']>) => {
      read.push(collection)
      return real[collection](...args)
    },
  ]),
) as unknown as typeof real

let now = Date.now()
const laneOf = (rules = 'rules', of = sql) => {
  const marks = createPrivateMarks({ sql: of, rules: () => rules, now: () => now })
  return createPrivateLane({ db, sources, marked: { marks, inputs: privateInputs } })
}
const lane = laneOf()
const ADA = 'pri_ada' as PrincipalId
const BEN = 'pri_ben' as PrincipalId

const NOTHING: Have = Object.fromEntries(privateCollections.map((collection) => [collection, {}]))
const versionsIn = ({ put }: PrivateDelta): Have => ({
  ...NOTHING,
  ...Object.fromEntries(
    Object.entries(put).map(([name, docs]) => [name, Object.fromEntries(docs.map(({ id, version }) => [id, version]))]),
  ),
})

/** A device that has just pulled everything. */
async function freshDevice(of = lane, principalId = ADA) {
  const delta = await of.pull(principalId, { mark: '', have: NOTHING })
  if (!delta?.mark) throw new Error('The server gave no mark.')
  return { mark: delta.mark, have: versionsIn(delta) }
}
const write = (text: string, contactId = 'rec1') =>
  sql`insert into contact_notes (principal_id, contact_id, text) values (${ADA}, ${contactId}, ${text})
    on conflict (principal_id, contact_id) do update set text = excluded.text`

beforeAll(async () => {
  await db.insert(principals).values([
    { id: ADA, kind: 'guest' },
    { id: BEN, kind: 'guest' },
  ])
  await addListings(db, listing('rec1'), listing('rec2'))
  await grantContact(db, ADA, 'rec1' as VcId)
  await write('Met in the hall')
})
beforeEach(() => {
  now = Date.now()
  read.length = 0
})

test('a pull with a mark and nothing new reads no document and writes no row', async () => {
  const { mark } = await freshDevice()
  read.length = 0
  const [before] = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`
  expect(await lane.pull(ADA, { mark })).toBeUndefined()
  expect(read).toEqual([])
  expect((await sql`select from private_changes where changed_xid >= ${before?.xmax}::xid8`).length).toBe(0)
  await write('Of somebody else', 'rec2')
  await sql`insert into contact_notes (principal_id, contact_id, text) values (${BEN}, 'rec1', 'Of Ben')`
  const [left] = await Promise.all([lane.pull(ADA, { mark })])
  expect(left?.differ).toEqual(['notes'])
})

test('only collections fed by a changed table are read, and the response has the next mark', async () => {
  const { mark, have } = await freshDevice()
  await write('Again')
  read.length = 0
  expect(await lane.pull(ADA, { mark })).toEqual({ put: {}, del: {}, differ: ['notes'] })
  expect(read).toEqual([])
  const delta = await lane.pull(ADA, { mark, have: { notes: have.notes ?? {} } })
  expect(delta).toMatchObject({ put: { notes: [{ id: 'rec1', text: 'Again' }] }, del: {}, mark: expect.any(String) })
  expect(read).toEqual(['notes'])
  expect(await lane.pull(ADA, { mark: delta?.mark as string })).toBeUndefined()
})

test('a collection with an equal hash is not compared by ids, and one with a different hash is requested', async () => {
  const { mark, have } = await freshDevice()
  const hashes = Object.fromEntries(privateCollections.map((name) => [name, hashVersions(have[name] ?? {})]))
  const same = await lane.pull(ADA, { mark: '', hashes })
  expect(same).toEqual({ put: {}, del: {}, mark: expect.any(String) })
  await write('Another')
  expect(await lane.pull(ADA, { mark, hashes })).toEqual({ put: {}, del: {}, differ: ['notes'] })
})

test('a collection that the device doubts is compared, although no mark moved', async () => {
  const { mark, have } = await freshDevice()
  const args = { mark, doubtful: ['notes', 'ofTheFuture'], have: { notes: { gone: 0 } } }
  const delta = await lane.pull(ADA, args)
  expect(delta).toMatchObject({ del: { notes: ['gone'] }, mark: expect.any(String) })
  expect(delta?.put.notes).toHaveLength(Object.keys(have.notes ?? {}).length)
})

test('a change that was not committed when the mark was read moves it once it is committed', async () => {
  const late = await openTransaction(database)
  await late.write((tx) => tx`update contact_notes set text = 'Late' where principal_id = ${ADA} and contact_id = 'rec1'`)
  await sql`insert into saved_investors (principal_id, vc_id) values (${ADA}, 'rec1')`
  const { mark } = await freshDevice()
  expect(await lane.pull(ADA, { mark })).toBeUndefined()
  await late.end('commit')
  expect((await lane.pull(ADA, { mark }))?.differ).toEqual(['notes'])
})

test('a change of a contact during its purchase moves the mark of its buyer, in either commit order', async () => {
  const change = await openTransaction(database)
  // It looks up the owners of the contact before it can see the purchase.
  await change.write((tx) => tx`update directory_investors set name = 'Renamed' where id = 'rec2'`)
  await grantContact(db, ADA, 'rec2' as VcId)
  const { mark, have } = await freshDevice()
  await change.end('commit')
  const delta = await lane.pull(ADA, { mark, have })
  expect(delta?.put.contacts).toMatchObject([{ id: 'rec2', name: 'Renamed' }])
})

test('a transaction id reused after a crash was not seen by a mark', async () => {
  // Rolled back, so the id may never have reached the disk: after a crash the next transaction gets it.
  const rolledBack = await openTransaction(database)
  let xid = ''
  await rolledBack.write(async (tx) => {
    xid = (await tx`select pg_current_xact_id()::text as xid`)[0]?.xid
  })
  await rolledBack.end('rollback')
  const { mark } = await freshDevice()
  expect(await lane.pull(ADA, { mark })).toBeUndefined()
  await sql`insert into private_changes (owner, source, changed_xid) values (${ADA}, 'contact_notes', ${xid}::xid8)`
  expect((await lane.pull(ADA, { mark }))?.differ).toEqual(['notes'])
})

test('a mark is valid for its principal, its cluster, its code and one day only', async () => {
  const { mark } = await freshDevice()
  const isAsked = async (of = lane, principalId = ADA) => ((await of.pull(principalId, { mark }))?.differ ?? []).length
  expect(await isAsked(lane, BEN)).toBe(privateCollections.length)
  expect(await isAsked(laneOf('other rules'))).toBe(privateCollections.length)
  now += 25 * 60 * 60 * 1000
  expect(await isAsked()).toBe(privateCollections.length)
  now = Date.now()
  expect(await isAsked()).toBe(0)
  await sql`update sync_state set epoch_seed = gen_random_uuid()::text`
  expect(await isAsked()).toBe(privateCollections.length)
})

test.each([
  ['9223372036854775807:9223372036854775808:', '9223372036854775808'],
  ['9223372036854775800:9223372036854775808:9223372036854775801', '9223372036854775808'],
  ['1:4294967296:', '4294967296'],
  ['8589934592:8589934593:', '8589934593'],
])('a forged mark that the database cannot parse fails no pull of others: %s', async (snapshot, horizon) => {
  const [ada, ben] = [await freshDevice(), await freshDevice(lane, BEN)]
  const invented = [...ben.mark.split(' ').slice(0, 5), snapshot, horizon].join(' ')
  // The first pull is in progress when the others arrive: those share one statement.
  const pulls = [ada.mark, invented, ada.mark].map((mark) => lane.pull(mark === invented ? BEN : ADA, { mark }))
  const [first, forged, shared] = await Promise.allSettled(pulls)
  expect([first, shared]).toEqual(Array(2).fill({ status: 'fulfilled', value: undefined }))
  expect(forged).toMatchObject({ status: 'fulfilled', value: { differ: expect.arrayContaining(['notes']) } })
})

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

test('a mark whose horizon spans more changes than a pull looks up is compared in full', async () => {
  const { mark } = await freshDevice()
  const far = mark.replace(/\d+$/, String(2n ** 62n))
  const [next] = await sql<{ xid: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`
  const fill = (from: number, to: number) =>
    sql`insert into private_changes (owner, source, changed_xid)
      select '', 'contact_notes', (${next?.xid ?? ''}::bigint + at)::text::xid8 from generate_series(${from}::int, ${to}::int) as at`
  await fill(1, MOST_LOOKED_UP - 1)
  expect((await lane.pull(ADA, { mark: far }))?.differ).toEqual(['notes'])
  await fill(MOST_LOOKED_UP, MOST_LOOKED_UP)
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
    await fillOwner(owner, 1, MOST_OF_OWNER - 1)
    expect(await lane.pull(CAT, { mark })).toBeUndefined()
    await fillOwner(owner, MOST_OF_OWNER, MOST_OF_OWNER)
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
  await fillOwner('project:prj_1', 1, MOST_OF_VOTES - 2)
  expect(await lane.pull(DAN, { mark })).toBeUndefined()
  await fillOwner('project:prj_2', 1, 2)
  expect((await lane.pull(DAN, { mark }))?.differ).toEqual(['votes'])
  await sql`delete from private_changes where owner like 'project:%'`
  await sql`delete from project_votes`
})

test('for a voter with more votes than a pull looks up, the votes are compared', async () => {
  const EVE = 'pri_eve' as PrincipalId
  const mark = seenAll((await freshDevice(lane, EVE)).mark)
  await vote(EVE, 1, MOST_OF_VOTES - 1)
  expect(await lane.pull(EVE, { mark })).toBeUndefined()
  await vote(EVE, MOST_OF_VOTES, MOST_OF_VOTES)
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
      const mark: Mark = { principalId, comparedAt: now, until: undefined, seen, horizon: FAR }
      const before = await countRead(tx)
      expect(await readChangesIn(tx, mark)).toMatchObject({ isPruned: true })
      return (await countRead(tx)) - before
    })
  const maxRows = MOST_LOOKED_UP + 2 * MOST_OF_OWNER + 2 * MOST_OF_VOTES
  const read = [await readFor(MANY), await readFor(ADA)]
  await sql`delete from private_changes where owner in ${sql([MANY, '', ...projects])}`
  await sql`delete from project_votes`
  for (const count of read) expect(count).toBeLessThanOrEqual(maxRows)
})

test('a mark of another principal, of no principal or of an old date costs no statement', async () => {
  const { mark } = await freshDevice()
  const sent: string[] = []
  const unsafe: typeof sql.unsafe = (text, ...more) => {
    sent.push(text)
    return sql.unsafe(text, ...more)
  }
  const of = laneOf('rules', Object.assign((...args: Parameters<typeof sql>) => sql(...args), sql, { unsafe }) as typeof sql)
  const isLookedUp = async (principalId: PrincipalId | undefined) => {
    sent.length = 0
    await of.pull(principalId, { mark })
    return sent.some((text) => text.includes('private_changes'))
  }
  expect(await isLookedUp(ADA)).toBe(true)
  expect(await isLookedUp(BEN)).toBe(false)
  expect(await isLookedUp(undefined)).toBe(false)
  now += MAX_AGE_MS + 1000
  expect(await isLookedUp(ADA)).toBe(false)
})

test('TRUNCATE moves the marks of all principals', async () => {
  const { mark } = await freshDevice()
  await sql`truncate contact_notes`
  expect((await lane.pull(ADA, { mark }))?.differ).toEqual(['notes'])
})

test('documents that change with time are compared when that time has come', async () => {
  await sql`insert into users (id, email) values ('usr_ada', 'ada@example.com')`
  await sql`insert into principals (id, kind, user_id) values ('pri_owner', 'account', 'usr_ada')`
  await sql`insert into vcs (id, user_id, fund_name, partner_name) values ('vc_ada', 'usr_ada', 'Moss', 'Ada')`
  const owner = 'pri_owner' as PrincipalId
  const { mark } = await freshDevice(lane, owner)
  expect(await lane.pull(owner, { mark })).toBeUndefined()
  now = (Math.floor(now / 86_400_000) + 1) * 86_400_000
  expect((await lane.pull(owner, { mark }))?.differ).toEqual(expect.arrayContaining(['listingFigures']))
})

test.each([
  ['nothing but spaces', '      '],
  ['a NUL', '\0 \0 \0 1 1 1:1: 1'],
  ['an invalid snapshot', (mark: string) => mark.replace(/ \d+:\d+:\S* /, ' 5:1: ')],
  ['an invalid principal', (mark: string) => mark.replace(ADA, "pri'")],
  ['an id beyond 64 bits', (mark: string) => mark.replace(/\d+$/, '9'.repeat(20))],
  ['one part more', (mark: string) => `${mark} 1`],
])('a mark with %s is invalid', async (_, made) => {
  const { mark } = await freshDevice()
  const args = typeof made === 'string' ? made : made(mark)
  expect(args).not.toBe(mark)
  expect((await lane.pull(ADA, { mark: args }))?.differ).toHaveLength(privateCollections.length)
})
