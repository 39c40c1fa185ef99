import { expect, test } from 'vitest'
import { visitCounts } from '#drizzle/schema/index.ts'
import type { ProjectPerformance } from '#shared/projects/performance.ts'
import type { PrivateDelta } from '#shared/sync/protocol.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const app = await startTestApp()
const { db, sql } = app.database
const { visitor, member } = app

const visit = (id: string, kind: 'view' | 'contact' = 'view') => ({ subject: 'project', id, kind })
const reportVisits = (client: Client, visits: object[]) => client.post('/api/visits', { visits })
const performanceOf = async (client: Client) =>
  (await client.post<PrivateDelta>('/api/sync/me', { have: {} })).body.put.performance as ProjectPerformance[] | undefined

test('views and contacts of others are counted as numbers only; own ones and those of a draft are not', async () => {
  const [owner, writer, other] = [await member(), await member(), await member()]
  const id = await addProject(db, { userId: owner.user.id })
  const draft = await addProject(db, { userId: writer.user.id, isPublished: false })
  const stranger = visitor()
  expect(
    await reportVisits(stranger, [visit(id), visit(id), visit(id, 'contact'), visit(draft), visit('prj_none')]),
  ).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(stranger.cookies.size).toBe(0)
  await reportVisits(other, [visit(id)])
  await reportVisits(owner, [visit(id), visit(id, 'contact')])
  await reportVisits(writer, [visit(draft)])
  expect(await performanceOf(owner)).toMatchObject([{ id, views: 2, votes: 0, contacts: 1 }])
  expect(await performanceOf(writer)).toMatchObject([{ id: draft, views: 0, votes: 0, contacts: 0 }])
  expect(await performanceOf(other)).toBeUndefined()
  expect(Object.keys((await db.select().from(visitCounts))[0] ?? {})).toEqual(['subject', 'subjectId', 'kind', 'day', 'count'])
})

test('concurrent calls with the same subjects in different orders all count, and none deadlocks', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => addProject(db)))
  const calls = Array.from({ length: 20 }, (_, turn) => [...ids.slice(turn), ...ids.slice(0, turn)].map((id) => visit(id)))
  const replies = await Promise.all(calls.map((visits) => reportVisits(visitor(), visits)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const [{ sum } = { sum: 0 }] = await sql<{ sum: number }[]>`
    select sum(count)::int from visit_counts where subject_id = any(${ids})`
  expect(sum).toBe(400)
})

test('an address reports at most 1,200 views a minute, over any number of calls: each may create a row for a day', async () => {
  const narrow = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const visits = Array.from({ length: 50 }, (_, at) => visit(`prj_${at}`))
  const replies = await Promise.all(Array.from({ length: 30 }, () => reportVisits(narrow.visitor(), visits)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(24)
})
