import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { vcUnlocks } from '#drizzle/schema/index.ts'
import { historyRoutes } from '#server/features/history/routes.ts'
import { meterReplies } from '#server/http/replies/reply-meter.ts'
import type { Identity } from '#server/http/session.ts'
import type { MyHistory } from '#shared/history/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp()
const { db } = app.database

test('a founder’s history has the requests and unlocks of that account only', async () => {
  const ada = await app.member()
  const eve = await app.member()
  const vcId = await listInvestor(db, { name: 'Grace Listed' })
  await grantContact(db, ada.user.principalId, vcId)
  await grantContact(db, ada.user.principalId, 'recGone' as VcId)
  const reply = await ada.post('/api/vc-request', {
    vcId,
    vcType: 'airtable',
    requestType: 'intro',
    message: 'Hello',
    founderEmail: ada.user.email,
  })
  expect(reply.status).toBe(200)

  const { body, headers } = await ada.get<MyHistory>('/api/my-history')
  expect(headers.get('cache-control')).toContain('no-store')
  const entry = { id: expect.any(String), createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }
  expect(body.requests).toMatchObject([{ ...entry, vcName: 'Grace Listed' }])
  expect(body.unlocks).toMatchObject([entry, entry])
  expect(body.unlocks.map(({ vcName }) => vcName).sort()).toEqual(['Grace Listed', null])
  expect(JSON.stringify(body)).not.toMatch(/grace@|@grace_listed/)
  expect((await eve.get<MyHistory>('/api/my-history')).body).toEqual({ requests: [], unlocks: [] })
  expect((await app.visitor().get('/api/my-history')).status).toBe(401)

  await db.update(vcUnlocks).set({ status: 'refunded' }).where(eq(vcUnlocks.vcId, vcId))
  expect((await ada.get<MyHistory>('/api/my-history')).body.unlocks).toHaveLength(2)
})

test('a history has the latest requests up to a limit, and counts by its size', async () => {
  const ada = await app.member()
  const { principalId } = ada.user
  await db.execute(sql`insert into vc_requests (id, vc_id, vc_type, principal_id, request_type, amount, day, created_at)
    select 'req_many' || n, 'rec' || n, 'airtable', ${principalId}, 'intro', 0, '2026-11-21', now() - make_interval(secs => n)
    from generate_series(1, 2003) n`)
  const { requests } = (await ada.get<MyHistory>('/api/my-history')).body
  expect([requests.length, requests[0]?.id, requests.at(-1)?.id]).toEqual([2000, 'req_many1', 'req_many2000'])

  const caller = { account: { principalId }, principalId }
  const identity = { findCaller: async () => caller, requireOwner: async () => undefined } as unknown as Identity
  let calls = 0
  const request = new Request('http://localhost/api/my-history')
  meterReplies(request, (more) => {
    calls += more
  })
  const reply = await historyRoutes({ db, now: () => new Date(), identity }).handle(request)
  expect(await reply.text()).toContain('req_many1')
  expect(calls).toBeGreaterThan(8)
})
