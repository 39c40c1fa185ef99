import { expect, test } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import { pushTextOf } from '#shared/push/texts.ts'
import { patch, setUp } from '#tests/server/admin/setup.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import type { Client } from '#tests/support/client.ts'
import { listReports } from '#tests/support/state/team.ts'
import { noticesOf } from './setup.ts'

const { app, member, entriesOf, undo, admin, db } = await setUp()

const report = (by: Client, id: ProjectId) =>
  by.post(`/api/projects/${id}/report`, { reason: 'scam', text: 'They ask for seed phrases.' })
const decide = async (id: ProjectId, decision: object) =>
  expect((await patch(admin, `/projects/${id}`, decision)).status).toBe(200)
const about = async (client: Client) =>
  (await noticesOf(client)).filter(({ kind }) => kind === 'report-decided').map(({ facts }) => facts)

test('each reporter, a guest as well, receives what became of the project, and nothing about its founder or other reporters', async () => {
  const [removed, kept] = [await addProject(db), await addProject(db)]
  const [ada, guest, other] = [await member(), app.visitor(), await member()]
  for (const by of [ada, guest]) await report(by, removed)
  await report(ada, kept)
  await decide(removed, { status: 'rejected', reason: 'The founder has been warned.' })
  await decide(kept, { status: 'verified' })
  expect(await about(ada)).toEqual([
    { projectId: kept, isRemoved: false },
    { projectId: removed, isRemoved: true },
  ])
  expect(await about(guest)).toEqual([{ projectId: removed, isRemoved: true }])
  expect(await about(other)).toEqual([])
  expect(pushTextOf('report-decided')).toBe('We looked into your report')
})

test('a project that is verified and taken off is no longer there for its reporter', async () => {
  const id = await addProject(db)
  const ada = await member()
  await report(ada, id)
  await decide(id, { status: 'verified', isPublished: false })
  expect(await about(ada)).toEqual([{ projectId: id, isRemoved: true }])
})

test('a decision that is undone takes the notice back and opens the report, and the next decision is a notice again', async () => {
  const id = await addProject(db)
  const [ada, earlier] = [await member(), await member()]
  await report(earlier, id)
  await decide(id, { status: 'verified' })
  await report(ada, id)
  await decide(id, { status: 'rejected', reason: 'A scam.' })
  expect((await undo(admin, (await entriesOf(admin, id))[0])).status).toBe(200)
  expect(await about(ada)).toEqual([])
  expect((await listReports(db, { projectId: id, principalId: ada.user.principalId }))[0]?.status).toBe('open')
  // The report that an earlier decision has settled stays settled.
  expect(await about(earlier)).toEqual([{ projectId: id, isRemoved: false }])
  await decide(id, { status: 'rejected', reason: 'A scam.' })
  expect(await about(ada)).toEqual([{ projectId: id, isRemoved: true }])
})

test('the report of an account that was deleted is decided as any other', async () => {
  const id = await addProject(db)
  const [gone, ada] = [await member(), await member()]
  for (const by of [gone, ada]) await report(by, id)
  expect((await gone.send('/api/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
  await decide(id, { status: 'rejected', reason: 'A scam.' })
  expect(await about(ada)).toHaveLength(1)
  expect((await listReports(db, { projectId: id })).map(({ status }) => status)).toEqual(['upheld', 'upheld'])
})
