import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AdminProject } from '#shared/admin/projects.ts'
import { account } from '#tests/support/actors/account.ts'
import { atProvider, CARDS, intentOf, orderOfIntent, payWithCard } from '#tests/support/actors/money.ts'
import { findProject, founder, publishedFounder, startVisibility } from '#tests/support/actors/publishing.ts'
import { ask, admin as refundAdmin, requestOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const boss = await refundAdmin(app)

const decide = (by: Client, id: string, body: object) =>
  by.post<AdminProject & { code?: string }>(`/api/admin/projects/${id}`, body, { method: 'PATCH' })
const isPublic = async (id: string) => (await app.visitor().get(`/api/projects/${id}`)).status === 200
const disputeOf = (piId: string) =>
  until(
    () => disputeAtProvider(db, piId),
    (id) => id !== '',
  )

test.each([
  ['rejected and unpublished', { status: 'rejected', reason: 'A scam.', isPublished: false }],
  ['rejected', { status: 'rejected', reason: 'A scam.' }],
  ['unpublished without a rejection', { status: 'under review', isPublished: false }],
])('a project that was %s while its payment was in dispute stays unpublished when the dispute is won', async (_, decision) => {
  const { projectId, piId, becomes } = await publishedFounder(app, CARDS.disputed)
  await becomes('disputed')
  expect(await isPublic(projectId)).toBe(false)
  expect((await boss.get<AdminProject[]>('/api/admin/projects')).body.map(({ id }) => id)).toContain(projectId)
  expect((await decide(boss, projectId, decision)).status).toBe(200)
  await atProvider(app, `disputes/${await disputeOf(piId)}/close`, { status: 'won' })
  await becomes('paid')
  expect(await isPublic(projectId)).toBe(false)
  expect((await findProject(db, projectId)).isPublished).toBe(false)

  // Only another decision publishes it.
  expect((await decide(boss, projectId, { status: 'verified' })).body).toMatchObject({ isPublished: true, isTakenOff: false })
  expect(await isPublic(projectId)).toBe(true)
})

test('a project that was rejected stays unpublished when the bank returns its refund', async () => {
  const { projectId, piId, ...member } = await publishedFounder(app, CARDS.unrefundable)
  const { id: orderId } = await orderOfIntent(db, piId)
  const { body } = await ask(member, orderId)
  await decide(boss, projectId, { status: 'rejected', reason: 'A scam.', isPublished: false })
  await boss.approve(body.id)
  await until(
    () => requestOf(app, orderId),
    (request) => request?.status === 'failed',
  )
  expect((await orderOfIntent(db, piId)).status).toBe('paid')
  expect(await isPublic(projectId)).toBe(false)
})

test('an admin verifies a project in dispute without publishing it, and it is public once the dispute is won', async () => {
  const { projectId, piId, becomes } = await publishedFounder(app, CARDS.disputed)
  await becomes('disputed')
  expect((await decide(boss, projectId, { status: 'verified' })).body).toMatchObject({
    status: 'verified',
    isPublished: false,
    isPaid: false,
  })
  expect((await decide(boss, projectId, { status: 'verified', isPublished: true })).body.code).toBe('review.not-paid')
  await atProvider(app, `disputes/${await disputeOf(piId)}/close`, { status: 'won' })
  await becomes('paid')
  expect(await isPublic(projectId)).toBe(true)
})

test('a late payment for an unpublished project is refunded', async () => {
  const late = await founder(app)
  const { clientSecret } = (await startVisibility(late)).body
  await db.execute(sql`update projects set taken_off_at = now(), published_at = now() where id = ${late.projectId}`)
  await payWithCard(app, clientSecret, CARDS.good)
  await until(
    () => orderOfIntent(db, intentOf(clientSecret)),
    ({ status }) => status === 'refunded',
  )
  expect(await isPublic(late.projectId)).toBe(false)
  const other = await account(app)
  expect((await decide(other, late.projectId, { status: 'verified' })).status).toBe(403)
})
