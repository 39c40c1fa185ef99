import { beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '#drizzle/seed.ts'
import type { DirectorySnapshot } from '#shared/sync/protocol.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

/** Everything of the sample data that is sold: no stranger may ever receive one of these. */
async function lockedValues({ database }: TestApp): Promise<string[]> {
  const rows = await database.sql<{ value: string | null }[]>`
    select unnest(array[email, telegram, meeting_link, linkedin_url, twitter_url, website]) as value from directory_investors
    union select unnest(array[email, telegram_url, meeting_url, calendly_link, contact_handle, meeting_link, linkedin_url, twitter_url]) from vcs
    union select unnest(array[full_name, linkedin_url, twitter_url]) from decision_makers`
  const values = rows.map(({ value }) => value).filter((value) => value !== null)
  // A fund's site is public where the fund itself is listed in Cold Scout.
  const published = await database.sql<{ website: string }[]>`select website from cold_investors where website is not null`
  const isPublic = new Set(published.map(({ website }) => website))
  return values.filter((value) => value.length > 4 && !isPublic.has(value))
}

let app: TestApp
let canaries: string[]

beforeAll(async () => {
  app = await startTestApp()
  await seedDemo({ db: app.world.db, demoPassword: 'a-long-demo-password' })
  canaries = await lockedValues(app)
}, 60_000)

const singing = (body: string) =>
  canaries.filter((canary) => body.includes(canary) || body.includes(JSON.stringify(canary).slice(1, -1)))

/** Addresses that stand for every route which a stranger may read. */
async function publicPaths(): Promise<string[]> {
  const { sql } = app.database
  const [listed] = await sql<
    { id: string }[]
  >`select id from directory_investors where telegram is not null and is_verified limit 1`
  const [owned] = await sql<{ id: string }[]>`select id from vcs where is_verified limit 1`
  const fill = (path: string, id: string | undefined) => path.replace(/:(\w+)\??/g, id ?? 'none')
  const gets = app.app.http.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const ids = [listed?.id, owned?.id]
  const filled = gets.filter((path) => !path.includes('*')).flatMap((path) => ids.map((id) => fill(path, id)))
  const asked = ids.map((id) => `/api/check-vc-unlock?vcId=${id}&vcType=airtable&email=founder@latchkey.example`)
  const pages = ids.flatMap((id) => [`/vc/${id}`, `/investor/${id}`])
  return [...new Set([...filled, ...asked, ...pages, '/', '/vcs', '/directory', '/sitemap.xml'])]
}

describe('no stranger receives what is sold', () => {
  test('there is something to find', () => {
    expect(canaries.length).toBeGreaterThan(1000)
    expect(singing(JSON.stringify({ seen: canaries[0] }))).toHaveLength(1)
  })

  test('not by any public address', async () => {
    const leaks: string[] = []
    for (const path of await publicPaths()) {
      if (path === '/api/sync/live') continue // A socket; it sends scopes only.
      const reply = await fetch(app.url + path)
      const found = singing(await reply.text())
      if (found.length > 0) leaks.push(`${path}: ${found.slice(0, 3)}`)
    }
    expect(leaks).toEqual([])
  })

  test('not in any part of the directory, nor in a delta since the beginning', async () => {
    const { epoch, parts } = (await (await fetch(`${app.url}/api/sync/directory/snapshot`)).json()) as DirectorySnapshot
    expect(parts.length).toBeGreaterThan(0)
    const addresses = [...parts.map((part) => `/parts/${part}`), `?epoch=${epoch}&since=0`]
    for (const address of addresses) {
      const body = await (await fetch(`${app.url}/api/sync/directory${address}`)).text()
      expect(singing(body)).toEqual([])
    }
  })

  test('not as a stranger, a guest or an account that bought nothing', async () => {
    const people = [app.visitor(), await app.member()]
    for (const person of people) {
      const { body } = await person.post('/api/sync/me', { have: {} })
      expect(singing(JSON.stringify(body ?? {}))).toEqual([])
    }
  })
})
