import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rateLimits } from '#drizzle/schema/index.ts'
import type { AdminApplication } from '#shared/admin/applications.ts'
import { MAX_REPORTS, MAX_TURNED_DOWN, MAX_WAITING } from '#shared/admin/bounds.ts'
import type { AdminIntro } from '#shared/admin/intros.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import { type AdminTicket, MAX_MESSAGES } from '#shared/help/admin.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { startInvestor } from '#tests/support/actors/listings.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { addProject, verifiedMember, verifyEmail } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import { countAuditEntries } from '#tests/support/state/audit.ts'

const app = await startTestApp()
const { db } = app.database
const chief = await verifiedMember(app)
await grantAdmin(app, chief)

test('a flood of older introductions of guests hides none of a user with a proven address', async () => {
  const investor = await listInvestor(db, { isVerified: false })
  const ada = await verifiedMember(app)
  await ada.post('/api/vc-request', { vcId: investor, requestType: 'intro' })
  await db.execute(sql`
    insert into vc_requests (id, vc_id, vc_type, request_type, principal_id, amount, day, created_at)
    select 'req_flood_' || n, ${investor}, 'airtable', 'intro', 'guest_' || n, 0, '2026-01-01', now() - interval '2 days'
    from generate_series(1, 520) n`)
  const queue = (await chief.get<AdminIntro[]>('/api/admin/intros')).body
  expect(queue).toHaveLength(500)
  expect(queue.some((one) => one.founder.email === ada.user.email)).toBe(true)
})

test('a flood of more urgent tickets of guests hides none of a user with a proven address', async () => {
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
  const queue = (await chief.get<AdminTicket[]>('/api/admin/tickets')).body
  expect(queue.length).toBeLessThan(600)
  expect(queue.some(({ id }) => id === body.ticketId)).toBe(true)
})

test('a flood of older applications without a proven address hides none of a user with one', async () => {
  const ada = await app.member({ userType: 'vc' })
  await verifyEmail(db, ada.user)
  const applied = await ada.post<{ id: string }>('/api/vcs', sampleApplication({ partnerName: 'Ada Waits' }))
  expect(applied.status).toBe(200)
  for (const [kind, review] of [
    ['wait', sql`false, 'pending', null`],
    ['shut', sql`false, 'rejected', null`],
    ['live', sql`true, 'approved', null`],
    ['void', sql`false, 'revoked', now() - interval '9 years'`],
  ] as const) {
    const count = { wait: 300, shut: 300, live: 150, void: 1 }[kind]
    await db.execute(sql`insert into users (id, email, first_name, last_name)
      select 'usr_' || ${kind} || n, ${kind} || n || '@example.com', 'F', 'F' from generate_series(1, ${count}::int) n`)
    await db.execute(sql`
      insert into vcs (id, user_id, fund_name, partner_name, bio, submitted_at, updated_at, is_verified, review_status, claim_revoked_at)
      select 'vc_' || ${kind} || n, 'usr_' || ${kind} || n, 'Fund', 'Partner', repeat('x', 4000), now() - interval '2 days',
        ${kind === 'void' ? '2019-01-01' : '2020-01-01'}::timestamptz, ${review} from generate_series(1, ${count}::int) n`)
  }
  const listed = (await chief.get<AdminApplication[]>('/api/admin/vcs')).body
  const ofKind = (kind: string) => listed.filter(({ id }) => id.startsWith(`vc_${kind}`)).length
  expect([ofKind('wait'), ofKind('shut') + ofKind('void')]).toEqual([MAX_WAITING - 1, MAX_TURNED_DOWN])
  expect([ofKind('live'), ofKind('void')]).toEqual([150, 1])
  expect(listed.some(({ id }) => id === applied.body.id)).toBe(true)
})

