import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { projectReports } from '#drizzle/schema/index.ts'
import type { AdminProject } from '#shared/admin/projects.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { PushReply } from '#shared/sync/push.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listReports } from '#tests/support/state/team.ts'

const app = await startTestApp()
const { db } = app.database
const { visitor, member } = app

const report = (client: Client, id: ProjectId, reason = 'scam', text = 'They ask for seed phrases.') =>
  client.post(`/api/projects/${id}/report`, { reason, text })
const reportsOf = (projectId: ProjectId) => listReports(db, { projectId })

test('one report per principal and project, with the latest text, until the team has decided', async () => {
  const id = await addProject(db)
  const [ada, guest] = [await member(), visitor()]
  expect(await report(ada, id)).toMatchObject({ status: 200, body: { success: true } })
  await report(ada, id, 'misleading', 'The audit does not exist.')
  await report(guest, id)
  await Promise.all(Array.from({ length: 5 }, () => report(guest, id)))
  const rows = await reportsOf(id)
  expect(rows.map(({ reason, status }) => `${reason} ${status}`).sort()).toEqual(['misleading open', 'scam open'])
  await db.update(projectReports).set({ status: 'dismissed' }).where(eq(projectReports.projectId, id))
  await report(ada, id, 'spam', 'again')
  expect((await reportsOf(id)).map(({ reason }) => reason).sort()).toEqual(['misleading', 'scam'])
})

test('an offline report is stored once, even if its push is doubled', async () => {
  const id = await addProject(db)
  const ada = await member()
  const args = { projectId: id, reason: 'impersonation', text: 'That is our logo.' }
  const mutations = [{ id: newMutationId(), name: 'project.report', args, madeAt: new Date().toISOString() }]
  const push = () => ada.post<PushReply>('/api/sync/push', { clientId: newClientId(), mutations })
  const replies = [await push(), await push()]
  expect(replies.map(({ body }) => body.results[0]?.status)).toEqual(['applied', 'duplicate'])
  expect(await reportsOf(id)).toMatchObject([{ reason: 'impersonation', principalId: ada.user.principalId }])
})

test('a guest’s report belongs to the account after signing in, and if both reported, the account’s is kept', async () => {
  const [both, guestOnly] = [await addProject(db), await addProject(db)]
  const ada = await member()
  await report(ada, both, 'spam')
  const guest = visitor()
  await report(guest, both, 'scam')
  await report(guest, guestOnly, 'scam')
  expect((await guest.post('/api/auth/login', { email: ada.user.email, password: ada.password })).status).toBe(200)
  expect(await reportsOf(both)).toMatchObject([{ reason: 'spam', principalId: ada.user.principalId }])
  expect(await reportsOf(guestOnly)).toMatchObject([{ reason: 'scam', principalId: ada.user.principalId }])
})

test('requires a listed reason and a published project, at most ten times an hour', async () => {
  const ids = await Promise.all(Array.from({ length: 11 }, () => addProject(db)))
  const draft = await addProject(db, { isPublished: false })
  const ada = await member()
  expect(await report(ada, draft)).toMatchObject({ status: 404 })
  expect(await report(ada, ids[0] as ProjectId, 'ugly')).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'reason', message: 'Please choose a reason.' }] },
  })
  const statuses: number[] = []
  for (const id of ids) statuses.push((await report(ada, id)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('the team sees every open report, reported projects first, and a decision about one settles its reports', async () => {
  const [spam, sound] = [await addProject(db, { companyName: 'Zzz' }), await addProject(db, { companyName: 'Yyy' })]
  const [ada, chief] = [await member(), await member()]
  await app.database.sql`delete from project_reports`
  await grantAdmin(app, chief)
  await report(ada, spam, 'spam', 'Listed twice.')
  await report(ada, sound, 'scam', '')
  const list = async () => (await chief.get<AdminProject[]>('/api/admin/projects')).body
  const reported = (await list()).slice(0, 2)
  expect(reported.map(({ id }) => id).sort()).toEqual([spam, sound].sort())
  expect(reported.find(({ id }) => id === spam)?.reports).toMatchObject([{ reason: 'spam', text: 'Listed twice.' }])
  expect(JSON.stringify(reported)).not.toContain(ada.user.principalId)

  for (const { id, version } of reported) {
    // A vote in between does not invalidate the version of a decision.
    await app.database.sql`update projects set vote_count = vote_count + 1, vote_seq = vote_seq + 1 where id = ${id}`
    const decision = id === spam ? { status: 'rejected', reason: 'Listed twice.' } : { status: 'verified' }
    const { status } = await chief.post(`/api/admin/projects/${id}`, { ...decision, version }, { method: 'PATCH' })
    expect(status).toBe(200)
  }
  expect((await reportsOf(spam)).map(({ status }) => status)).toEqual(['upheld'])
  expect((await reportsOf(sound)).map(({ status }) => status)).toEqual(['dismissed'])
  expect((await list()).flatMap(({ reports }) => reports)).toEqual([])
})
