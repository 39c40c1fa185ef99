import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decisionMakers, directoryInvestors, projects, vcs } from '#drizzle/schema/index.ts'
import { seedDemo } from '#server/cli/seed.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { DirectorySnapshot } from '#shared/sync/protocol.ts'
import { sampleApplication } from '#tests/support/actors/application.ts'
import { addProject } from '#tests/support/actors/projects.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { listDecisionMakers, listListings } from '#tests/support/state/investors.ts'
import { listTexts, type TextColumn } from '#tests/support/state/rows.ts'

/** Short answers that drafts and published projects of the sample data share. */
const PROJECT_CHOICES = [
  'projectStage',
  'ecosystem',
  'vertical',
  'location',
  'roundType',
  'idealInvestorType',
  'teamRoles',
] as const satisfies TextColumn<typeof projects>[]

/** Everything in the sample data that is sold, and the content of a draft: no stranger may ever receive any of these. */
async function lockedValues(app: TestApp): Promise<string[]> {
  const { database } = app
  const { db } = database
  const values = new Set([
    ...(await listTexts(db, directoryInvestors, [
      'id',
      'name',
      'fund',
      'title',
      'investmentThesis',
      'bio',
      'portfolioPerformance',
      'location',
      'imageUrl',
      'fundWebsite',
      'replacedBy',
    ])),
    ...(await listTexts(db, vcs, [
      'id',
      'fundName',
      'partnerName',
      'location',
      'position',
      'investmentTag',
      'fundDescription',
      'bio',
      'portfolioPerformance',
      'investmentThesis',
      'contactType',
      'logoUrl',
      'websiteUrl',
      'timeZone',
      'reviewStatus',
      'replacesId',
      'charityOfChoice',
    ])),
    ...(await listTexts(db, decisionMakers, ['id', 'coldInvestorId', 'role'])),
    ...(await listTexts(db, projects, ['id', 'status', ...PROJECT_CHOICES], eq(projects.isPublished, false))),
  ])
  // A website is public where its investor shows it.
  for (const { websiteUrl, isWebsitePublic } of await listListings(database.db))
    if (websiteUrl && !isWebsitePublic) values.add(websiteUrl)
  // A fund’s site is public if the fund itself is listed in Cold Scout.
  const published = await database.sql<{ website: string }[]>`select website from cold_investors where website is not null`
  const isPublic = new Set(published.map(({ website }) => website))
  // Sample projects share names: "Tally" is not published, and "Tally Labs" is.
  const shown = await database.sql<{ text: string }[]>`
    select concat_ws(' ', company_name, description, one_line_description) as text from projects where is_published`
  const isShown = (value: string) => shown.some(({ text }) => text.includes(value))
  // The drawn pictures of the sample are files of the app, and several records have the same one.
  const isDrawn = (value: string) => value.startsWith('/sample/')
  return [...values].filter((value) => value.length > 4 && !isDrawn(value) && !isPublic.has(value) && !isShown(value))
}

const DRAFT = 'prj_canary' as ProjectId

let app: TestApp
let canaries: string[]

// The pages are served with heads, as in production: without a built app there would be none to check.
const webFolder = mkdtempSync(`${tmpdir()}/latchkey-canary-`)
copyFileSync(`${import.meta.dirname}/../../web/index.html`, `${webFolder}/index.html`)
afterAll(() => rmSync(webFolder, { recursive: true }))

beforeAll(async () => {
  app = await startTestApp({ world: { webFolder } })
  await seedDemo({ db: app.world.db, demoPassword: 'a-long-demo-password' })
  await addProject(app.world.db, {
    id: DRAFT,
    isPublished: false,
    companyName: 'Canary Draft Works',
    description: 'A canary that nobody has published.',
    oneLineDescription: 'Unpublished canaries',
    founderName: 'Quiet Canary',
    email: 'draft-canary@example.org',
    pitchDeckUrl: 'https://canary-draft.example/deck.pdf',
    traction: 'Forty canaries in secret',
  })
  canaries = [...(await lockedValues(app)), ...(await applyUnseen(app)), ...(await writeUnsaved(app))]
})

const findLeaks = (body: string) =>
  canaries.filter((canary) => body.includes(canary) || body.includes(JSON.stringify(canary).slice(1, -1)))

/** One address for every route that a stranger may read. */
async function publicPaths(): Promise<string[]> {
  const { sql } = app.database
  const [listed] = await sql<
    { id: string }[]
  >`select id from directory_investors where telegram is not null and is_verified limit 1`
  const [owned] = await listListings(app.database.db, { isVerified: true })
  const [fund] = await sql<{ slug: string }[]>`select fund_slug as slug from cold_investors limit 1`
  const [maker] = await listDecisionMakers(app.database.db)
  const fill = (path: string, id: string | undefined) => path.replace(/:(\w+)\??/g, id ?? 'none')
  const gets = app.app.http.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const ids = [listed?.id, owned?.id, DRAFT]
  const filled = gets.filter((path) => !path.includes('*')).flatMap((path) => ids.map((id) => fill(path, id)))
  const queries = ids.map((id) => `/api/check-vc-unlock?vcId=${id}&vcType=airtable&email=founder@latchkey.example`)
  queries.push(`/api/check-decision-maker-unlock?decisionMakerId=${maker?.id}&email=founder@latchkey.example`)
  const pages = ids.flatMap((id) => [`/vc/${id}`, `/investor/${id}`, `/project/${id}`])
  return [
    ...new Set([
      ...filled,
      `/api/cold-investors/${fund?.slug}`,
      `/cold-scout/${fund?.slug}`,
      ...queries,
      ...pages,
      '/',
      '/vcs',
      '/directory',
      '/sitemap.xml',
    ]),
  ]
}

