import { expect, test } from 'vitest'
import { principals, vcRequests, vcs } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { createColdInvestors } from '#server/features/cold-scout/funds.ts'
import { createPlatform } from '#server/features/directory/platform-investors-api.ts'
import { createTop } from '#server/features/directory/stats/read-stats.ts'
import { refreshStats } from '#server/features/directory/stats/refresh-stats.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'
import { eventually } from '#tests/support/runner/eventually.ts'

const app = await startTestApp({ database: await soleDatabase() })
const { db, sql } = app.database

/** An answer that is returned twice: while a job of the app writes, each answer has another state. */
const twice = <Answer>(ask: () => Promise<Answer>) =>
  eventually(async () => {
    const answer = await ask()
    expect(await ask()).toBe(answer)
    return answer
  })

test('the list of platform investors is built once for each change and filter, and shows every change', async () => {
  await db.insert(vcs).values({ id: 'vc_1' as VcId, fundName: 'Fund', partnerName: 'Ada', isVerified: true, stage: ['Seed'] })
  const listed = createPlatform(db)
  const platform = async (filter: Parameters<typeof listed>[0]) => (await listed(filter)).answer
  const first = await twice(() => platform({}))
  const filtered = await platform({ stage: 'Seed' })
  expect(filtered).not.toBe(first)
  expect(await platform({ stage: 'Seed' })).toBe(filtered)
  // An application does not change public data.
  await sql`insert into vcs (id, fund_name, partner_name) values ('vc_waits', 'Fund', 'Waits')`
  await sql`delete from vcs where id = 'vc_waits'`
  expect(await platform({})).toBe(first)

  const names = async (query = '') =>
    (await app.visitor().get<{ partnerName: string }[]>(`/api/vcs${query}`)).body.map(({ partnerName }) => partnerName)
  expect([await names(), await names('?stage=Seed'), await names('?stage=Nothing')]).toEqual([['Ada'], ['Ada'], []])
  await sql`update vcs set partner_name = 'Bo' where id = 'vc_1'`
  expect([await names(), await names('?stage=Seed')]).toEqual([['Bo'], ['Bo']])
  await sql`update vcs set is_active = false where id = 'vc_1'`
  expect(await names()).toEqual([])
})

test('the list of cold funds is built once for each change, for all users who unlocked none of their people', async () => {
  await sql`insert into cold_investors (id, fund_name, fund_slug) values ('cold_1', 'Cold', 'cold')`
  const funds = createColdInvestors({ db, now: () => new Date() })
  const first = await twice(() => funds(undefined))
  await sql`insert into decision_makers (id, cold_investor_id, position, role, full_name) values ('dm_1', 'cold_1', 0, 'Partner', 'Ada Low')`
  const second = await funds(undefined)
  expect(second).not.toBe(first)
  expect((await app.visitor().get('/api/cold-investors')).body).toMatchObject([{ decisionMakers: [{ id: 'dm_1' }] }])
})

/** Inserts requests of as many principals for an investor; requests with such ids count without a payment. */
async function requestedBy(vcId: VcId, people: number) {
  const requesters = Array.from({ length: people }, () => ({ id: newId<PrincipalId>('pri'), kind: 'guest' as const }))
  await db.insert(principals).values(requesters)
  await db.insert(vcRequests).values(
    requesters.map(({ id }) => ({
      ...{ id: `req_demo_${id}`, vcId, vcType: 'platform' as const, principalId: id },
      ...{ tags: ['AI'], requestType: 'unlock' as const, amount: cents(50), day: '2026-11-01' },
    })),
  )
  await refreshStats({ db, now: () => new Date() })
}

test('the leaderboard is built once for each change, and contains public investors only', async () => {
  const id = 'vc_top' as VcId
  await db.insert(vcs).values({ id, fundName: 'Fund', partnerName: 'Top', isVerified: true })
  await requestedBy(id, 10)
  const top = createTop(db)
  const first = await twice(top)
  const ids = async () => (await app.visitor().get<{ vcId: string }[]>('/api/top-vcs')).body.map(({ vcId }) => vcId)
  expect(await ids()).toContain(id)
  await requestedBy(id, 1)
  expect(await top()).not.toBe(first)
  await sql`update vcs set is_active = false where id = ${id}`
  expect(await ids()).not.toContain(id)
})

test('the OpenAPI document is generated and compressed once, and revalidated by its ETag', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${app.url}/api/openapi.json`, { headers })
  const first = await ask({ 'accept-encoding': 'gzip' })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(Object.keys(((await first.json()) as { paths: object }).paths).length).toBeGreaterThan(50)
  expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
})
