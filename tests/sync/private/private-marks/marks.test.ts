import { expect, test } from 'vitest'
import { MAX_AGE_MS } from '#server/sync/private/private-mark.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { privateCollections } from '#shared/sync/collections.ts'
import { hashVersions } from '#shared/sync/have.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { openTransaction } from '#tests/support/database/transactions.ts'
import { ADA, BEN, setUp } from './setup.ts'

const { database, db, sql, read, clock, laneOf, lane, freshDevice, write } = await setUp()

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
  clock.ms += 25 * 60 * 60 * 1000
  expect(await isAsked()).toBe(privateCollections.length)
  clock.ms = Date.now()
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
  clock.ms += MAX_AGE_MS + 1000
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
  clock.ms = (Math.floor(clock.ms / 86_400_000) + 1) * 86_400_000
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