/** Nothing of an application is public until it is approved; each field contains a marker. */
async function applyUnseen({ member }: TestApp): Promise<string[]> {
  const fields = [
    'fundName',
    'partnerName',
    'position',
    'location',
    'investmentTag',
    'fundDescription',
    'investmentThesis',
    'bio',
  ]
  const marked = Object.fromEntries(fields.map((field) => [field, `zqxpending ${field}`]))
  const contact = { email: 'zqxpending@example.com', meetingLink: 'https://zqxpending.example/', telegramUrl: '@zqxpending' }
  const { status } = await (await member()).post('/api/vcs', sampleApplication({ ...marked, ...contact }))
  expect(status).toBe(200)
  return ['zqxpending']
}

/** Unsaved edits of a published project belong to the founder until they are saved. */
async function writeUnsaved({ member, database }: TestApp): Promise<string[]> {
  const founder = await member()
  const saved = { companyName: 'Published Canary Works', description: 'Shown to everybody.' }
  expect((await founder.post('/api/founder/project', saved)).status).toBe(200)
  await database.sql`update projects set is_published = true, published_at = now() where user_id = ${founder.user.id}`
  const fields = ['companyName', 'description', 'traction', 'email', 'dataRoomUrl', 'founderName']
  const changes = Object.fromEntries(fields.map((field) => [field, `zqxunsaved ${field}`]))
  const mutation = { id: newMutationId(), name: 'project.saveDraft', args: { changes }, madeAt: new Date().toISOString() }
  const { body } = await founder.post('/api/sync/push', { clientId: newClientId(), mutations: [mutation] })
  expect(body).toMatchObject({ results: [{ status: 'applied' }] })
  return ['zqxunsaved']
}

describe('no stranger receives content that is sold', () => {
  test('there is something to find', () => {
    expect(canaries.length).toBeGreaterThan(1000)
    expect(findLeaks(JSON.stringify({ seen: canaries[0] }))).toHaveLength(1)
  })

  test('not by any public address', async () => {
    const leaks: string[] = []
    for (const path of await publicPaths()) {
      if (path === '/api/sync/live') continue // A socket; it sends scopes only.
      const reply = await fetch(app.url + path)
      const found = findLeaks(await reply.text())
      if (found.length > 0) leaks.push(`${path}: ${found.slice(0, 3)}`)
    }
    expect(leaks).toEqual([])
  })

  test('not in the head of any page, nor in the sitemap', async () => {
    const { sql } = app.database
    const pages = await sql<{ path: string }[]>`
      select '/vc/' || id as path from vcs union all select '/vc/' || id from directory_investors
      union all select '/investor/' || id from vcs union all select '/investor/' || id from directory_investors
      union all select '/project/' || id from projects union all select '/cold-scout/' || fund_slug from cold_investors`
    const paths = [...pages.map(({ path }) => path), '/', '/sitemap.xml', '/robots.txt']
    expect(paths).toContain(`/project/${DRAFT}`)
    const bodies = await Promise.all(paths.map(async (path) => (await fetch(app.url + path)).text()))
    // The frame around the heads is the same for all. Escaped content in a head would still be readable.
    const heads = bodies.map((body) => /<title>.*?(?=<meta name="color-scheme")/s.exec(body)?.[0] ?? body)
    expect(heads.filter((head) => head.includes('og:title')).length).toBeGreaterThan(500)
    expect(findLeaks(heads.join('\n').replaceAll('&amp;', '&'))).toEqual([])
  })

  test('not in any chunk of the directory, nor in a delta since the beginning', async () => {
    const { epoch, parts } = (await (await fetch(`${app.url}/api/sync/directory/snapshot`)).json()) as DirectorySnapshot
    expect(parts.length).toBeGreaterThan(0)
    const addresses = [...parts.flatMap((part) => [`/parts/${part}`, `/parts/${part}?form=columns`]), `?epoch=${epoch}&since=0`]
    for (const address of addresses) {
      const body = await (await fetch(`${app.url}/api/sync/directory${address}`)).text()
      expect(findLeaks(body)).toEqual([])
    }
  })

  test('not from the admin routes, with an account that is not an admin', async () => {
    const member = await app.member()
    const paths = (await publicPaths()).filter((path) => path.startsWith('/api/admin/'))
    expect(paths.length).toBeGreaterThan(4)
    for (const path of paths) {
      const { status, body } = await member.get(path)
      expect([path, status, findLeaks(JSON.stringify(body))]).toEqual([path, 403, []])
    }
  })

  test('not as a stranger, a guest or an account without a purchase', async () => {
    const people = [app.visitor(), await app.member()]
    for (const person of people) {
      const { body } = await person.post('/api/sync/me', { have: {} })
      expect(findLeaks(JSON.stringify(body ?? {}))).toEqual([])
    }
  })
})
