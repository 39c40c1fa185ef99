import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { directoryInvestors } from '#drizzle/schema/index.ts'
import { health, type Readiness } from '#server/http/health.ts'
import type { VcId } from '#shared/ids.ts'
import { grantContact } from '#tests/support/actors/grants.ts'
import { startTestApp } from '#tests/support/app.ts'

/** The cost of a stranger who requests much and reads none of it. */
const RECORDS = 4000
const READERS = 100
/** On an idle machine it takes 0.6 s. Before replies shared their bytes it took 20 s. */
const MAX_MS = 15_000
const MAX_BYTES = 200 * 1024 * 1024

const app = await startTestApp()
const { db } = app.database
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const host = new URL(app.url)

/** Sends a request and reads nothing of its answer. Resolves once the answer has begun to arrive. */
function requestWithoutReading(path: string, headers = ''): Promise<void> {
  const socket = connect(Number(host.port), host.hostname)
  sockets.push(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host.host}\r\n${headers}\r\n`)
  return new Promise((done, fail) => {
    socket.once('error', fail)
    socket.once('readable', () => {
      socket.pause()
      done()
    })
  })
}

async function fillDirectory() {
  const text = 'A thesis that fills more than a card, so that few records make a large reply. '.repeat(12)
  for (let from = 0; from < RECORDS; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      id: `rec${from + at}` as never,
      name: `Investor ${from + at}`,
      isVerified: true,
      isVentureCapital: true,
      isAngel: false,
      investmentThesis: text,
      raw: {},
      sourceHash: '',
    }))
    await db.insert(directoryInvestors).values(rows)
  }
}

test('a hundred strangers who request the whole directory and read nothing share its bytes, and block no other client', async () => {
  await fillDirectory()
  const whole = await app.visitor().send('/api/airtable/vcs', { headers: { 'accept-encoding': 'identity' } })
  expect((await whole.text()).length).toBeGreaterThan(4_000_000)
  Bun.gc(true)
  const before = process.memoryUsage().rss
  const beganAt = performance.now()
  await Promise.all(Array.from({ length: READERS }, () => requestWithoutReading('/api/airtable/vcs')))
  expect((await app.visitor().get('/api/config')).status).toBe(200)
  expect(performance.now() - beganAt).toBeLessThan(MAX_MS)
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_BYTES)

  // The same for a chunk of the directory, which a client without compression gets uncompressed.
  const { parts } = (await app.visitor().get<{ parts: string[] }>('/api/sync/directory/snapshot')).body
  Bun.gc(true)
  const beforeParts = process.memoryUsage().rss
  await Promise.all(Array.from({ length: READERS }, () => requestWithoutReading(`/api/sync/directory/parts/${parts[0]}`)))
  expect(process.memoryUsage().rss - beforeParts).toBeLessThan(MAX_BYTES)
})

test('a guest with one contact gets the listing from shared bytes, and each answer counts by its size', async () => {
  const holder = await app.member()
  await grantContact(db, holder.user.principalId, 'rec7' as VcId)
  const cookie = `cookie: ${[...holder.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n`
  const own = await holder.send('/api/airtable/vcs', { headers: { 'accept-encoding': 'identity' } })
  const { verifiedVCs } = (await own.json()) as { verifiedVCs: { id: string; email?: unknown }[] }
  expect(verifiedVCs).toHaveLength(RECORDS)
  expect(verifiedVCs.filter((record) => 'email' in record).map(({ id }) => id)).toEqual(['rec7'])
  Bun.gc(true)
  const before = process.memoryUsage().rss
  await Promise.all(Array.from({ length: READERS }, () => requestWithoutReading('/api/airtable/vcs', cookie)))
  expect((await app.visitor().get('/api/config')).status).toBe(200)
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_BYTES)

  const counted = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '1' } })
  const caller = counted.visitor()
  for (const [name, value] of holder.cookies) caller.cookies.set(name, value)
  const statuses: number[] = []
  for (let at = 0; at < 40 && !statuses.includes(429); at += 1) {
    const reply = await caller.send('/api/airtable/vcs', { headers: { 'accept-encoding': 'identity' } })
    await reply.body?.cancel()
    statuses.push(reply.status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.length).toBeGreaterThan(4)
})

test('pages and sitemaps count as calls do, and the files of the app do not', async () => {
  const webFolder = mkdtempSync(`${tmpdir()}/latchkey-files-`)
  writeFileSync(`${webFolder}/logo.svg`, '<svg/>')
  const small = await startTestApp({ database: app.database, env: { RATE_LIMIT_SCALE: '0.01' }, world: { webFolder } })
  const ask = async (path: string, times: number) => {
    const statuses = new Set<number>()
    for (let at = 0; at < times; at += 1) statuses.add((await small.visitor().send(path)).status)
    return [...statuses].sort()
  }
  expect(await ask('/sitemap/1.xml', 100)).toEqual([200, 429])
  expect(await ask('/vc/recUnknown', 1)).toEqual([429])
  expect(await ask('/assets/gone-1.js', 1)).toEqual([429])
  expect(await ask('/logo.svg', 3)).toEqual([200])
  rmSync(webFolder, { recursive: true })
})

test('a sitemap is generated once for all requests within a minute', async () => {
  const first = await (await app.visitor().send('/sitemap/1.xml')).text()
  expect(first).toContain('/vc/rec')
  await db.delete(directoryInvestors)
  expect(await (await app.visitor().send('/sitemap/1.xml')).text()).toBe(first)
  expect((await app.visitor().send('/sitemap/9.xml')).status).toBe(404)
})

test('concurrent health requests to a node share one check', async () => {
  let checks = 0
  const check = async () => {
    checks += 1
    await Promise.resolve()
  }
  const readiness: Readiness = {
    isDraining: false,
    checkDatabase: check,
    checkSync: async () => undefined,
    countAlertsUnsent: async () => 0,
    countViolations: async () => 0,
  }
  const { handle } = health(readiness, { token: undefined, trustedProxies: 0 })
  const replies = await Promise.all(Array.from({ length: 50 }, () => handle(new Request('http://localhost/api/health'))))
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(checks).toBeLessThanOrEqual(2)
})
