import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseEnv } from '#server/env.ts'
import pages from '#server/seed/data/airtable-directory.json'
import { testDatabase } from '#tests/support/database/postgres.ts'
import { fetchListing } from './airtable.ts'
import { listingSource, refreshListing } from './refresh-listing.ts'

type Handler = (request: Request, url: URL) => Response | Promise<Response>

const { db, sql } = await testDatabase()
let answer: Handler
let requests: { at: number; path: string; offset: string | null; key: string | null }[]
let clock: number
let server: ReturnType<typeof Bun.serve>

/** Pages like the API: each reply contains the offset of the next page. */
const paged: Handler = (_, url) => {
  const offset = url.searchParams.get('offset')
  const index = offset === null ? 0 : pages.findIndex((page) => page.offset === offset) + 1
  return Response.json(pages[index])
}

beforeEach(async () => {
  await sql`truncate directory_investors, import_runs`
  answer = paged
  requests = []
  clock = 0
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      requests.push({
        at: clock,
        path: url.pathname,
        offset: url.searchParams.get('offset'),
        key: request.headers.get('authorization'),
      })
      return answer(request, url)
    },
  })
})
afterEach(() => server.stop(true))

/** Time advances only when the client sleeps. */
const retryPolicy = {
  now: () => clock,
  random: () => 0,
  sleep: async (ms: number) => {
    clock += ms
  },
}
const source = () => ({ apiUrl: `http://127.0.0.1:${server.port}/v0`, apiKey: 'key-1', baseId: 'app1', table: 'VC list/2' })
const fetchAll = () => fetchListing({ ...source(), ...retryPolicy })

/** Replies with `first` to the first `times` requests, then with pages. */
const atFirst = (times: number, first: () => Response): Handler => {
  let left = times
  return (request, url) => {
    left -= 1
    return left >= 0 ? first() : paged(request, url)
  }
}

test('all pages are read, in order, with the key', async () => {
  expect(await fetchAll()).toEqual(pages.flatMap((page): unknown[] => page.records))
  expect(requests.map(({ offset }) => offset)).toEqual([null, ...pages.slice(0, -1).map((page) => page.offset)])
  for (const { key, path } of requests) expect({ key, path }).toEqual({ key: 'Bearer key-1', path: '/v0/app1/VC%20list%2F2' })
})

test('no more than five requests begin in a second', async () => {
  await fetchAll()
  expect(requests.map(({ at }) => at)).toEqual([0, 200, 400, 600])
})

test('a 429 is retried after its Retry-After', async () => {
  answer = atFirst(1, () => new Response('', { status: 429, headers: { 'retry-after': '7' } }))
  expect(await fetchAll()).toHaveLength(394)
  expect(requests[1]?.at).toBe(7000)
})

test('a 429 without Retry-After is retried after 30 seconds', async () => {
  answer = atFirst(2, () => new Response('', { status: 429 }))
  expect(await fetchAll()).toHaveLength(394)
  expect(requests.slice(0, 3).map(({ at }) => at)).toEqual([0, 30_000, 60_000])
})

test('a transient failure is retried with growing pauses', async () => {
  answer = atFirst(2, () => new Response('', { status: 503 }))
  expect(await fetchAll()).toHaveLength(394)
  expect(requests.slice(0, 3).map(({ at }) => at)).toEqual([0, 1000, 3000])
})

test('a permanently failing source is abandoned', async () => {
  answer = () => new Response('', { status: 500 })
  await expect(fetchAll()).rejects.toThrow('Page 1 of the external listing could not be read')
  expect(requests).toHaveLength(5)
})

test('a Retry-After beyond the deadline fails immediately', async () => {
  answer = () => new Response('', { status: 429, headers: { 'retry-after': '3600' } })
  await expect(fetchAll()).rejects.toThrow('Page 1')
  expect(clock).toBe(0)
})

test.each([401, 403, 404, 422])('%d is final, and the error does not contain the key', async (status) => {
  answer = () => new Response('', { status })
  const error = await fetchAll().catch((thrown: unknown) => thrown)
  expect(Bun.inspect(error)).toContain(`the source answered ${status}`)
  expect(Bun.inspect(error)).not.toContain('key-1')
  expect(requests).toHaveLength(1)
})

test('a redirect is not followed: it would leak the key', async () => {
  answer = atFirst(9, () => Response.redirect(`http://127.0.0.1:${server.port}/elsewhere`))
  await expect(fetchAll()).rejects.toThrow('Page 1')
  expect(requests.map(({ path }) => path)).not.toContain('/elsewhere')
})

test.each<[string, () => Response]>([
  ['no JSON', () => new Response('<html>')],
  ['no records', () => Response.json({ error: 'nothing' })],
  ['records that are no list', () => Response.json({ records: { id: 'rec1' } })],
  ['an offset that is no text', () => Response.json({ records: [], offset: 7 })],
])('a page with %s ends the import', async (_, page) => {
  answer = page
  await expect(fetchAll()).rejects.toThrow('Page 1 of the external listing')
})

test('a cycle of pages ends the import', async () => {
  answer = () => Response.json({ records: [], offset: 'again' })
  await expect(fetchAll()).rejects.toThrow('leads back')
})

test('a refresh lists every record', async () => {
  expect(await refreshListing({ db, source: source(), ...retryPolicy })).toMatchObject({ received: 394, added: 394 })
})

test('a refresh that another one overtakes reads the listing again: a slow reply does not replace a newer one', async () => {
  const page = (name: string) => Response.json({ records: [{ id: 'rec1', fields: { name } }] })
  const refresh = () => refreshListing({ db, source: source(), ...retryPolicy })
  const [asked, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  answer = async () => {
    answer = () => page('New')
    asked.resolve()
    await arrives.promise
    return page('Old')
  }
  const slow = refresh()
  await asked.promise
  await refresh()
  arrives.resolve()
  expect(await slow).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await sql`select name from directory_investors`).toMatchObject([{ name: 'New' }])
  expect(requests).toHaveLength(3)
})

test('when the last page breaks, nothing of the earlier ones is applied', async () => {
  answer = (request, url) =>
    url.searchParams.get('offset') === pages[2]?.offset ? new Response('', { status: 500 }) : paged(request, url)
  await expect(refreshListing({ db, source: source(), ...retryPolicy })).rejects.toThrow('Page 4')
  expect((await sql`select 1 from directory_investors`).length).toBe(0)
})

test('a listing is read only where one is configured', () => {
  expect(listingSource(parseEnv({}))).toBeUndefined()
  const env = { AIRTABLE_API_KEY: 'k', AIRTABLE_BASE_ID: 'b', AIRTABLE_TABLE: 't', AIRTABLE_API_URL: 'http://localhost:1/v0' }
  expect(listingSource(parseEnv(env))).toEqual({ apiKey: 'k', baseId: 'b', table: 't', apiUrl: 'http://localhost:1/v0' })
})