test('a flood of older reports of guests hides none of a user with a proven address, nor a pending project', async () => {
  const id = await addProject(db)
  const ada = await verifiedMember(app)
  await db.execute(sql`
    insert into project_reports (id, project_id, principal_id, reason, text, created_at, updated_at)
    select 'rep_flood_' || n, ${id}, 'guest_' || n, 'scam', 'x', now() - interval '2 days', now() from generate_series(1, 300) n`)
  expect((await ada.post(`/api/projects/${id}/report`, { reason: 'scam', text: 'They ask for seed phrases.' })).status).toBe(200)
  await db.execute(sql`
    insert into projects (id, company_name, status, is_published, published_at)
    select 'prj_flood_' || n, 'Flood', 'under review', true, now() - interval '2 days' from generate_series(1, 300) n`)
  const listed = (await chief.get<AdminProject[]>('/api/admin/projects')).body
  expect(listed.filter(({ status }) => status === 'under review').length).toBeLessThanOrEqual(MAX_WAITING)
  const seen = listed.find((one) => one.id === id)
  expect(seen?.reports).toHaveLength(MAX_REPORTS)
  expect(seen?.reports.some(({ text }) => text === 'They ask for seed phrases.')).toBe(true)
  // A decision covers the reports that the list shows.
  const decision = { status: 'verified', version: seen?.version }
  expect((await chief.post(`/api/admin/projects/${id}`, decision, { method: 'PATCH' })).status).toBe(200)
})

test('a report of a user with a proven address is not decided unread, even after many harmless ones', async () => {
  const id = await addProject(db)
  const accomplices = await Promise.all(Array.from({ length: MAX_REPORTS }, () => verifiedMember(app)))
  for (const one of accomplices) await one.post(`/api/projects/${id}/report`, { reason: 'spam', text: 'Too colourful.' })
  await app.visitor().post(`/api/projects/${id}/report`, { reason: 'spam', text: 'Of a guest.' })
  const ada = await verifiedMember(app)
  await ada.post(`/api/projects/${id}/report`, { reason: 'scam', text: 'They ask for seed phrases.' })
  const reported = async () => (await chief.get<AdminProject[]>('/api/admin/projects')).body.find((one) => one.id === id)
  const decision = { status: 'verified', version: (await reported())?.version }
  expect((await chief.post(`/api/admin/projects/${id}`, decision, { method: 'PATCH' })).status).toBe(200)
  expect((await reported())?.reports.map(({ text }) => text)).toEqual(['They ask for seed phrases.'])
})

test('the team sees the latest messages of a ticket, even if its author writes without end', async () => {
  await db.execute(
    sql`insert into tickets (id, kind, principal_id, message, reply_due_at)
    values ('tkt_long', 'support', 'guest_long', 'First', now() - interval '9 days')`,
  )
  await db.execute(sql`
    insert into ticket_messages (id, ticket_id, "from", text, created_at)
    select 'tms_' || n, 'tkt_long', 'author', 'message ' || n, now() - interval '1 day' + n * interval '1 minute'
    from generate_series(1, 90) n`)
  const ticket = (await chief.get<AdminTicket[]>('/api/admin/tickets')).body.find(({ id }) => id === 'tkt_long')
  expect(ticket?.messages.map(({ text }) => text)).toEqual(
    Array.from({ length: MAX_MESSAGES }, (_, at) => `message ${91 - MAX_MESSAGES + at}`),
  )
})

test('an owner of a pending listing fills the audit log no faster than the owner of a public one', async () => {
  await db.delete(rateLimits)
  const strict = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.1' } })
  const eve = await startInvestor(strict, { isVerified: false, reviewStatus: 'pending' })
  const before = await countAuditEntries(db)
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) {
    const path = `/api/vcs/${eve.listing}`
    statuses.push((await eve.post(path, { price: 5_000 + at * 100 }, { method: 'PATCH' })).status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8)
  expect((await countAuditEntries(db)) - before).toBeLessThanOrEqual(12)
})

test('repeatedly stored and deleted calendar tokens are audited, and are rate-limited like other entries', async () => {
  await db.delete(rateLimits)
  const strict = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.1' } })
  const eve = await startInvestor(strict)
  const before = await countAuditEntries(db)
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) {
    const token = at % 2 ? null : `token-${at}-of-a-calendar-long-enough`
    statuses.push((await eve.post(`/api/vcs/${eve.listing}/calendar`, { token }, { method: 'PUT' })).status)
  }
  expect(statuses.slice(0, 12)).toEqual(Array(12).fill(200))
  expect(statuses.slice(12)).toEqual(Array(8).fill(429))
  expect((await countAuditEntries(db)) - before).toBe(12)
})
