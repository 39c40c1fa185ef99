import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocks, jobs, mailOutbox } from '#drizzle/schema/index.ts'
import { createLog } from '#server/log.ts'
import { startTestApp } from '#tests/support/app.ts'
import { newClientId, newMutationId } from '#tests/support/private-lane.ts'
import { until } from '#tests/support/until.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const TOKEN = 'a token of sixteen letters'
const app = await startTestApp({ runsNewSchedulesAtOnce: true, env: { TRUST_PROXY: '1', HEALTH_TOKEN: TOKEN }, world: { log } })
const { db } = app.database

type Panel = { id: number; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }

const REMOTE = { 'x-forwarded-for': '198.51.100.7' }
const scrape = (headers: Record<string, string>) => fetch(`${app.url}/api/metrics`, { headers })
const read = async () => (await scrape({ ...REMOTE, authorization: `Bearer ${TOKEN}` })).text()
/** The value of a series, by its name with its labels. */
const figureOf = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('the figures are for operators: a client with the token; another client learns not even that they exist', async () => {
  const anyone = await scrape(REMOTE)
  expect([anyone.status, ((await anyone.json()) as { code: string }).code]).toEqual([404, 'not-found'])
  expect((await scrape({ ...REMOTE, authorization: 'Bearer another token of letters' })).status).toBe(404)
  const operator = await scrape({ ...REMOTE, authorization: `Bearer ${TOKEN}` })
  expect([operator.status, operator.headers.get('content-type'), operator.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
})

test('calls, mutations and pulls are counted by route, name and result, and by nothing of a user', async () => {
  const member = await app.member()
  const mutation = { id: newMutationId(), madeAt: new Date().toISOString() }
  const saved = { ...mutation, name: 'investor.save', args: { vcId: 'recNone', isSaved: true } }
  const unknown = { ...mutation, id: newMutationId(), name: `name of ${member.user.email}`, args: {} }
  await member.post('/api/sync/push', { clientId: newClientId(), mutations: [saved, unknown] })
  await member.post('/api/sync/me', { have: {} })
  await member.get('/api/contacts.vcf')
  const text = await read()
  expect(figureOf(text, 'latchkey_request_seconds_count{method="POST",route="/api/sync/push",status="200"}')).toBe(1)
  expect(figureOf(text, 'latchkey_request_seconds_count{method="GET",route="/api/contacts.vcf",status="200"}')).toBe(1)
  expect(figureOf(text, 'latchkey_mutations_total{name="investor.save",status="applied"}')).toBe(1)
  expect(figureOf(text, 'latchkey_mutations_total{name="unknown",status="refused"}')).toBe(1)
  expect(figureOf(text, 'latchkey_private_pulls_total{result="changed"}')).toBe(1)
  for (const secret of [member.user.email, member.user.principalId, 'recNone']) expect(text).not.toContain(secret)
})

test('what waits and what fails in the database is shown with its age', async () => {
  const hourAgo = new Date(Date.now() - 60 * 60 * 1000)
  await db
    .insert(jobs)
    .values({ id: 'job_late', kind: 'of another release', key: 'x', runAt: hourAgo, attempts: 4, lastError: 'Error' })
  // A job that recurs keeps its number of attempts.
  await db
    .insert(jobs)
    .values({ id: 'job_often', kind: 'of another release', key: 'y', runAt: hourAgo, attempts: 4, lastError: '' })
  const mail = { template: 'welcome', recipient: 'ada@example.com', subject: 'x', text: 'x', attempts: 1 }
  const lockedUntil = new Date(Date.now() + 60 * 60 * 1000)
  await db.insert(mailOutbox).values({ id: 'mail_late', ...mail, sendAt: hourAgo, lockedUntil })
  await db.insert(mailOutbox).values({ id: 'mail_failed', ...mail, failedAt: new Date() })
  // The member's first mail may wait for a moment.
  const text = await until(read, (now) => figureOf(now, 'latchkey_mails_waiting') === 1)
  expect(figureOf(text, 'latchkey_jobs_failing')).toBe(1)
  expect(figureOf(text, 'latchkey_jobs_due')).toBeGreaterThanOrEqual(1)
  for (const lag of ['job', 'mail']) {
    expect(figureOf(text, `latchkey_${lag}_lag_seconds`)).toBeGreaterThanOrEqual(3600)
    expect(figureOf(text, `latchkey_${lag}_lag_seconds`)).toBeLessThan(3700)
  }
  expect([figureOf(text, 'latchkey_mails_waiting'), figureOf(text, 'latchkey_mails_failed')]).toEqual([1, 1])
  expect([figureOf(text, 'latchkey_ledger_violations'), figureOf(text, 'latchkey_database_up')]).toEqual([0, 1])
  expect(figureOf(text, 'latchkey_memory_bytes')).toBeGreaterThan(1_000_000)
})

test('what the block list has refused is shown by kind, without the addresses', async () => {
  const entry = { reason: 'Spam.', kind: 'domain' as const }
  const spam = ['spam.example', 'junk.example'].map((value, at) => ({ ...entry, id: `blk_${at}`, value, hits: at + 1 }))
  await db.insert(blocks).values(spam)
  const text = await read()
  expect(figureOf(text, 'latchkey_block_hits{kind="domain"}')).toBe(3)
  expect(figureOf(text, 'latchkey_block_hits{kind="card"}')).toBe(0)
  expect(text).not.toContain('spam.example')
})

test('an open transaction of another client is shown with its age', async () => {
  const other = app.database.openSingle()
  await other.begin(async (tx) => {
    await tx.unsafe('select pg_current_xact_id()')
    // A later transaction that has ended: a cursor cannot pass it.
    await db.transaction((later) => later.delete(blocks))
    await expect.poll(async () => figureOf(await read(), 'latchkey_oldest_transaction_seconds')).toBeGreaterThan(0.2)
    expect(figureOf(await read(), 'latchkey_cursor_lag')).toBeGreaterThanOrEqual(1)
  })
  await other.end()
})

test('runs of jobs are counted by kind and result', async () => {
  await expect
    .poll(async () => figureOf(await read(), 'latchkey_job_seconds_count{kind="jobs.prune",result="done"}'))
    .toBeGreaterThan(0)
})

/** The figures of a node: their types, by name. */
const listFigures = async () =>
  new Map([...(await read()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]))

const namesIn = (expression: string) => expression.match(/latchkey_\w+/g) ?? []

test.each([
  ['alerts.yml', 13],
  ['dashboard.json', 25],
])('each expression of %s reads figures that exist, counters as rates and histograms by their parts', async (file, atLeast) => {
  const figures = await listFigures()
  const text = readFileSync(`sync-server/deploy/${file}`, 'utf8')
  const expressions = file.endsWith('.json')
    ? (JSON.parse(text).panels as Panel[]).flatMap(({ targets }) => targets.map(({ expr }) => expr))
    : [...text.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr)
  expect(expressions.length).toBeGreaterThanOrEqual(atLeast)
  const wrong = expressions.flatMap((expr) =>
    namesIn(expr).flatMap((name) => {
      const part = /_(count|bucket|sum)$/.exec(name)?.[0] ?? ''
      const type = figures.get(name.slice(0, name.length - part.length))
      const isRate = new RegExp(`(?:rate|increase)\\(${name}(?:\\{[^}]*\\})?\\[`).test(expr)
      const isRight = part ? type === 'histogram' && isRate : type === 'counter' ? isRate : type === 'gauge' && !isRate
      return isRight ? [] : [`${expr}: ${name} is ${type ?? 'unknown'}`]
    }),
  )
  expect(wrong).toEqual([])
  // Actions and descriptions name figures as well.
  const named = namesIn(text).map((name) => name.replace(/_(count|bucket|sum)$/, ''))
  expect(named.filter((name) => !figures.has(name))).toEqual([])
})

test('each figure is on the dashboard, whose panels have their own places', async () => {
  const { panels } = JSON.parse(readFileSync('sync-server/deploy/dashboard.json', 'utf8')) as { panels: Panel[] }
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
  const missing = [...(await listFigures()).keys()].filter((name) => !shown.some((each) => each.startsWith(name)))
  expect(missing).toEqual([])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

test('one id names a request in its reply and in the log; a client cannot choose it, a proxy can', async () => {
  const given = 'id-of-the-proxy-01'
  const reply = await fetch(`${app.url}/api/config`, { headers: { ...REMOTE, 'x-request-id': given } })
  expect(reply.headers.get('x-request-id')).toBe(given)
  await expect.poll(() => lines.find(({ id }) => id === given)).toMatchObject({ msg: 'request', route: '/api/config' })
  for (const invalid of ['short', 'with a space in it', 'x'.repeat(65)]) {
    const other = await fetch(`${app.url}/api/none`, { headers: { ...REMOTE, 'x-request-id': invalid } })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  const direct = await startTestApp()
  const answer = await fetch(`${direct.url}/api/config`, { headers: { 'x-request-id': given } })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
