import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coldInvestors, projects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { homeHead } from '#server/features/pages/heads/home-head.ts'
import { renderHead } from '#server/http/replies/page-head.ts'
import type { ColdInvestorId, ProjectId, VcId } from '#shared/ids.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'

const PUBLIC_URL = 'https://latchkey.example'
const folder = mkdtempSync(`${tmpdir()}/latchkey-heads-`)
afterAll(() => rmSync(folder, { recursive: true }))
cpSync(`${import.meta.dirname}/../../../web/index.html`, `${folder}/index.html`)

const app = await startTestApp({ env: { PUBLIC_URL }, world: { webFolder: folder } })
const { database, url } = app

const HOSTILE = `</title></script><script>alert(1)</script>"'&\u2028<!--`

const ids: { [name: string]: VcId | ProjectId } = {}
beforeAll(async () => {
  const { db } = database
  ids.platform = await approveInvestor(db, {
    position: 'General Partner',
    bio: 'Backs engineers.',
    logoUrl: 'https://img.example/a.png',
  })
  ids.listed = await listInvestor(db, { name: HOSTILE, fund: HOSTILE, bio: `${HOSTILE} `.repeat(30) })
  ids.unverified = await listInvestor(db, { isVerified: false })
  ids.pending = await approveInvestor(db, { isVerified: false, reviewStatus: 'pending' })
  ids.unlisted = await listInvestor(db, { unlistedAt: new Date() })
  const addProject = async (about: Partial<typeof projects.$inferInsert>) => {
    const id = newId<ProjectId>('prj')
    await db.insert(projects).values({ id, companyName: 'Anvil', email: 'founder@anvil.example', ...about })
    return id
  }
  ids.project = await addProject({ isPublished: true, oneLineDescription: 'Forges "keys" & locks' })
  ids.nameless = await addProject({ isPublished: true, companyName: null })
  ids.draft = await addProject({ companyName: 'Secret draft' })
})

const open = async (path: string, init?: RequestInit) => fetch(url + path, init)

/** The page as a robot reads it: no script runs. */
async function headOf(path: string) {
  const reply = await open(path)
  const html = await reply.text()
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(html)
  const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? undefined
  const facts = document.querySelector('script[type="application/ld+json"]')?.textContent
  return {
    status: reply.status,
    html,
    scripts: document.querySelectorAll('script:not([type^="application/"])').length,
    title: document.title,
    titles: document.querySelectorAll('title').length,
    description: attribute('meta[name=description]', 'content'),
    descriptions: document.querySelectorAll('meta[name=description]').length,
    robots: attribute('meta[name=robots]', 'content'),
    canonical: attribute('link[rel=canonical]', 'href'),
    og: (name: string) => attribute(`meta[property="og:${name}"]`, 'content'),
    facts: facts === undefined ? undefined : JSON.parse(facts),
    root: document.getElementById('root') !== null,
  }
}

test('the home page has a title, description and structured data', async () => {
  const head = await headOf('/')
  expect(head).toMatchObject({ status: 200, canonical: `${PUBLIC_URL}/`, titles: 1, descriptions: 1, root: true })
  expect(head.og('url')).toBe(`${PUBLIC_URL}/`)
  expect(head.og('image')).toMatch(/^https:\/\/latchkey\.example\/cards\/site\/latchkey-[0-9a-f]{16}\.png$/)
  expect(head.facts).toMatchObject({ '@context': 'https://schema.org', '@type': 'WebSite', url: `${PUBLIC_URL}/` })
})

test('the home page contains the landing page variant of this installation, so that no first visit shows both', async () => {
  expect((await headOf('/')).html).toContain('<meta name="home-variant" content="a" />')
  expect(renderHead(homeHead('b', []), PUBLIC_URL)).toContain('<meta name="home-variant" content="b" />')
})

test('a page of an investor describes the investor, under one canonical address', async () => {
  for (const path of [`/vc/${ids.platform}`, `/investor/${ids.platform}`]) {
    const head = await headOf(path)
    expect(head).toMatchObject({
      status: 200,
      titles: 1,
      title: 'Alan Platform, General Partner at Keystone · Latchkey',
      description: 'Backs engineers.',
      descriptions: 1,
      canonical: `${PUBLIC_URL}/vc/${ids.platform}`,
      robots: undefined,
    })
    expect([head.og('type'), head.og('title')]).toEqual(['profile', head.title])
    expect(head.og('image')).toMatch(new RegExp(`^${PUBLIC_URL}/cards/vc/${ids.platform}-[0-9a-f]{16}\\.png$`))
    expect(head.facts).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: 'Alan Platform', worksFor: { name: 'Keystone' } },
    })
  }
})

test('a published project is described, without its contact', async () => {
  const head = await headOf(`/project/${ids.project}`)
  expect(head).toMatchObject({ status: 200, title: 'Anvil · Latchkey', description: 'Forges "keys" & locks' })
  expect(head.canonical).toBe(`${PUBLIC_URL}/project/${ids.project}`)
  expect(head.html).not.toContain('founder@anvil.example')
  expect((await headOf(`/project/${ids.nameless}`)).title).toBe('Stealth Startup · Latchkey')
})

