import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { AdminClientError } from '#shared/client-errors/contract.ts'
import { grantAdmin } from '#tests/support/actors/admins.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { listClientErrorRows } from '#tests/support/state/client-errors.ts'

const webFolder = mkdtempSync(`${tmpdir()}/latchkey-web-`)
atEnd(async () => rmSync(webFolder, { recursive: true }))
mkdirSync(`${webFolder}/assets`)
const [BUILD, NEXT_BUILD, CHUNK] = ['index-AbC12_x.js', 'index-Next123.js', '-5zYxWv.js']
for (const file of [BUILD, NEXT_BUILD, CHUNK]) writeFileSync(`${webFolder}/assets/${file}`, 'export {}')

const startApp = (env: Record<string, string> = {}, now = () => new Date()) => startTestApp({ env, world: { webFolder, now } })
// Errors are counted by day: the day does not end during the tests.
const toNoon = new Date().setUTCHours(12, 0, 0, 0) - Date.now()
const app = await startApp({}, () => new Date(Date.now() + toNoon))

const frame = (line: number, file = CHUNK) => ({ file, line, column: 7 })
const anError = (line: number, about: object = {}) => ({
  kind: 'error',
  name: 'TypeError',
  code: null,
  frames: [frame(line)],
  build: BUILD,
  route: '/contacts/$id',
  isOnline: true,
  browser: 'Firefox',
  ...about,
})
const report = (client: Client, ...errors: object[]) => client.post<{ code?: string }>('/api/client-errors', { errors })

async function anAdmin(of = app) {
  const admin = await of.member()
  await grantAdmin(of, admin)
  return async () => {
    const { status, body } = await admin.get<AdminClientError[]>('/api/admin/client-errors')
    expect(status).toBe(200)
    return body
  }
}
const list = await anAdmin()
const atLine = async (line: number) => (await list()).filter(({ frames }) => frames[0]?.line === line)

test('errors of one place are counted together over builds and browsers, without a guest or an account', async () => {
  const visitor = app.visitor()
  expect(await report(visitor, anError(1), anError(1, { browser: 'Chrome', isOnline: false }))).toMatchObject({ status: 200 })
  expect(visitor.cookies.size).toBe(0)
  await report(app.visitor(), anError(1, { build: NEXT_BUILD }), anError(2))
  expect(await atLine(1)).toMatchObject([
    {
      ...{ kind: 'error', name: 'TypeError', code: null, route: '/contacts/$id', frames: [frame(1)] },
      ...{ count: 3, offlineCount: 1, builds: [BUILD, NEXT_BUILD], browsers: ['Chrome', 'Firefox'] },
    },
  ])
  expect((await atLine(2)).map(({ count, builds }) => [count, builds])).toEqual([[1, [BUILD]]])
  const metrics = await app.app.metrics.registry.getSingleMetricAsString('latchkey_client_errors_total')
  expect(metrics).toContain('latchkey_client_errors_total{kind="error"} 4')
})

test('concurrent reports are all counted', async () => {
  await Promise.all(Array.from({ length: 20 }, () => report(app.visitor(), anError(3))))
  expect((await atLine(3)).map(({ count }) => count)).toEqual([20])
})

test('what is no name or number of the product is never stored', async () => {
  const secret = 'ada-example-com'
  const hostile = anError(4, {
    name: `${secret} failed`,
    route: `/contacts/${secret}`,
    frames: [frame(4), { file: `${secret}.js`, line: 1, column: 1, function: secret }],
    message: `The note of ${secret}`,
    stack: secret,
  })
  await report(app.visitor(), hostile, anError(5, { build: `${secret}.js` }))
  expect(await atLine(4)).toMatchObject([{ name: 'other', route: 'other', frames: [frame(4)] }])
  expect(await atLine(5)).toEqual([])
  expect(JSON.stringify(await listClientErrorRows(app.database.db))).not.toContain(secret)
})

test.each<[string, object]>([
  ['another kind', { kind: 'ada' }],
  ['another browser', { browser: 'Ada’s own' }],
  ['a file with a path', { frames: [{ ...frame(1), file: '../assets/a.js' }] }],
  ['a fraction of a line', { frames: [frame(1.5)] }],
  ['thirteen lines', { frames: Array(13).fill(frame(1)) }],
  ['a code of four digits', { code: 1000 }],
  ['no build', { build: undefined }],
])('a report with %s is refused', async (_, about) => {
  expect(await report(app.visitor(), anError(6, about))).toMatchObject({ status: 422 })
})

test('a call has ten reports and 16 KB at most', async () => {
  expect((await report(app.visitor(), ...Array(11).fill(anError(6)))).status).toBe(422)
  expect(await report(app.visitor(), anError(6, { message: 'x'.repeat(900), more: 'x'.repeat(16_000) }))).toMatchObject({
    status: 413,
  })
})

test('only an admin reads the errors', async () => {
  expect((await app.visitor().get('/api/admin/client-errors')).status).toBe(401)
  expect((await (await app.member()).get('/api/admin/client-errors')).status).toBe(403)
})

test('a day has 500 rows at most; those that exist are counted further', async () => {
  const { db } = app.database
  for (let from = 1000; from < 1520; from += 10) {
    await report(app.visitor(), ...Array.from({ length: 10 }, (_, at) => anError(from + at)))
  }
  expect(await listClientErrorRows(db)).toHaveLength(500)
  await report(app.visitor(), anError(1))
  expect((await atLine(1)).map(({ count }) => count)).toEqual([4])
})

test('a client address and all together report a limited number in an hour', async () => {
  const limited = await startApp({ RATE_LIMIT_SCALE: '0.02', TRUST_PROXY: '1' })
  const from = (address: string) =>
    limited.visitor().post('/api/client-errors', { errors: [anError(1)] }, { headers: { 'x-forwarded-for': address } })
  expect([(await from('198.51.100.1')).status, (await from('198.51.100.1')).status]).toEqual([200, 429])
  const others = []
  for (let at = 2; at < 130; at += 1) others.push((await from(`198.52.${at}.1`)).status)
  expect(others.indexOf(429)).toBe(119)
})

test('errors are deleted after 30 days', async () => {
  let now = new Date('2026-11-01T12:00:00Z')
  const later = await startApp({}, () => now)
  await report(later.visitor(), anError(1))
  const prune = () => later.app.jobs['client-errors.prune']?.({}, undefined as never)
  now = new Date('2026-12-01T12:00:00Z')
  await prune()
  await report(later.visitor(), anError(2))
  const days = async () => (await listClientErrorRows(later.database.db)).map(({ day }) => day)
  expect(await days()).toEqual(['2026-11-01', '2026-12-01'])
  now = new Date('2026-12-02T00:00:00Z')
  await prune()
  expect(await days()).toEqual(['2026-12-01'])
})

test('the share of pages that report is configured; 0 keeps no report of any page', async () => {
  expect((await app.visitor().get('/api/config')).body).toMatchObject({ errorSampleRate: 1 })
  const off = await startApp({ CLIENT_ERROR_SAMPLE_RATE: '0' })
  expect((await off.visitor().get('/api/config')).body).toMatchObject({ errorSampleRate: 0 })
  expect((await report(off.visitor(), anError(1))).status).toBe(200)
  expect(await listClientErrorRows(off.database.db)).toEqual([])
})
