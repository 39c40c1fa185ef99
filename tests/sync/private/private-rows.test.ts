import { expect, test } from 'vitest'
import { vcs } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { createDevice, directoryLane } from '#tests/support/actors/directory.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

const database = await soleDatabase()
const { db, sql } = database
const lane = directoryLane(database)

const vc = { fundName: 'Fund', partnerName: 'Partner' }
const addInvestor = (id: string, isVerified: boolean) => db.insert(vcs).values({ id: id as VcId, ...vc, isVerified })

type Put = { put: Record<string, { id: string }[]>; del: Record<string, string[]> }

/** The ids that a delta names, by collection. */
async function named(cursor: { epoch: string; since: string }) {
  const { put, del } = (await lane.pull(cursor)) as Put
  const ids = Object.entries(put).map(([collection, docs]) => [collection, docs.map(({ id }) => id)])
  return { put: Object.fromEntries(ids), del }
}

/** What the public lane returns for some work, and how often it pokes. */
async function watched(work: () => Promise<unknown>) {
  const topics: string[] = []
  const device = createDevice(lane)
  await device.pull()
  await device.pull()
  expect(await named(device.cursor())).toEqual({ put: {}, del: {} })
  const listening = await sql.listen('latchkey_sync', (topic) => void topics.push(topic))
  await work()
  await sql`select pg_notify('latchkey_sync', 'last')`
  await eventually(() => expect(topics).toContain('last'))
  await listening.unlisten()
  return {
    response: { pokes: topics.filter((topic) => topic !== 'last'), ...(await named(device.cursor())) },
    cursor: device.cursor(),
  }
}

const nothing = { pokes: [], put: {}, del: {} }
const twice = ['directory', 'directory']

test('an unpublished project pokes no device, and its id reaches none', async () => {
  const { response } = await watched(async () => {
    await addProject(db, { id: 'prj_draft' as never, isPublished: false })
    await sql`update projects set company_name = 'Secret' where id = 'prj_draft'`
    await sql`update projects set vote_count = 3 where id = 'prj_draft'`
    await sql`delete from projects where id = 'prj_draft'`
  })
  expect(response).toEqual(nothing)
})

test('a pending application pokes no device, and its id reaches none', async () => {
  const { response } = await watched(async () => {
    await addInvestor('vc_pending', false)
    await sql`update vcs set bio = 'Waiting' where id = 'vc_pending'`
    await sql`update vcs set is_active = false where id = 'vc_pending'`
    await sql`update vcs set is_active = true, is_verified = false, bio = 'Rejected' where id = 'vc_pending'`
    await sql`delete from vcs where id = 'vc_pending'`
  })
  expect(response).toEqual(nothing)
})

test('a save that changes no public field pokes no device', async () => {
  await addProject(db, { id: 'prj_same' as never })
  await addInvestor('vc_same', true)
  const { response } = await watched(async () => {
    await sql`update projects set company_name = company_name, updated_at = now() + interval '1 minute' where id = 'prj_same'`
    await sql`update vcs set bio = bio, updated_at = now() + interval '1 minute' where id = 'vc_same'`
  })
  expect(response).toEqual(nothing)
})

test('a public row that changes pokes the devices, and a removed one is named by its id', async () => {
  await addProject(db, { id: 'prj_public' as never })
  await addInvestor('vc_public', true)
  const changed = await watched(async () => {
    await sql`update projects set vote_count = 1 where id = 'prj_public'`
    await sql`update vcs set bio = 'New' where id = 'vc_public'`
  })
  const ids = { projects: ['prj_public'], investors: ['vc_public'] }
  expect(changed.response).toEqual({ pokes: twice, put: ids, del: {} })

  const left = await watched(async () => {
    await sql`update projects set is_published = false where id = 'prj_public'`
    await sql`update vcs set is_active = false where id = 'vc_public'`
  })
  expect(left.response).toEqual({ pokes: twice, put: {}, del: ids })

  const later = await watched(async () => {
    await sql`update projects set company_name = 'Hidden' where id = 'prj_public'`
    await sql`update vcs set bio = 'Hidden' where id = 'vc_public'`
  })
  expect(later.response).toEqual(nothing)
  await sql`delete from projects where id = 'prj_public'`
  await sql`delete from vcs where id = 'vc_public'`
  expect(await named(left.cursor)).toEqual({ put: {}, del: ids })
})

test('a device that missed a removal receives it, although the row was written again as a private one', async () => {
  await addProject(db, { id: 'prj_again' as never })
  const { cursor } = await watched(async () => undefined)
  await sql`delete from projects where id = 'prj_again'`
  await addProject(db, { id: 'prj_again' as never, isPublished: false })
  expect(await named(cursor)).toEqual({ put: {}, del: { projects: ['prj_again'] } })
  await sql`update projects set is_published = true where id = 'prj_again'`
  expect(await named(cursor)).toEqual({ put: { projects: ['prj_again'] }, del: {} })
})

test('an edit that changes nothing pokes no owner of a contact', async () => {
  await addInvestor('vc_held', true)
  await sql`insert into principals (id, kind) values ('prn_holder', 'guest')`
  await grantContact(db, 'prn_holder' as never, 'vc_held' as VcId)
  const { response } = await watched(() => sql`update vcs set bio = bio, updated_at = now() where id = 'vc_held'`)
  expect(response).toEqual(nothing)
  const changed = await watched(() => sql`update vcs set email = 'new@fund.example' where id = 'vc_held'`)
  expect(changed.response.pokes).toContain('me:prn_holder')
})

test('a stamp from the future on a row that is no longer public is repaired too', async () => {
  await addProject(db, { id: 'prj_future' as never })
  await sql`alter table projects disable trigger sync_stamp`
  await sql`update projects set changed_xid = '900000000000', is_published = false where id = 'prj_future'`
  await sql`alter table projects enable trigger sync_stamp`
  await directoryLane(database).mendStamps()
  const [row] = await sql<{ stamp: string }[]>`select changed_xid::text as stamp from projects where id = 'prj_future'`
  expect(BigInt(row?.stamp ?? 0)).toBeLessThan(900_000_000_000n)
})

test('no cursor, however old, reveals an id that was never public', async () => {
  await addProject(db, { id: 'prj_never' as never, isPublished: false })
  await addInvestor('vc_never', false)
  const { cursor } = await watched(async () => undefined)
  const { del } = await named({ ...cursor, since: '0' })
  expect(
    Object.values(del)
      .flat()
      .filter((id) => id.endsWith('_never')),
  ).toEqual([])
})