test('markup in a record is text in its head', async () => {
  const plain = await headOf('/')
  const head = await headOf(`/vc/${ids.listed}`)
  expect(head).toMatchObject({ status: 200, titles: 1, scripts: plain.scripts, root: true })
  expect(head.title).toContain('</title></script><script>alert(1)</script>"')
  expect(head.html.match(/<script>alert/g)).toBeNull()
  expect(head.facts.mainEntity.name).toContain('</script><script>alert(1)')
  expect(head.description?.length).toBeLessThanOrEqual(200)
})

describe('missing pages', () => {
  test.each([
    ['an unknown investor', () => '/vc/recUnknown'],
    ['an unknown verified investor', () => '/investor/recUnknown'],
    ['an invalid id', () => '/vc/%3Cscript%3E'],
    ['an unlisted investor', () => `/vc/${ids.unlisted}`],
    ['an application', () => `/vc/${ids.pending}`],
    ['an unverified investor on the page of the verified', () => `/investor/${ids.unverified}`],
    ['an unknown project', () => '/project/prj_unknown'],
    ['a draft', () => `/project/${ids.draft}`],
    ['a fund that is not listed', () => '/cold-scout/no-such-fund'],
    ['an address without a page', () => '/no/such/page'],
  ])('%s is 404, and the app is served to show it', async (_, path) => {
    const head = await headOf(path())
    expect(head).toMatchObject({ status: 404, root: true, robots: 'noindex', canonical: undefined, facts: undefined, titles: 1 })
    expect(head.title).toMatch(/^(Investor|Project|Fund|Page) Not Found · Latchkey$/)
    expect(head.html).not.toMatch(/Secret draft|Alan Platform|Grace Listed/)
  })

  test('a listed fund has a page', async () => {
    const fund = { id: newId<ColdInvestorId>('cold'), fundName: 'Quiet Fund', fundSlug: 'quiet-fund' }
    await database.db.insert(coldInvestors).values(fund)
    expect((await headOf('/cold-scout/quiet-fund')).status).toBe(200)
  })

  test('an unverified investor has the other page', async () => {
    expect((await headOf(`/vc/${ids.unverified}`)).status).toBe(200)
  })
})

test('the file that devices cache for every screen contains no record', async () => {
  const shell = await (await open('/index.html')).text()
  expect(shell).not.toContain('data-page')
})

test('a head is revalidated and sent only when it changed; compressed if accepted', async () => {
  const path = `/vc/${ids.platform}`
  const first = await open(path, { headers: { 'accept-encoding': 'br' } })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('vary')).toBe('accept-encoding, cookie')
  const etag = first.headers.get('etag') ?? ''
  expect((await open(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  await database.sql`update vcs set bio = 'Backs plumbers.' where id = ${ids.platform ?? ''}`
  expect((await open(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

describe('robots', () => {
  const text = async (path: string) => {
    const reply = await open(path)
    return { status: reply.status, type: reply.headers.get('content-type'), body: await reply.text() }
  }

  test('may read public pages, and get the address of the sitemap', async () => {
    const { status, type, body } = await text('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain;charset=utf-8'])
    expect(body).toContain('Allow: /api/sync/directory\n')
    expect(body).toContain('Disallow: /api/\n')
    expect(body).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
  })

  test('find every public page, and no other', async () => {
    const { status, type, body } = await text('/sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml;charset=utf-8'])
    const listed = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
    for (const path of ['/', '/vcs', `/vc/${ids.platform}`, `/vc/${ids.unverified}`, `/project/${ids.project}`]) {
      expect(listed).toContain(PUBLIC_URL + path)
    }
    for (const id of [ids.pending, ids.unlisted, ids.draft]) expect(body).not.toContain(id)
    expect(body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
  })

  test('get a large sitemap in parts, which together are complete', async () => {
    await database.sql`insert into directory_investors (id, name, is_verified, is_venture_capital, is_angel, raw, source_hash)
      select 'recMany' || n, 'One of many', true, true, false, '{}', n::text from generate_series(1, 5001) as n`
    // A node caches the sitemaps that it generated for a minute.
    const node = await app.anotherNode()
    const text = async (path: string) => {
      const reply = await fetch(node.url + path)
      return { status: reply.status, body: await reply.text() }
    }
    const index = (await text('/sitemap.xml')).body
    const parts = [...index.matchAll(/<loc>https:\/\/latchkey\.example([^<]*)<\/loc>/g)].map(([, path = '']) => path)
    expect(parts).toEqual(['/sitemap/1.xml', '/sitemap/2.xml'])
    const listed = (await Promise.all(parts.map(text))).flatMap(({ body }) =>
      [...body.matchAll(/<loc>([^<]*)/g)].map(([, at]) => at),
    )
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.filter((address) => address?.includes('/vc/recMany'))).toHaveLength(5001)
    for (const path of ['/sitemap/3.xml', '/sitemap/0.xml', '/sitemap/x.xml']) expect((await text(path)).status).toBe(404)
  })
})

test('without PUBLIC_URL the canonical address is that of the request', async () => {
  const plain = await startTestApp({ world: { webFolder: folder } })
  const html = await (await fetch(`${plain.url}/`)).text()
  expect(html).toContain(`<link data-page rel="canonical" href="${plain.url}/" />`)
})
