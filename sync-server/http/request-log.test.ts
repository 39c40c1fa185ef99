import { Elysia } from 'elysia'
import { expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { Problem } from '#shared/problem.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { errorHandler } from './error-handler.ts'
import { requestLog } from './request-log.ts'

const CANARY = 'marit@secret.example'

test('each call has a log line with its route, status and duration, and without the address, the query or the body', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = new Elysia()
    .use(errorHandler(log))
    .use(requestLog(log))
    .get('/api/calendar/:token', () => ({ ok: true }))
    .post('/api/support', () => {
      throw new Problem('not-found')
    })
    .get('/api/moved', () => new Response(null, { status: 302 }))
    .get('/api/health', () => 'ok')
    .get('/assets/app.js', () => 'code')
  const body = { method: 'POST', body: JSON.stringify({ email: CANARY }), headers: { 'content-type': 'application/json' } }
  for (const [path, init] of [
    [`/api/calendar/${CANARY}?email=${CANARY}`],
    [`/api/support?email=${CANARY}`, body],
    ['/api/moved'],
    ['/api/health'],
    ['/assets/app.js'],
  ] as [string, RequestInit?][])
    await (await app.handle(new Request(`http://localhost${path}`, init))).text()
  await eventually(() => expect(lines).toHaveLength(3))
  expect(lines).toMatchObject([
    { level: 30, msg: 'request', method: 'GET', route: '/api/calendar/:token', status: 200, ms: expect.any(Number) },
    { level: 30, msg: 'request', method: 'POST', route: '/api/support', status: 404, ms: expect.any(Number) },
    { level: 30, msg: 'request', method: 'GET', route: '/api/moved', status: 302, ms: expect.any(Number) },
  ])
  expect(JSON.stringify(lines)).not.toContain(CANARY)
})
