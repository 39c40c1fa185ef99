import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, rateBuckets } from '#drizzle/schema/index.ts'
import type { AdminTicket } from '#shared/help/team.ts'
import type { AdminIntro } from '#shared/review/intros.ts'
import { makeAdmin } from '#tests/support/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listInvestor } from '#tests/support/money.ts'
import { startInvestor } from '#tests/support/owners.ts'
import { verifiedMember } from '#tests/support/projects.ts'

const app = await startTestApp()
const { db } = app.database
const chief = await verifiedMember(app)
await makeAdmin(app, chief)

test('a flood of introductions of guests, all older, hides none of a person who proved an address', async () => {
  const investor = await listInvestor(db, { isVerified: false })
  const ada = await verifiedMember(app)
  await ada.post('/api/vc-request', { vcId: investor, requestType: 'intro' })
  await db.execute(sql`
    insert into vc_requests (id, vc_id, vc_type, request_type, principal_id, amount, day, created_at)
    select 'req_flood_' || n, ${investor}, 'airtable', 'intro', 'guest_' || n, 0, '2026-01-01', now() - interval '2 days'
    from generate_series(1, 520) n`)
  const asked = (await chief.get<AdminIntro[]>('/api/admin/intros')).body
  expect(asked).toHaveLength(500)
  expect(asked.some((one) => one.founder.email === ada.user.email)).toBe(true)
})

test('a flood of tickets of guests, all due sooner, hides none of a person who proved an address', async () => {
  const ada = await verifiedMember(app)
  const { body } = await ada.post<{ ticketId: string }>('/api/support', {
    name: 'Ada Member',
    email: ada.user.email,
    subject: 'Nothing opens',
    category: 'technical',
    message: 'The page stays white on my phone.',
  })
  await db.execute(sql`
    insert into tickets (id, kind, principal_id, message, reply_due_at)
    select 'tkt_flood_' || n, 'support', 'guest_' || n, 'Nothing opens', now() - interval '2 days' from generate_series(1, 600) n`)
  const asked = (await chief.get<AdminTicket[]>('/api/admin/tickets')).body
  expect(asked.length).toBeLessThan(600)
  expect(asked.some(({ id }) => id === body.ticketId)).toBe(true)
})

test('an owner whose listing waits fills the audit log no faster than one whose listing is shown', async () => {
  await db.delete(rateBuckets)
  const strict = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.1' } })
  const eve = await startInvestor(strict, { isVerified: false, reviewStatus: 'pending' })
  const before = await db.$count(auditLog)
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) {
    const path = `/api/vcs/${eve.listing}`
    statuses.push((await eve.post(path, { price: 5_000 + at * 100 }, { method: 'PATCH' })).status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8)
  expect((await db.$count(auditLog)) - before).toBeLessThanOrEqual(12)
})

test('tokens of a calendar, kept and forgotten again and again, are lines of the audit log, and no more of them than others', async () => {
  await db.delete(rateBuckets)
  const strict = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.1' } })
  const eve = await startInvestor(strict)
  const before = await db.$count(auditLog)
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) {
    const token = at % 2 ? null : `token-${at}-of-a-calendar-long-enough`
    statuses.push((await eve.post(`/api/vcs/${eve.listing}/calendar`, { token }, { method: 'PUT' })).status)
  }
  expect(statuses.slice(0, 12)).toEqual(Array(12).fill(200))
  expect(statuses.slice(12)).toEqual(Array(8).fill(429))
  expect((await db.$count(auditLog)) - before).toBe(12)
})
