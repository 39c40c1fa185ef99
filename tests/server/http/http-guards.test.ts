import { connect } from 'node:net'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { problemCodes } from '#shared/problem.ts'
import { ProblemBody } from '#shared/problem-body.ts'
import { account } from '#tests/support/actors/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { DEADLINE_MS } from '#tests/support/until.ts'

const started = await startTestApp()
const { app, url, visitor, member } = started
const someMember = await member()
const chief = await account(started, { isAdmin: true })

/** No text of the server contains this, so an answer that contains it echoes the request. */
const MARK = 'zqxjkmark'
const LONG = MARK.repeat(12_000)

const bodies: [name: string, body: string | undefined, type?: string][] = [
  ['no body', undefined],
  ['an empty body', ''],
  ['half a JSON', `{"email": "${MARK}`],
  ['a list', `["${MARK}"]`],
  ['null', 'null'],
  ['a number', '42'],
  ['a text', `"${MARK}"`],
  ['an empty object', '{}'],
  ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a prototype', `{"__proto__": {"isAdmin": true}, "constructor": "${MARK}"}`],
  ['a plain text', MARK, 'text/plain'],
  ['a form', `email=${MARK}`, 'application/x-www-form-urlencoded'],
  ['multipart without parts', MARK, 'multipart/form-data; boundary=x'],
  ['no known type', MARK, `${MARK}/${MARK}`],
  ...['', LONG, '\u0000\u0001\u001b', '💶 \ud800 \u202e', -1, 1e308, true, null, [], [MARK], {}, { $ne: MARK }].map(
    (value): [string, string] => [`every field ${JSON.stringify(value).slice(0, 30)}`, JSON.stringify(everyField(value))],
  ),
]

/** Every name in a contract of this server, with the same odd value. */
function everyField(value: unknown) {
  const names = app.http.routes.flatMap(({ hooks }) =>
    Object.keys((hooks as { body?: { entries?: object } })?.body?.entries ?? {}),
  )
  return Object.fromEntries(['email', 'password', 'id', ...names].map((name) => [name, value]))
}

/** Calls that other servers make: they have a separate content type and signature, and separate tests. */
const calls = app.http.routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'WS' && method !== 'ALL')
const pathOf = (path: string, value: string) => path.replace(/:[^/]+/g, encodeURIComponent(value)).replace('*', value)

async function expectRefusalOrAnswer(response: Response, about: string) {
  const text = await response.text()
  expect(response.status, `${about}: ${text.slice(0, 200)}`).toBeLessThan(500)
  if (response.status < 400) return
  expect(response.headers.get('content-type'), about).toContain('application/json')
  const { code } = v.parse(ProblemBody, JSON.parse(text))
  expect(problemCodes, about).toContain(code)
  expect(text, about).not.toContain(MARK)
  expect(text, about).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/)
}

test('the list of calls is complete', () => {
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['POST /api/auth/login', 'GET /api/auth/user']),
  )
})

test.each(calls.map(({ method, path }) => [method, path] as const))(
  '%s %s answers or refuses any input',
  async (method, path) => {
    // These would sign out the member whose session the other calls need.
    const who = /\/(logout|delete-account)$/.test(path) ? await member() : someMember
    const withBody = method !== 'GET' && method !== 'HEAD'
    for (const client of [visitor(), who]) {
      for (const [name, body, type = 'application/json'] of withBody ? bodies : []) {
        const init = { method, ...(body !== undefined && { body, headers: { 'content-type': type } }) }
        await expectRefusalOrAnswer(await client.send(pathOf(path, 'vc_1'), init), `${method} ${path} with ${name}`)
      }
      for (const value of ['', MARK, '\u0000', '%', '../..', "'; drop table users; --", '💶', '-1', 'x'.repeat(900)]) {
        const query = new URLSearchParams(
          ['email', 'vcId', 'vcType', 'since', 'epoch', 'next', 'session_id'].map((name) => [name, value]),
        )
        const target = `${pathOf(path, value || 'x')}?${query}`
        await expectRefusalOrAnswer(await client.send(target, { method }), `${method} ${target.slice(0, 100)}`)
      }
      for (const tail of ['%', '%ff', '%00', '//', '/../', ';', '?%ff=%00&&==&next[]=1']) {
        await expectRefusalOrAnswer(await client.send(`${pathOf(path, '%ff')}${tail}`, { method }), `${method} ${path}${tail}`)
      }
    }
  },
)

