import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { investorStats, syncChunks } from '#drizzle/schema/index.ts'
import type { VcId } from '#shared/ids.ts'
import { fromColumns } from '#shared/sync/column-part.ts'
import type { DirectorySnapshot } from '#shared/sync/protocol.ts'
import { addListings, directoryApp, directoryLane, listing } from '#tests/support/actors/directory.ts'
import { createClient } from '#tests/support/client.ts'
import { soleDatabase } from '#tests/support/database/postgres.ts'

const database = await soleDatabase()
const app = directoryApp(directoryLane(database)).listen({ port: 0, hostname: '127.0.0.1' })
afterAll(() => app.stop(true))
const client = createClient(`http://127.0.0.1:${app.server?.port}`)
const manifest = async () => (await client.get<DirectorySnapshot>('/api/sync/directory/snapshot')).body
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

beforeAll(async () => {
  const many = Array.from({ length: 1500 }, (_, at) => listing(`rec${String(at).padStart(4, '0')}`, { isVerified: at % 2 === 0 }))
  for (let at = 0; at < many.length; at += 500) await addListings(database.db, ...many.slice(at, at + 500))
  await database.db.insert(investorStats).values({ id: 'rec0042' as VcId, totalRequests: 99, topTag: 'AI', rank: 1 })
  await database.sql`insert into cold_investors (id, fund_name, fund_slug) values ('cold_1', 'Cold', 'cold')`
})

/** A chunk exactly as it is transferred: `fetch` would decompress it. */
async function raw(path: string, acceptEncoding: string, headers: Record<string, string> = {}) {
  // Bun's own option, which the DOM's types do not know.
  const init = { headers: { 'accept-encoding': acceptEncoding, ...headers }, decompress: false } as RequestInit
  const response = await client.send(path, init)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('the first chunk alone renders the first screen: the best investors first, with their numbers, and the cold funds', async () => {
  const { parts } = await manifest()
  const { body } = await client.get<{ put: Record<string, { id: string; isVerified?: boolean }[]> }>(
    `/api/sync/directory/parts/${parts[0]}`,
  )
  expect(body.put.investors?.[0]?.id).toBe('rec0042')
  expect(body.put.investors?.slice(0, 250).every(({ isVerified }) => isVerified)).toBe(true)
  expect(body.put.investors).toHaveLength(250)
  expect(body.put.stats).toMatchObject([{ id: 'rec0042', rank: 1 }])
  expect(body.put.coldFunds).toMatchObject([{ id: 'cold_1' }])
})

test('a chunk is named by its content hash, is compressed, and is cached for an hour', async () => {
  const { parts } = await manifest()
  for (const hash of parts) {
    const path = `/api/sync/directory/parts/${hash}`
    const [br, gzip, plain] = [await raw(path, 'gzip, br'), await raw(path, 'gzip;q=1, br;q=0'), await raw(path, 'identity')]
    expect(br.response.headers.get('content-encoding')).toBe('br')
    expect(gzip.response.headers.get('content-encoding')).toBe('gzip')
    expect(plain.response.headers.get('content-encoding')).toBeNull()
    for (const bytes of [brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes), plain.bytes]) expect(sha256(bytes)).toBe(hash)
    expect(br.response.headers.get('cache-control')).toBe('public, max-age=3600, immutable')
    expect(br.response.headers.get('vary')).toContain('accept-encoding')
    const revalidated = await raw(path, 'br', { 'if-none-match': br.response.headers.get('etag') ?? '' })
    expect([revalidated.response.status, revalidated.bytes.length]).toEqual([304, 0])
  }
})

