import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coldInvestors, projects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { robots } from '#server/features/pages/robots.ts'
import type { ColdInvestorId, ProjectId, VcId } from '#shared/ids.ts'
import { screenTitles } from '#shared/screen-titles.ts'
import { SCREENS, type Screen } from '#shared/screens.ts'
import { SITE_TITLE } from '#shared/site-title.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'

const PUBLIC_URL = 'https://latchkey.example'
const webFolder = mkdtempSync(`${tmpdir()}/latchkey-every-head-`)
afterAll(() => rmSync(webFolder, { recursive: true }))
cpSync(`${import.meta.dirname}/../../../web/index.html`, `${webFolder}/index.html`)

const app = await startTestApp({ env: { PUBLIC_URL }, world: { webFolder } })
const { db } = app.database

const ids = {} as Record<'investor' | 'other', VcId> & Record<'project' | 'draft', ProjectId>
beforeAll(async () => {
  ids.investor = await approveInvestor(db, { position: 'General Partner' })
  ids.other = await listInvestor(db, {})
  const [project, draft] = [newId<ProjectId>('prj'), newId<ProjectId>('prj')]
  await db.insert(projects).values([
    { id: project, companyName: 'Anvil', oneLineDescription: 'Forges keys.', isPublished: true },
    { id: draft, companyName: 'Secret draft' },
  ])
  Object.assign(ids, { project, draft })
  await db.insert(coldInvestors).values({
    id: newId<ColdInvestorId>('cold'),
    fundName: 'Quiet Fund',
    fundSlug: 'quiet-fund',
    investmentFocus: 'Locks.',
  })
})

const open = (path: string, init?: RequestInit) => fetch(app.url + path, { redirect: 'manual', ...init })

/** The head as a robot reads it: no script runs. */
async function headOf(path: string) {
  const reply = await open(path)
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(await reply.text())
  const contents = (selector: string, name = 'content') =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name))
  return {
    status: reply.status,
    title: document.title,
    descriptions: contents('meta[name=description]'),
    canonical: contents('link[rel=canonical]', 'href'),
    robots: contents('meta[name=robots]'),
    picture: contents('meta[property="og:image"]'),
    og: contents('meta[property^="og:"], meta[name^="twitter:"], script[type="application/ld+json"]', 'data-page'),
    head: document.head.innerHTML,
  }
}

/** The screens that search engines list, and the record that each shows. */
const PUBLIC: Partial<Record<Screen, () => string>> = {
  '/': () => '/',
  '/vc/$id': () => `/vc/${ids.investor}`,
  '/investor/$id': () => `/investor/${ids.investor}`,
  '/project/$id': () => `/project/${ids.project}`,
  '/cold-scout/$slug': () => '/cold-scout/quiet-fund',
}
const OPEN: Screen[] = [
  ...['/vcs', '/ping', '/directory', '/scout', '/vc-signup', '/join', '/signup', '/auth', '/support', '/requests'],
  ...['/privacy-policy', '/terms-of-service'],
] as Screen[]
for (const screen of OPEN) PUBLIC[screen] = () => screen

/** The title that the app gives the screen after a navigation. */
const titleInApp: Partial<Record<Screen, string>> = {
  '/': SITE_TITLE,
  '/vc/$id': 'Alan Platform, General Partner at Keystone · Latchkey',
  '/investor/$id': 'Alan Platform, General Partner at Keystone · Latchkey',
  '/project/$id': 'Anvil · Latchkey',
  '/cold-scout/$slug': 'Quiet Fund · Latchkey',
}

const isPublic = (screen: Screen) => PUBLIC[screen] !== undefined

test.each(SCREENS.filter(isPublic))('%s is listed under one address, with a description and a card', async (screen) => {
  const path = PUBLIC[screen]?.() ?? ''
  const head = await headOf(path)
  const canonical = screen === '/investor/$id' ? `/vc/${ids.investor}` : path
  expect(head).toMatchObject({ status: 200, robots: [], canonical: [PUBLIC_URL + canonical] })
  expect(head.title).toBe(titleInApp[screen] ?? `${screenTitles[screen]} · Latchkey`)
  expect(head.descriptions).toEqual([expect.stringMatching(/^.{5,200}$/)])
  expect(head.picture).toEqual([expect.stringMatching(/^https:\/\/latchkey\.example\/cards\/[a-z-]+\/[\w-]+-[0-9a-f]{16}\.png$/)])
  expect(head.head).toContain('<meta data-page="" name="twitter:card" content="summary_large_image">')
})