test.each([
  [
    'POST',
    '/api/auth/login',
    'a wrong content type',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported-media-type',
  ],
  ['POST', '/api/auth/login', 'half a JSON', { body: '{', headers: { 'content-type': 'application/json' } }, 400, 'invalid-json'],
  ['POST', '/api/auth/login', 'missing fields', { body: '{}', headers: { 'content-type': 'application/json' } }, 422, 'invalid'],
  [
    'POST',
    '/api/auth/login',
    'seven megabytes',
    { body: 'x'.repeat(7_000_000), headers: { 'content-type': 'application/json' } },
    413,
    'too-large',
  ],
  ['POST', '/api/auth/login', 'another origin', { headers: { origin: 'https://evil.example' } }, 403, 'foreign-origin'],
  ['GET', '/api/auth/login', 'the wrong method', {}, 405, 'method-not-allowed'],
  ['PUT', '/api/auth/login', 'the wrong method', {}, 405, 'method-not-allowed'],
  ['GET', '/api/no-such-call', 'no such call', {}, 404, 'not-found'],
  ['DELETE', '/api/no-such-call', 'no such call', {}, 404, 'not-found'],
  ['POST', '/vcs', 'a page that takes nothing', {}, 404, 'not-found'],
])('%s %s, %s: refused with code and message', async (method, path, _, init, status, code) => {
  const response = await visitor().send(path, { method, ...init })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code, message: expect.any(String) })
  if (path.startsWith('/api/')) expect(response.headers.get('cache-control')).toBe('no-store')
})

test.each(calls.map(({ method, path }) => [method, path] as const))(
  '%s %s refuses a NUL in its address, also from an admin',
  async (method, path) => {
    const withBody = method !== 'GET' && method !== 'HEAD'
    for (const target of [pathOf(path, 'a\u0000b'), `${pathOf(path, 'vc_1')}?before=%00`]) {
      if (!target.includes('%00')) continue
      const init = { method, ...(withBody && { body: '{}', headers: { 'content-type': 'application/json' } }) }
      const response = await chief.send(target, init)
      expect([target, response.status, await response.json()]).toEqual([
        target,
        400,
        expect.objectContaining({ code: 'malformed' }),
      ])
    }
  },
)

test('thousands of brackets are refused before they cost anything', async () => {
  const body = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const send = async (sent: string) => {
    const startedAt = performance.now()
    const headers = { 'content-type': 'application/json' }
    const { status } = await visitor().send('/api/auth/login', { method: 'POST', body: sent, headers })
    return { status, ms: performance.now() - startedAt }
  }
  const usual = await send('[]'.padEnd(body.length))
  const { status, ms } = await send(body)
  expect(status).toBe(400)
  expect(ms).toBeLessThan(Math.max(1000, 20 * usual.ms))
})

test('a refused field is named, with the message of the form', async () => {
  const { body } = await visitor().post('/api/auth/login', { email: 'not an address', password: 'short' })
  expect(body).toEqual({
    code: 'invalid',
    message: 'Check the marked fields.',
    fields: [
      { path: 'email', message: 'Please enter a valid email address' },
      { path: 'password', message: 'Password must be at least 6 characters' },
    ],
  })
})

/** Requests that fetch would not send. */
function raw(head: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`))
    let received = ''
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', fail)
    socket.on('close', () => done(received))
  })
}

test.each([
  ['an invalid host', 'GET /api/auth/user HTTP/1.1\r\nHost: ho"st;x', 400],
  ['an empty host', 'GET /api/auth/user HTTP/1.1\r\nHost:', 400],
  ['no host', 'GET /api/auth/user HTTP/1.1', 400],
  // The router would read this as /auth/user, and a check on the path as /api/auth/user.
  ['a host too short for the router', 'GET /api/auth/user HTTP/1.1\r\nHost: x', 400],
  ['credentials in the path', 'GET //user:pw@evil/api/auth/user HTTP/1.1\r\nHost: localhost', 404],
  ['a header of 100 kB', `GET /api/auth/user HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(100_000)}`, 431],
  ['a length that is given twice', 'POST /api/visits HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 0', 400],
  [
    'a cookie of control characters',
    'GET /api/auth/user HTTP/1.1\r\nHost: localhost\r\nCookie: __Host-latchkey=%00%ff; =; a',
    401,
  ],
])('%s is refused before it is processed', async (_, head, status) => {
  expect(await raw(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test('every reply has the security headers', async () => {
  for (const path of ['/api/auth/user', '/api/health', '/no-page.txt', '/api/logout']) {
    const { headers } = await visitor().send(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|stripe/)
  }
})

test('the OpenAPI document describes every call by its contract', async () => {
  const { body } = await visitor().get<{ paths: Record<string, Record<string, object>> }>('/api/openapi.json')
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(described.sort()).toEqual(
    calls.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:([^/]+)/g, '{$1}')}`).sort(),
  )
  expect(body.paths['/api/auth/register']?.post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: expect.arrayContaining(['email', 'userType']) } } } },
  })
})

test('the member is still a member after all these requests', async () => {
  expect((await someMember.get('/api/auth/user')).status).toBe(200)
  expect((await chief.get('/api/auth/user')).status).toBe(200)
})
