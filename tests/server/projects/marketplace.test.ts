import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { projects } from '#drizzle/schema/index.ts'
import type { ProjectDetail, ScoutRecord } from '#shared/projects/detail.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp()
const { db } = app.database
const { visitor, member } = app

test('the list and the detail have their specified field names, and each description replaces a missing other one', async () => {
  const id = await addProject(db, {
    companyName: 'Tally',
    oneLineDescription: 'Union treasuries',
    status: 'verified',
    voteCount: 12,
    amountRaising: 1_500_000,
    revenueGenerating: true,
    websiteUrl: 'https://tally.example/',
    pitchDeckUrl: 'javascript:alert(1)',
    email: 'founders@tally.example',
  })
  const { body: list, headers } = await visitor().get<ScoutRecord[]>('/api/scout-projects')
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect(list.find((record) => record.id === id)?.fields).toEqual({
    'Company Name': 'Tally',
    'Logo URL': null,
    Ecosystem: null,
    Vertical: null,
    'Verification Status': 'verified',
    Votes: 12,
    Description: 'Union treasuries',
    'Project Stage': null,
    'Amount Raising': 1_500_000,
    Valuation: null,
    'Revenue Generating': 'Yes',
    'Twitter URL': null,
    'LinkedIn URL': null,
    'Website URL': 'https://tally.example/',
    'Founder Twitter URL': null,
    // A script is no link, also for other clients of this call.
    'Pitch Deck URL': null,
  })
  expect((await visitor().get<ProjectDetail>(`/api/projects/${id}`)).body).toMatchObject({
    companyName: 'Tally',
    oneLineDescription: 'Union treasuries',
    description: 'Union treasuries',
    isRaising: true,
    isPublished: true,
    votes: 12,
    voteCount: 12,
    email: 'founders@tally.example',
    pitchDeckUrl: null,
  })
})

test('an unchanged reply has no body; a changed one has', async () => {
  const id = await addProject(db)
  for (const path of ['/api/scout-projects', `/api/projects/${id}`]) {
    const client = visitor()
    const etag = (await client.get(path)).headers.get('etag') ?? ''
    const again = await client.send(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await db
      .update(projects)
      .set({ companyName: `Renamed for ${path}` })
      .where(eq(projects.id, id))
    expect((await client.send(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  }
})

test('a draft is visible to its owner and admins only, and is never cached', async () => {
  const [owner, other, chief] = [await member(), await member(), await member()]
  await grantAdmin(app, chief)
  const id = await addProject(db, { isPublished: false, userId: owner.user.id, companyName: 'Hush' })
  for (const reader of [owner, chief]) {
    const reply = await reader.get<ProjectDetail>(`/api/projects/${id}`)
    expect(reply).toMatchObject({ status: 200, body: { companyName: 'Hush', isPublished: false } })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  for (const reader of [other, visitor()]) {
    expect(await reader.get(`/api/projects/${id}`)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  const list = (await chief.get<ScoutRecord[]>('/api/scout-projects')).body
  expect(list.map((record) => record.id)).not.toContain(id)
})
