import { expect, test } from 'vitest'
import type { AuditPage } from '#shared/admin/audit.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import { blankValues, type ProjectValues, projectFieldNames } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { account } from '#tests/support/actors/account.ts'
import { createDevice, directoryLane } from '#tests/support/actors/directory.ts'
import { atProvider, CARDS, intentOf, orderOfIntent, payWithCard } from '#tests/support/actors/money.ts'
import { DRAFT, findProject, founder, publishedFounder, startScout, startVisibility } from '#tests/support/actors/publishing.ts'
import { admin as refundAdmin } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listDrafts, listProjects } from '#tests/support/state/projects.ts'
import { disputeAtProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'

const app = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
const { db } = app.database
const boss = await refundAdmin(app)

type Reply = { isPublished?: boolean; code?: string }
const withdraw = (by: Client, id: string) => by.post<Reply>(`/api/projects/${id}/withdraw`)
const putBack = (by: Client, id: string) => by.post<Reply>(`/api/projects/${id}/put-back`)
const isPublic = async (id: string) => (await app.visitor().get(`/api/projects/${id}`)).status === 200
const decide = (id: string, body: object) =>
  boss.post<AdminProject & { code?: string }>(`/api/admin/projects/${id}`, body, { method: 'PATCH' })

async function ownOf(client: Client): Promise<OwnProject | undefined> {
  const { body } = await client.post<{ put: { ownProject?: OwnProject[] } }>('/api/sync/me', { have: {} })
  return body.put.ownProject?.[0]
}

test('a founder takes a project off the marketplace and puts it back without a payment', async () => {
  const { projectId, ...member } = await publishedFounder(app)
  const device = createDevice(directoryLane(app.database))
  // The stored snapshot may be older than the project.
  await device.start()
  await device.pull()
  expect(device.ids('projects')).toContain(projectId)
  const { publishedAt } = await findProject(db, projectId)

  expect((await withdraw(member, projectId)).body).toMatchObject({ isPublished: false })
  expect(await isPublic(projectId)).toBe(false)
  expect(await device.pull()).toBe('delta')
  expect(device.ids('projects')).not.toContain(projectId)
  expect(await ownOf(member)).toMatchObject({ isPublished: false, canPutBack: true, values: { companyName: DRAFT.companyName } })
  // Repeating it after a lost reply changes nothing.
  expect((await withdraw(member, projectId)).status).toBe(200)
  expect((await startScout(member)).body.code).toBe('projects.withdrawn')
  expect((await startVisibility(member)).body.code).toBe('projects.withdrawn')

  expect((await putBack(member, projectId)).body).toMatchObject({ isPublished: true })
  expect((await putBack(member, projectId)).status).toBe(200)
  expect(await isPublic(projectId)).toBe(true)
  await device.pull()
  expect(device.ids('projects')).toContain(projectId)
  expect(await findProject(db, projectId)).toMatchObject({ publishedAt, withdrawnAt: null })
  expect(await ownOf(member)).toMatchObject({ isPublished: true, canPutBack: false })
  const { entries } = (await boss.get<AuditPage>('/api/admin/audit')).body
  expect(entries.filter(({ targetId }) => targetId === projectId)).toMatchObject([
    { action: 'put back by its founder', actor: { id: member.user.id }, canUndo: false },
    { action: 'withdrawn by its founder', actor: { id: member.user.id }, canUndo: false },
  ])
})

test('only its founder takes a project off or puts it back', async () => {
  const { projectId, ...member } = await publishedFounder(app)
  const other = await account(app)
  expect([(await withdraw(other, projectId)).status, (await withdraw(boss, projectId)).status]).toEqual([404, 404])
  expect((await withdraw(app.visitor(), projectId)).status).toBe(401)
  expect((await putBack(app.visitor(), projectId)).status).toBe(401)
  expect(await isPublic(projectId)).toBe(true)
  await withdraw(member, projectId)
  expect([(await putBack(other, projectId)).status, (await putBack(boss, projectId)).status]).toEqual([404, 404])
  expect(await isPublic(projectId)).toBe(false)
})

test('a project that was never on the marketplace is neither taken off nor put back', async () => {
  const { projectId, ...member } = await founder(app)
  expect((await withdraw(member, projectId)).body.code).toBe('projects.not-published')
  expect((await putBack(member, projectId)).body.code).toBe('projects.not-published')
})

test('a won dispute and an admin’s decision do not publish what its founder took off', async () => {
  const { projectId, piId, becomes, ...member } = await publishedFounder(app, CARDS.disputed)
  await becomes('disputed')
  // As if its founder had taken it off just before the bank reported the dispute.
  await db.execute(`update projects set is_published = false, withdrawn_at = now() where id = '${projectId}'`)
  expect((await putBack(member, projectId)).body.code).toBe('projects.unpaid')
  expect((await ownOf(member))?.canPutBack).toBe(false)
  const dispute = await until(
    () => disputeAtProvider(db, piId),
    (id) => id !== '',
  )
  await atProvider(app, `disputes/${dispute}/close`, { status: 'won' })
  await becomes('paid')
  expect(await isPublic(projectId)).toBe(false)
  expect((await decide(projectId, { status: 'verified' })).body).toMatchObject({ isPublished: false, isWithdrawn: true })
  expect((await decide(projectId, { status: 'verified', isPublished: true })).body.code).toBe('review.withdrawn')
  expect((await putBack(member, projectId)).status).toBe(200)
  expect(await isPublic(projectId)).toBe(true)
})

test('a founder cannot put back what an admin has rejected, nor what was refunded, but can pay for that again', async () => {
  const rejected = await publishedFounder(app)
  await withdraw(rejected, rejected.projectId)
  await decide(rejected.projectId, { status: 'rejected', reason: 'A scam.' })
  expect((await putBack(rejected, rejected.projectId)).body.code).toBe('projects.taken-off')
  expect((await ownOf(rejected))?.canPutBack).toBe(false)

  const refunded = await publishedFounder(app)
  await withdraw(refunded, refunded.projectId)
  await boss.refund((await refunded.order()).id)
  await refunded.becomes('refunded')
  expect((await putBack(refunded, refunded.projectId)).body.code).toBe('projects.unpaid')
  expect((await ownOf(refunded))?.canPutBack).toBe(false)
  const { clientSecret } = (await startVisibility(refunded)).body
  await payWithCard(app, clientSecret, CARDS.good)
  await until(
    () => orderOfIntent(db, intentOf(clientSecret)),
    ({ status }) => status === 'paid',
  )
  expect(await isPublic(refunded.projectId)).toBe(true)
})

const deleteDraft = (by: Client, values: Partial<ProjectValues>) => {
  const texts = { ...blankValues, ...values }
  const seen = Object.fromEntries(projectFieldNames.map((field) => [field, [fingerprint(texts[field])]]))
  return by.post<Reply>('/api/founder/project/delete', { seen })
}

async function push(client: Client, changes: Partial<ProjectValues>) {
  const base = Object.fromEntries(Object.keys(changes).map((field) => [field, [fingerprint('')]]))
  const mutation = { id: newMutationId(), name: 'project.saveDraft', args: { changes }, base, madeAt: new Date().toISOString() }
  const { body } = await client.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  return body.results[0]
}

test('a founder deletes a draft on every device, and an older device that still edits it offline keeps its text', async () => {
  const { projectId, ...member } = await founder(app)
  expect((await ownOf(member))?.projectId).toBe(projectId)
  expect((await deleteDraft(member, DRAFT)).status).toBe(200)
  expect(await ownOf(member)).toBeUndefined()
  expect(await listProjects(db, { userId: member.user.id })).toEqual([])
  expect((await deleteDraft(member, DRAFT)).status).toBe(200)
  expect(await push(member, { traction: 'Written offline.' })).toMatchObject({ status: 'applied' })
  expect((await ownOf(member))?.values).toEqual({ ...blankValues, traction: 'Written offline.' })
})

test('a text of another device that its founder has not seen is not deleted', async () => {
  const { projectId, ...member } = await founder(app)
  await push(member, { traction: 'By the other device.' })
  expect((await deleteDraft(member, DRAFT)).body.code).toBe('projects.draft-changed')
  expect((await member.post<Reply>('/api/founder/project/delete', {})).status).toBe(422)
  expect((await ownOf(member))?.values.traction).toBe('By the other device.')
  expect(await listDrafts(db)).not.toEqual([])
  expect((await deleteDraft(member, { ...DRAFT, traction: 'By the other device.' })).status).toBe(200)
  expect(await listProjects(db, { id: projectId })).toEqual([])
})

test('a published project is not deleted, also after its founder has taken it off', async () => {
  const { projectId, ...member } = await publishedFounder(app)
  expect((await deleteDraft(member, DRAFT)).body.code).toBe('projects.not-a-draft')
  await withdraw(member, projectId)
  expect((await deleteDraft(member, DRAFT)).body.code).toBe('projects.not-a-draft')
  expect((await ownOf(member))?.projectId).toBe(projectId)
})

test('a project that was published before is not deleted after its refund', async () => {
  const { projectId, ...member } = await publishedFounder(app)
  await boss.refund((await member.order()).id)
  await member.becomes('refunded')
  expect(await isPublic(projectId)).toBe(false)
  expect((await deleteDraft(member, DRAFT)).body.code).toBe('projects.not-a-draft')
  expect((await ownOf(member))?.projectId).toBe(projectId)
})

test('deleting a draft closes its open checkout', async () => {
  const { projectId: _, ...member } = await founder(app)
  const { clientSecret } = (await startVisibility(member)).body
  expect((await deleteDraft(member, DRAFT)).status).toBe(200)
  expect((await orderOfIntent(db, intentOf(clientSecret))).status).toBe('cancelled')
})