test('no two listed screens have the same title, description or address', async () => {
  const heads = await Promise.all(SCREENS.filter(isPublic).map((screen) => headOf(PUBLIC[screen]?.() ?? '')))
  const ofRecord = [...new Map(heads.map((head) => [head.canonical[0], head])).values()]
  // The two screens of an investor have one canonical address.
  expect(ofRecord).toHaveLength(heads.length - 1)
  for (const field of ['title', 'descriptions'] as const) {
    expect(new Set(ofRecord.map((head) => `${head[field]}`)).size).toBe(ofRecord.length)
  }
})

test.each(SCREENS.filter((screen) => !isPublic(screen)))('%s is listed nowhere, and says nothing of a record', async (screen) => {
  const named = await headOf(screen.replace(/\$\w+/, ids.investor))
  expect(named).toMatchObject({ status: 200, robots: ['noindex'], canonical: [], og: [] })
  expect(named.title).toBe(`${screenTitles[screen]} · Latchkey`)
  if (screen.includes('$')) expect(named.head).toBe((await headOf(screen.replace(/\$\w+/, 'anything'))).head)
  expect(named.head).not.toMatch(/Alan Platform|Keystone/)
})

test('a screen that robots may not read is not listed either', () => {
  const disallowed = [...robots(PUBLIC_URL).matchAll(/^Disallow: (\/\S+)$/gm)].map(([, path = '']) => path)
  expect(SCREENS.filter((screen) => isPublic(screen) && disallowed.some((path) => screen.startsWith(path)))).toEqual([])
})

describe('one address for each screen', () => {
  test.each([
    ['/vcs/', '/vcs'],
    ['/VCs', '/vcs'],
    ['/vcs/?stage=Seed', '/vcs?stage=Seed'],
    ['/Privacy-Policy', '/privacy-policy'],
    ['/VC/recAbC/', '/vc/recAbC'],
    ['/vc//evil.example', undefined],
  ])('%s leads to %s', async (path, expected) => {
    const { status, headers } = await open(path)
    expect([status, headers.get('location')]).toEqual(expected ? [301, expected] : [404, null])
  })

  test('a list has one address for all filters', async () => {
    const head = await headOf('/vcs?stage=Seed&sector=AI')
    expect(head).toMatchObject({ status: 200, robots: [], canonical: [`${PUBLIC_URL}/vcs`] })
  })
})

describe('an address without a public record', () => {
  const missing = ['/no/such/page', '/vc/recUnknown', '/investor/recUnknown', '/project/prj_unknown', '/cold-scout/nobody']

  test.each(missing)('%s is 404 with the app in it, also for HEAD and for robots', async (path) => {
    const crawler = { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }
    const replies = await Promise.all([open(path), open(path, { method: 'HEAD' }), open(path, crawler)])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    for (const { headers } of replies) {
      expect(headers.get('content-type')).toContain('text/html')
      // A record that is published a moment later is found.
      expect(headers.get('cache-control')).toBe('no-cache')
    }
    expect(await replies[0]?.text()).toContain('<div id="root">')
  })

  test('a draft gets the reply of a project that does not exist', async () => {
    const [draft, unknown] = await Promise.all([open(`/project/${ids.draft}`), open('/project/prj_unknown')])
    expect(draft.status).toBe(404)
    expect([...draft.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect(draft.headers.get('etag')).toBe(unknown.headers.get('etag'))
    expect(await draft.text()).toBe(await unknown.text())
  })

  test('a removed investor is 404 from the next request on', async () => {
    expect((await open(`/vc/${ids.other}`)).status).toBe(200)
    await app.database.sql`update directory_investors set unlisted_at = now() where id = ${ids.other}`
    expect((await open(`/vc/${ids.other}`)).status).toBe(404)
  })

  test('HEAD of a public page is 200', async () => {
    const paths = ['/', '/vcs', `/vc/${ids.investor}`]
    expect(await Promise.all(paths.map(async (path) => (await open(path, { method: 'HEAD' })).status))).toEqual([200, 200, 200])
  })
})