test('a chunk by fields is smaller, and results in the content of its hash', async () => {
  const { parts } = await manifest()
  const sizes = { rows: 0, columns: 0 }
  for (const hash of parts) {
    const path = `/api/sync/directory/parts/${hash}`
    const [rows, columns] = [await raw(path, 'br'), await raw(`${path}?form=columns`, 'br')]
    const { json } = fromColumns(brotliDecompressSync(columns.bytes).toString())
    expect(sha256(Buffer.from(json))).toBe(hash)
    expect(columns.response.headers.get('cache-control')).toBe(rows.response.headers.get('cache-control'))
    expect(columns.response.headers.get('etag')).not.toBe(rows.response.headers.get('etag'))
    sizes.rows += rows.bytes.length
    sizes.columns += columns.bytes.length
  }
  expect(sizes.columns).toBeLessThan(sizes.rows)
})

test('a chunk by fields is sent by documents to a client without brotli, and from a chunk that an earlier release stored', async () => {
  const { parts } = await manifest()
  const path = `/api/sync/directory/parts/${parts[0]}?form=columns`
  const withoutBrotli = await raw(path, 'gzip')
  expect(sha256(gunzipSync(withoutBrotli.bytes))).toBe(parts[0])

  const isFirst = eq(syncChunks.sha256, parts[0] ?? '')
  const [kept] = await database.db.select({ columns: syncChunks.columns }).from(syncChunks).where(isFirst)
  await database.db.update(syncChunks).set({ columns: null }).where(isFirst)
  const node = directoryApp(directoryLane(database)).listen({ port: 0, hostname: '127.0.0.1' })
  try {
    const init = { headers: { 'accept-encoding': 'br' }, decompress: false } as RequestInit
    const stored = await fetch(`http://127.0.0.1:${node.server?.port}${path}`, init)
    expect(sha256(brotliDecompressSync(await stored.arrayBuffer()))).toBe(parts[0])
  } finally {
    await node.stop(true)
    await database.db
      .update(syncChunks)
      .set({ columns: kept?.columns ?? null })
      .where(isFirst)
  }
})

test('a cache that revalidates its copy gets 404 when the chunk was removed', async () => {
  const hash = 'f'.repeat(64)
  const reply = await raw(`/api/sync/directory/parts/${hash}`, 'br', { 'if-none-match': `"${hash}-br"` })
  expect(reply.response.status).toBe(404)
})

test('HEAD answers like GET, without a body', async () => {
  const { epoch, cursor, parts } = await manifest()
  for (const path of [`parts/${parts[0]}`, 'snapshot', `?epoch=${epoch}&since=${cursor}`]) {
    const reply = await client.send(`/api/sync/directory/${path}`.replace('/?', '?'), { method: 'HEAD' })
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe('')
  }
})

test('a delta is compressed when it is large enough, and is never cached', async () => {
  const { epoch, cursor } = await manifest()
  await database.sql`update directory_investors set bio = repeat('long ', 500) where id = 'rec0001'`
  const path = `/api/sync/directory?epoch=${epoch}&since=${cursor}`
  const { response, bytes } = await raw(path, 'br')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(bytes.length).toBeLessThan(1500)
  expect(JSON.parse(brotliDecompressSync(bytes).toString()).put.investors).toMatchObject([{ id: 'rec0001' }])
})

test.each([
  ['parts/nothing', 422],
  [`parts/${'0'.repeat(64)}`, 404],
  [`parts/${'A'.repeat(64)}`, 422],
  [`parts/${'0'.repeat(64)}?form=rows`, 422],
  ['?epoch=abcdefgh', 422],
  ['?since=1', 422],
  ['?epoch=abcdefgh&since=-1', 422],
  ['?epoch=abcdefgh&since=1e9', 422],
  ["?epoch=abcdefgh&since=1'--", 422],
  ['?epoch=..%2F..&since=1', 422],
  ['?epoch=abcdefgh&since=1&since=2', 422],
  ['nowhere', 404],
])('%s is refused with a message', async (path, status) => {
  const reply = await client.get(`/api/sync/directory/${path}`.replace('/?', '?'))
  expect(reply).toMatchObject({ status, body: { message: expect.any(String), code: expect.any(String) } })
})
